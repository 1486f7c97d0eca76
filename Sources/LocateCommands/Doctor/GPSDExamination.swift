import GPSDProtocol
import LocationCore
import LocationDashboard
import LocationIO
import LocationServing
import LocationSources
import LocationText
import LocationTracks
import NMEALocation

/// Examines a gpsd, from its address to a fix.
struct GPSDExamination: Examination {
  static let chain: [Check.Name] = [
    .address, .connection, .gpsd, .devices, .permission, .data, .satellites, .fix,
  ]

  let host: String
  let port: UInt16
  /// The path of the one receiver to examine; `nil` for all receivers.
  let device: String?
  let source: SourceDescription
  let timeout: Duration
  /// Whether to write how much gpsd sent.
  let isVerbose: Bool
  let environment: LocateEnvironment

  private static let request =
    GPSDRequest.watch(GPSDWatch(json: true, nmea: true)).line + "\n"

  func waiting(after link: Check.Name?) -> String {
    switch link {
    case nil, .address, .connection: "waiting for gpsd"
    case .gpsd: "waiting for gpsd's list of receivers"
    default: "waiting for reports of the receiver"
    }
  }

  func run(_ diagnosis: inout Diagnosis) async throws {
    let stream = try environment.sources.conversation(
      host: host, port: port, greeting: Self.request, connectTimeout: timeout)
    defer { stream.close() }
    var lines = TimedLines(
      of: stream, until: environment.now().addingTimeInterval(timeout / .seconds(1)),
      now: environment.now)
    try await greet(&lines, &diagnosis)
    let devices = try await devices(&lines)
    try judge(devices, &diagnosis)
    // The time that gpsd took to answer does not count for the receiver.
    lines.allow(timeout)
    let dashboard = try await observe(&lines, &diagnosis)
    try FixJudgment(
      dashboard: dashboard, origin: .receiver(waited: HelpText.seconds(timeout)),
      now: environment.now
    ).judge(&diagnosis)
  }

  private var isLocal: Bool { HostAndPort.isThisMachine(host) }

  /// The report in a line; `nil` for a line that gpsd would not send.
  private func report(_ line: [UInt8]) -> GPSDReport? {
    try? GPSDReport(utf8: line, source: FixSource(kind: .live, name: source.description))
  }

  // MARK: Address, connection, gpsd

  private func greet(_ lines: inout TimedLines, _ diagnosis: inout Diagnosis) async throws {
    let line: [UInt8]
    do {
      line = try await lines.next()
    } catch let error as UserLocationError {
      try explain(error, &diagnosis)
    } catch let end as TimedLines.End {
      try passConnection(&diagnosis)
      guard lines.rest.isEmpty else { throw stranger(lines.rest) }
      throw BrokenLink(
        name: .gpsd, status: .protocolViolation,
        detail: end == .closed
          ? "the server closed the connection and sent nothing"
          : "the server sent nothing in \(HelpText.seconds(timeout))",
        remedy: "is it gpsd? it listens on port \(SourceDescription.gpsdPort) unless told otherwise"
      )
    }
    try passConnection(&diagnosis)
    if case .error(let message)? = report(line) {
      throw BrokenLink(
        name: .gpsd, status: .unavailable, detail: "gpsd refuses: \(message)",
        remedy: "end another program that reads it")
    }
    guard case .version(let version)? = report(line) else { throw stranger(line) }
    let words = "\(version.protocolMajor).\(version.protocolMinor)"
    guard version.protocolMajor == 3 else {
      throw BrokenLink(
        name: .gpsd, status: .protocolViolation,
        detail: "gpsd \(version.release) speaks protocol \(words)",
        remedy: "this command speaks 3; another release of gpsd or of this is needed")
    }
    try diagnosis.pass(.gpsd, "release \(version.release), protocol \(words)")
  }

  private func passConnection(_ diagnosis: inout Diagnosis) throws {
    try diagnosis.pass(.address, host)
    try diagnosis.pass(.connection, "port \(port) answers")
  }

  private func explain(_ error: UserLocationError, _ diagnosis: inout Diagnosis) throws -> Never {
    if error.code == .cancelled { throw error }
    if error.code == .hostNotFound {
      throw BrokenLink(
        .address, error, remedy: "is the name right? an address will do as well")
    }
    try diagnosis.pass(.address, host)
    throw BrokenLink(
      .connection, error,
      remedy: isLocal
        ? "start gpsd: sudo systemctl start gpsd.socket, or gpsd -N -n /dev/ttyACM0; "
          + "to install it: sudo apt install gpsd"
        : "does gpsd run there with -G? without -G only programs on its own machine can connect; "
          + "is there a firewall in between?")
  }

  /// The error for a server that is not gpsd.
  private func stranger(_ line: [UInt8]) -> BrokenLink {
    let start = String(decoding: line.prefix(40), as: UTF8.self)
    let isNMEA = start.hasPrefix("$") || start.hasPrefix("!")
    return BrokenLink(
      name: .gpsd, status: .protocolViolation,
      detail: "the server is not gpsd: it sends '\(start)'",
      remedy: isNMEA
        ? "it sends NMEA itself: --source tcp://\(host):\(port)"
        : "gpsd listens on port \(SourceDescription.gpsdPort) unless told otherwise")
  }

