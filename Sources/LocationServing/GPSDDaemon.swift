import GPSDProtocol
import LocationCore
import LocationText

/// The part of gpsd's protocol that is the same for all clients: the version, the devices, and
/// their last reports. It does no I/O.
package struct GPSDDaemon {
  private struct Receiver {
    let path: String
    let activated: Date
    var position: LocationUpdate?
    var sky: SkyView?
  }

  /// The protocol of gpsd 3.22 (gpsd_json(5)).
  private static let protocolVersion = (major: 3, minor: 14)
  /// libgps rejects a list of more devices, and a poll of more (`MAXUSERDEVS`).
  private static let listLimit = 4
  /// A source that invents names cannot fill the memory.
  private static let deviceLimit = 100_000

  package let device: ServedDevice
  private let name: String
  private let version: String
  private let now: @Sendable () -> Date
  private let writer = GPSDReportWriter(lineEnd: .carriageReturnLineFeed)
  private var isActive = true
  /// The first devices. Before any report it is the server's own device.
  private var listed: [Receiver]
  /// Whether each device that reported has named satellites.
  private var namesSatellites: [String: Bool] = [:]

  /// - Parameters:
  ///   - device: the receiver of updates that name none.
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
    listed = [Receiver(path: device.path, activated: now())]
  }

  /// The paths of the first devices.
  package var devices: [String] { listed.map(\.path) }

  /// The path of the device; `nil` if there are several.
  package var onlyDevice: String? {
    listed.count == 1 && namesSatellites.count <= 1 ? listed[0].path : nil
  }

  /// Whether there is a device with this path.
  package func hasDevice(_ path: String) -> Bool {
    namesSatellites[path] != nil || listed.contains { $0.path == path }
  }

  /// Notes the device of a report. Returns its path if clients do not know it yet.
  package mutating func newDevice(of report: ServedReport) -> String? {
    guard report.kind != .nmea else { return nil }
    let path = report.device ?? device.path
    guard namesSatellites[path] == nil, namesSatellites.count < Self.deviceLimit else { return nil }
    let isKnown = hasDevice(path)
    // Until the first report, clients saw the server's own device.
    if !isKnown, namesSatellites.isEmpty { listed = [] }
    namesSatellites[path] = false
    if isKnown { return nil }
    if listed.count < Self.listLimit {
      listed.append(Receiver(path: path, activated: now()))
    }
    return path
  }

  /// Keeps a report for polls, and returns whether clients receive it.
  ///
  /// A `SKY` without satellites makes the programs that use libgps show an empty sky. If the
  /// receiver reports satellites at all, such a `SKY` is not sent, as gpsd does not send it either.
  package mutating func keep(_ report: ServedReport) -> Bool {
    let path = report.device ?? device.path
    if report.kind == .dilution, namesSatellites[path] == true { return false }
    if report.kind == .sky, hasDevice(path) { namesSatellites[path] = true }
    guard let index = listed.firstIndex(where: { $0.path == path }) else { return true }
    switch report.update {
    case .sky(let sky): listed[index].sky = sky
    case let position?: listed[index].position = position
    case nil: break
    }
    return true
  }

  /// Notes that the receivers are gone.
  package mutating func deactivate() { isActive = false }

  package func writeVersion(into text: inout ByteText) {
    write(
      .version(
        GPSDVersion(
          release: "\(name) \(version)", revision: version,
          protocolMajor: Self.protocolVersion.major, protocolMinor: Self.protocolVersion.minor)),
      into: &text)
  }

  /// Writes a `DEVICE` report.
  package func writeDevice(_ path: String, into text: inout ByteText) {
    write(.device(gpsdDevice(path)), into: &text)
  }

  package func writeDevices(into text: inout ByteText) {
    write(.devices(devices.map(gpsdDevice)), into: &text)
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
    let count = max(listed.count, namesSatellites.count)
    var poll = GPSDPoll(time: now(), active: isActive && self.isActive ? count : 0)
    if isActive {
      poll.positions = listed.compactMap(\.position)
      poll.skies = listed.compactMap(\.sky)
    }
    write(.poll(poll), into: &text)
  }

  package func writeError(_ message: String, into text: inout ByteText) {
    write(.error(message), into: &text)
  }

  private func gpsdDevice(_ path: String) -> GPSDDevice {
    let since = listed.first { $0.path == path }?.activated ?? now()
    return GPSDDevice(
      path: path, driver: device.driver, activation: isActive ? .active(since: since) : .givenUp)
  }

  private func write(_ report: GPSDReport, into text: inout ByteText) {
    writer.write(report, into: &text)
  }
}
