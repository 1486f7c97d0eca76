import LocationCore
import LocationText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What gpsd says in a line (gpsd_json(5)), as far as its health is concerned. Without libgps, and
/// whatever release is at the other end.
package enum GPSDReply {
  case version(release: String, major: Int, minor: Int)
  case devices([Device])
  case device(Device)
  case watch
  case error(String)
  case report(LocationUpdate)
  /// Of no interest here.
  case other

  /// One of gpsd's receivers.
  package struct Device {
    package let path: String
    /// How gpsd reads it, once it has found that out.
    package let driver: String?
    /// In bits a second, of a serial line.
    package let rate: Int?
    package let isActive: Bool
  }

  /// Reads a line; `nil` when gpsd would not say that.
  ///
  /// - Parameter source: what the reports come from.
  package init?(_ line: [UInt8], from source: FixSource) {
    guard let object = try? JSONDecoder().decode(Object.self, from: Data(line)) else { return nil }
    switch object.class {
    case "VERSION":
      guard let major = object.proto_major else { return nil }
      self = .version(
        release: object.release ?? "unknown", major: major, minor: object.proto_minor ?? 0)
    case "DEVICES": self = .devices((object.devices ?? []).compactMap(Device.init))
    case "DEVICE": self = Device(object).map(GPSDReply.device) ?? .other
    case "WATCH": self = .watch
    case "ERROR": self = .error(object.message ?? "")
    case "TPV": self = .report(object.position(from: source))
    case "SKY": self = .report(.sky(object.sky(from: source)))
    default: self = .other
    }
  }
}

extension GPSDReply.Device {
  fileprivate init?(_ object: Object) {
    guard let path = object.path else { return nil }
    self.init(
      path: path, driver: object.driver, rate: object.bps.flatMap { $0 > 0 ? $0 : nil },
      isActive: object.activated?.isActive ?? false)
  }
}

/// The members of all of gpsd's objects that matter here, by their own names.
private struct Object: Decodable {
  let `class`: String
  let release: String?
  let proto_major, proto_minor: Int?
  let message: String?
  let devices: [Object]?
  let path, driver: String?
  let bps: Int?
  let activated: Activation?
  let device: String?
  let mode, status: Int?
  let time: String?
  let lat, lon, eph: Double?
  let uSat: Int?
  let satellites: [SeenSatellite]?

  /// When a device was taken up, or 0 when it was given up.
  struct Activation: Decodable {
    let isActive: Bool

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      isActive = (try? value.decode(String.self)) != nil
    }
  }

  struct SeenSatellite: Decodable {
    let PRN: Int
    let ss: Double?
    let used: Bool?
  }

  func position(from source: FixSource) -> LocationUpdate {
    var source = source
    source.device = device
    guard let mode = mode.flatMap(FixMode.init(rawValue:)), let lat, let lon,
      let place = try? Coordinate(latitude: lat, longitude: lon)
    else { return .fixLost(FixLoss(reason: .noFix, source: source)) }
    var fix = Fix(coordinate: place, mode: mode, source: source)
    fix.timestamp = time.flatMap {
      try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse($0)
    }
    fix.errors.horizontal = eph
    fix.status = status.flatMap(FixStatus.init(rawValue:))
    return .fix(fix)
  }

  func sky(from source: FixSource) -> SkyView {
    var source = source
    source.device = device
    var sky = SkyView(
      satellites: (satellites ?? []).map { seen in
        var satellite = Satellite(prn: seen.PRN)
        satellite.signalStrength = seen.ss
        satellite.isUsed = seen.used
        return satellite
      }, source: source)
    sky.satellitesUsed = uSat
    return sky
  }
}

extension LocationUpdate {
  /// The receiver that said it, among several.
  package var device: String? {
    switch self {
    case .fix(let fix): fix.source.device
    case .sky(let sky): sky.source.device
    case .fixLost(let loss): loss.source.device
    case .authorization: nil
    }
  }
}