  // MARK: Devices, permission

  /// gpsd's receivers after it opened them for this client.
  private func devices(_ lines: inout TimedLines) async throws -> [GPSDDevice] {
    var devices: [GPSDDevice] = []
    do {
      while true {
        switch report(try await lines.next()) {
        case .devices(let listed): devices = listed
        case .watch: return devices
        case .error(let message):
          throw BrokenLink(
            name: .devices, status: .protocolViolation, detail: "gpsd answers: \(message)",
            remedy: "see its log: journalctl -u gpsd")
        default: break
        }
      }
    } catch is TimedLines.End {
      throw BrokenLink(
        name: .devices, status: .protocolViolation,
        detail: "gpsd did not say which devices it has", remedy: "restart it, and see its log")
    }
  }

  private func judge(_ all: [GPSDDevice], _ diagnosis: inout Diagnosis) throws {
    let wanted = all.filter { device == nil || $0.path == device }
    guard !all.isEmpty else {
      throw BrokenLink(
        name: .devices, status: .unavailable, detail: "gpsd has no receiver that it can open",
        remedy: LocalReceivers.advice(
          for: device.map { [$0] } ?? (isLocal ? LocalReceivers.paths() : []), isLocal: isLocal))
    }
    guard !wanted.isEmpty else {
      throw BrokenLink(
        name: .devices, status: .unavailable,
        detail: "gpsd does not have \(device ?? ""); it has "
          + all.map(\.path).joined(separator: ", "),
        remedy: "name one of those, or add it: sudo gpsdctl add \(device ?? "")")
    }
    guard wanted.contains(where: \.isActive) else {
      throw BrokenLink(
        name: .devices, status: .unavailable,
        detail: "gpsd could not open " + wanted.map(\.path).joined(separator: ", "),
        remedy: LocalReceivers.advice(for: wanted.map(\.path), isLocal: isLocal))
    }
    try diagnosis.pass(.devices, wanted.map(words).joined(separator: ", "))
    try judgePermission(wanted.map(\.path), &diagnosis)
  }

  private func words(for device: GPSDDevice) -> String {
    let about =
      [device.driver, device.rate.map { "\($0) baud" }].compactMap { $0 }
      + (device.isActive ? [] : ["not open"])
    return device.path + (about.isEmpty ? "" : " (\(about.joined(separator: ", ")))")
  }

  private func judgePermission(_ paths: [String], _ diagnosis: inout Diagnosis) throws {
    guard isLocal, let path = paths.first(where: { $0.hasPrefix("/") }) else {
      return try diagnosis.skip(.permission, "no device of this machine")
    }
    // gpsd reads the device, so a missing permission is not an error. Without gpsd it would be one.
    let refusal = FileAccess(path).refusal
    try diagnosis.pass(
      .permission,
      refusal.map { "gpsd reads it for you; directly: \($0)" } ?? "you may read \(path) yourself")
  }

  // MARK: Data

  private func observe(
    _ lines: inout TimedLines, _ diagnosis: inout Diagnosis
  ) async throws -> LocationDashboard {
    var dashboard = LocationDashboard()
    var sentences = 0
    var ending = "nothing in \(HelpText.seconds(timeout))"
    do {
      while !dashboard.isComplete {
        let line = try await lines.next()
        if line.first == UInt8(ascii: "$") || line.first == UInt8(ascii: "!") { sentences += 1 }
        switch report(line) {
        case .update(let update) where device == nil || update.source?.device == device:
          // Most receivers report satellites every few seconds, and some never do.
          if case .fix = update, dashboard.fix == nil { lines.shorten(to: .seconds(5)) }
          dashboard.note(update, at: environment.now())
        case .device(let changed?)
        where !changed.isActive && (device ?? changed.path) == changed.path:
          ending = "\(changed.path) has gone"
        default: break
        }
      }
    } catch let end as TimedLines.End {
      if end == .closed { ending = "gpsd closed the connection" }
    } catch let error as UserLocationError where error.code != .cancelled {
      ending = error.detail
    }
    let counts = dashboard.counts
    if isVerbose {
      environment.say(
        "\(HelpText.count(counts.reports, "report")); \(HelpText.count(sentences, "sentence")); "
          + "\(counts.fixes) with a fix")
    }
    // If one receiver is examined, the sentences may come from another one.
    guard counts.reports > 0 || (sentences > 0 && device == nil) else {
      throw BrokenLink(
        name: .data, status: .unavailable, detail: ending,
        remedy: "is it a receiver, and is it powered? gpsd tries its rates for up to a minute: "
          + "wait longer with --timeout 1m")
    }
    try diagnosis.pass(
      .data,
      "\(HelpText.count(counts.reports, "report")), \(HelpText.count(sentences, "sentence"))")
    return dashboard
  }
}
