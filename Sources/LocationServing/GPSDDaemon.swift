import GPSDProtocol
import LocationCore
import LocationText

/// The part of gpsd's protocol that is the same for all clients: the version, the one device, and
/// its last reports. It does no I/O.
package struct GPSDDaemon {
  /// The protocol of gpsd 3.22 (gpsd_json(5)).
  private static let protocolVersion = (major: 3, minor: 14)

  package let device: ServedDevice
  private let name: String
  private let version: String
  private let activated: Date
  private let now: @Sendable () -> Date
  private let writer = GPSDReportWriter(lineEnd: .carriageReturnLineFeed)
  private var isActive = true
  private var position: LocationUpdate?
  private var sky: SkyView?
  private var namesSatellites = false

  /// - Parameters:
  ///   - name: the name of the program that serves. It is not gpsd, and does not claim to be.
  ///   - version: the version of that program.
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

  /// Keeps a report for polls, and returns whether clients receive it.
  ///
  /// A `SKY` without satellites makes the programs that use libgps show an empty sky. If the
  /// receiver reports satellites at all, such a `SKY` is not sent, as gpsd does not send it either.
  package mutating func keep(_ report: ServedReport) -> Bool {
    switch report.kind {
    case .nmea: break
    case .position: position = report.update
    case .dilution where namesSatellites: return false
    case .dilution: keepSky(report)
    case .sky:
      keepSky(report)
      namesSatellites = true
    }
    return true
  }

  private mutating func keepSky(_ report: ServedReport) {
    if case .sky(let sky) = report.update { self.sky = sky }
  }

  /// Notes that the receiver is gone.
  package mutating func deactivate() { isActive = false }

  package func writeVersion(into text: inout ByteText) {
    write(
      .version(
        GPSDVersion(
          release: "\(name) \(version)", revision: version,
          protocolMajor: Self.protocolVersion.major, protocolMinor: Self.protocolVersion.minor)),
      into: &text)
  }

  package func writeDevice(into text: inout ByteText) { write(.device(gpsdDevice), into: &text) }

  package func writeDevices(into text: inout ByteText) {
    write(.devices([gpsdDevice]), into: &text)
  }

  /// Writes a `WATCH` report.
  package func write(_ watch: GPSDWatch, into text: inout ByteText) {
    write(.watch(watch), into: &text)
  }

  /// Writes a `POLL` report.
  ///
  /// - Parameter isActive: whether the client watches. Like gpsd, it sends positions to such clients
  ///   only.
  package func writePoll(isActive: Bool, into text: inout ByteText) {
    var poll = GPSDPoll(time: now(), active: isActive && self.isActive ? 1 : 0)
    if isActive {
      poll.positions = position.map { [$0] } ?? []
      poll.skies = sky.map { [$0] } ?? []
    }
    write(.poll(poll), into: &text)
  }

  package func writeError(_ message: String, into text: inout ByteText) {
    write(.error(message), into: &text)
  }

  private var gpsdDevice: GPSDDevice {
    GPSDDevice(
      path: device.path, driver: device.driver,
      activation: isActive ? .active(since: activated) : .givenUp)
  }

  private func write(_ report: GPSDReport, into text: inout ByteText) {
    writer.write(report, into: &text)
  }
}
