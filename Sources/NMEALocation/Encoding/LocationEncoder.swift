import LocationCore
import LocationText
import NMEA0183

/// Encodes updates as NMEA 0183 4.1: for each fix or lost fix a receiver's cycle of sentences, with the
/// satellites of the same instant.
///
/// Sentences may be longer than the 82 characters of the standard: no digit is dropped to shorten one.
///
/// NMEA 0183 has no place for several receivers except TAG blocks, and few programs read these. So the first
/// receiver's sentences have none. Those of each other receiver name it (`s`).
package struct LocationEncoder {
  fileprivate struct Device {
    var encoder: EpochEncoder
    /// The satellites, until the fix of their instant follows.
    var sky: SkyView?
    /// The name in the TAG block in front of each sentence; `nil` for the first device, which has none.
    let name: String?
    /// The TAG block; empty for the first device.
    let tag: [UInt8]
  }

  private let encoder: EpochEncoder
  private var devices: [String?: Device] = [:]

  package init() {
    var encoder = SentenceEncoder()
    encoder.maximumLength = nil
    encoder.timeDecimals = 2...3
    encoder.minuteDecimals = 5...7
    encoder.speed = NumberFormat(decimals: 2...3)
    encoder.angle = NumberFormat(decimals: 1...2)
    encoder.altitude = NumberFormat(decimals: 1...3)
    self.encoder = EpochEncoder(encoder)
  }

  /// The sentences of an update, each with CR LF. Empty for satellites, which come with the next fix,
  /// and for updates that NMEA 0183 cannot express.
  package mutating func encode(_ update: LocationUpdate) -> [UInt8] {
    switch update {
    case .sky(let view):
      withDevice(view.source.device) { $0.sky = view }
      return []
    case .fix(let fix):
      return withDevice(fix.source.device) { device in
        device.encode(
          NavigationEpoch(fix), device.sky.take().flatMap { $0.isOf(fix) ? $0 : nil })
      }
    case .fixLost(let loss):
      return withDevice(loss.source.device) { device in
        let view = device.sky.take()
        return device.encode(
          NavigationEpoch(loss), view?.timestamp == loss.timestamp ? view : nil)
      }
    case .authorization: return []
    }
  }

  private mutating func withDevice<Result>(
    _ name: String?, _ body: (inout Device) -> Result
  ) -> Result {
    let number = devices.count + 1
    return body(&devices[name, default: Device(encoder, name, number)])
  }

  /// Whether the sentences of a device name it.
  package func names(_ name: String) -> Bool {
    devices[name, default: Device(encoder, name, devices.count + 1)].name == name
  }
}

extension LocationEncoder.Device {
  /// Makes a device.
  ///
  /// - Parameter number: how many devices there are with it.
  fileprivate init(_ encoder: EpochEncoder, _ name: String?, _ number: Int) {
    self.encoder = encoder
    guard number > 1 else {
      (self.name, tag) = (nil, [])
      return
    }
    // A name that does not fit becomes a number.
    let allowed = (name ?? "").utf8.allSatisfy {
      $0 > 0x20 && $0 < 0x7F && !"!$*,\\^~".utf8.contains($0)
    }
    let count = name?.utf8.count ?? 0
    let source = allowed && (1...15).contains(count) ? name ?? "" : "device\(number)"
    let fields = "s:\(source)"
    let sum = fields.utf8.reduce(UInt8(0)) { $0 ^ $1 }
    self.name = source
    tag = Array("\\\(fields)*\(sum.hexadecimal)\\".utf8)
  }

  fileprivate mutating func encode(_ epoch: NavigationEpoch, _ view: SkyView?) -> [UInt8] {
    var epoch = epoch
    epoch.satellitesInView = view?.satellitesInView
    let satellites = view?.satellites.map { EpochSatellite($0) } ?? []
    // A receiver that used several systems once keeps the talker GN, also without satellites.
    if encoder.talker != .combined {
      let isCombined = satellites.contains {
        $0.isUsed == true && $0.identity?.system.speaksAsGPS == false
      }
      encoder.talker = isCombined ? .combined : .gps
    }
    var bytes: [UInt8] = []
    // Encoding fails only if a sentence is too long, and here the length is not limited.
    try? encoder.forEachSentence(of: epoch, satellites) {
      sentence throws(SentenceEncodingError) in
      bytes += tag
      try encoder.encoder.encode(sentence, into: &bytes)
    }
    return bytes
  }
}

extension SkyView {
  /// Whether it is the sky of a fix. gpsd often states no time for it, but a fix from gpsd has the
  /// values of its sky, see `GPSDProvider`.
  fileprivate func isOf(_ fix: Fix) -> Bool {
    guard source.device == fix.source.device else { return false }
    if timestamp == fix.timestamp { return true }
    let used = satellitesUsed ?? satellites.count { $0.isUsed == true }
    return timestamp == nil && fix.satellitesUsed == used && fix.dilution == dilution
  }
}

extension SatelliteSystem {
  /// Whether the talker of a receiver that uses only this system is `GP`.
  fileprivate var speaksAsGPS: Bool { self == .gps || self == .sbas }
}
