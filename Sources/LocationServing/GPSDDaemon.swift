import GPSDProtocol
import LocationCore
import LocationIO
import LocationText

/// What all clients of gpsd's protocol are told alike: the version, the one device, and what it
/// said last. It does no I/O.
package struct GPSDDaemon {
  /// The protocol of gpsd 3.22 (gpsd_json(5)).
  private static let protocolVersion = (major: 3, minor: 14)

  package let device: ServedDevice
  private let name: String
  private let version: String
  private let activated: Date
  private let now: @Sendable () -> Date
  private var isActive = true
  private var position: [UInt8] = []
  private var sky: [UInt8] = []
  private var namesSatellites = false

  /// - Parameters:
  ///   - name: the program that serves, which does not pass for gpsd.
  ///   - version: its version.
  ///   - now: the time of day.
  package init(
    device: ServedDevice, name: String, version: String, now: @escaping @Sendable () -> Date
  ) {
    self.device = device
    self.name = name
    self.version = version
    self.now = now
    activated = now()
  }

  /// Keeps what a client may ask for later, and says whether the report is one for clients.
  ///
  /// A `SKY` without satellites empties the sky of libgps's programs. From a receiver that names
  /// them, only not every second, they get it as from gpsd: when it does.
  package mutating func keep(_ report: ServedReport) -> Bool {
    switch report.kind {
    case .nmea: break
    case .position: position = report.bytes
    case .dilution where namesSatellites: return false
    case .dilution: sky = report.bytes
    case .sky:
      sky = report.bytes
      namesSatellites = true
    }
    return true
  }

  /// The receiver is gone.
  package mutating func deactivate() { isActive = false }

  package func writeVersion(into text: inout ByteText) {
    text.write(#"{"class":"VERSION""#)
    text.member(#","release":"#, string: "\(name) \(version)")
    text.member(#","rev":"#, string: version)
    text.member(#","proto_major":"#, integer: Self.protocolVersion.major)
    text.member(#","proto_minor":"#, integer: Self.protocolVersion.minor)
    text.write("}\r\n")
  }

  package func writeDevice(into text: inout ByteText) {
    writeDeviceObject(into: &text)
    text.write("\r\n")
  }

  package func writeDevices(into text: inout ByteText) {
    text.write(#"{"class":"DEVICES","devices":["#)
    writeDeviceObject(into: &text)
    text.write("]}\r\n")
  }

  /// - Parameter isActive: whether the client watches; gpsd tells only those who do.
  package func writePoll(isActive: Bool, into text: inout ByteText) {
    text.write(#"{"class":"POLL""#)
    text.member(#","time":"#, time: now())
    text.member(#","active":"#, integer: isActive && self.isActive ? 1 : 0)
    text.write(#","tpv":["#)
    if isActive { text.write(line: position) }
    text.write(#"],"gst":[],"sky":["#)
    if isActive { text.write(line: sky) }
    text.write("]}\r\n")
  }

  package func writeError(_ message: String, into text: inout ByteText) {
    text.write(#"{"class":"ERROR""#)
    text.member(#","message":"#, string: message)
    text.write("}\r\n")
  }

  private func writeDeviceObject(into text: inout ByteText) {
    text.write(#"{"class":"DEVICE""#)
    text.member(#","path":"#, string: device.path)
    text.member(#","driver":"#, string: device.driver)
    if isActive {
      text.member(#","activated":"#, time: activated)
      // SEEN_GPS: it has spoken as a receiver does.
      text.write(#","flags":1}"#)
    } else {
      text.write(#","activated":0}"#)
    }
  }
}

extension ByteText {
  package mutating func member(_ name: StaticString, boolean value: Bool) {
    write(name)
    write(value ? "true" : "false")
  }

  /// Writes a line without its end.
  fileprivate mutating func write(line: [UInt8]) {
    write(utf8: line.dropLast(2))
  }
}
