#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The objects of gpsd's that libgps does not get to see: they are rare, and a list of five devices
/// would hang it.
enum GPSDObject: Equatable {
  case version(GPSDServer)
  case devices([GPSDDevice])
  /// One device, and whether it was given up.
  case device(GPSDDevice, isGivenUp: Bool)
  case error(String)
  /// One of no interest here.
  case other

  /// Reads one that the gate has passed; `nil` when a member is missing or of another type.
  init?(className: String, _ line: UnsafeRawBufferPointer) {
    func decode<T: Decodable>(_ type: T.Type) -> T? {
      try? JSONDecoder().decode(type, from: Data(line))
    }
    switch className {
    case "VERSION":
      guard let version = decode(Version.self) else { return nil }
      self = .version(
        GPSDServer(
          release: version.release, protocolMajor: version.major, protocolMinor: version.minor))
    case "DEVICES":
      guard let list = decode(Devices.self) else { return nil }
      self = .devices(list.devices.compactMap(\.device))
    case "DEVICE":
      guard let entry = decode(Device.self) else { return nil }
      guard let device = entry.device else {
        // gpsd answers so when it has none.
        self = .other
        return
      }
      self = .device(device, isGivenUp: entry.isGivenUp)
    case "ERROR":
      guard let failure = decode(Failure.self) else { return nil }
      self = .error(failure.message)
    default: self = .other
    }
  }

  private struct Version: Decodable {
    let release: String
    let major: Int
    let minor: Int

    private enum CodingKeys: String, CodingKey {
      case release
      case major = "proto_major"
      case minor = "proto_minor"
    }
  }

  private struct Devices: Decodable {
    let devices: [Device]
  }

  private struct Failure: Decodable {
    let message: String
  }

  private struct Device: Decodable {
    private let path: String?
    private let driver: String?
    private let subtype: String?
    private let activated: Activation?

    var device: GPSDDevice? {
      path.map {
        GPSDDevice(
          path: $0, driver: driver, subtype: subtype, isActive: activated?.isActive ?? false)
      }
    }

    var isGivenUp: Bool { activated.map { !$0.isActive } ?? false }
  }

  /// Since when a device has been heard; 0 says that it was given up.
  private struct Activation: Decodable {
    let isActive: Bool

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Double.self) {
        isActive = number != 0
      } else {
        isActive = try !container.decode(String.self).isEmpty
      }
    }
  }
}
