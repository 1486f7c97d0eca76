import LocationCore
import LocationDashboard
import LocationIO
import LocationSources
import LocationTracks
import NMEALocation

/// Examines a device, a socket, standard input or a simulation that sends NMEA.
struct ReceiverExamination: Examination {
  static let chain: [Check.Name] = [
    .address, .permission, .connection, .data, .satellites, .fix,
  ]

  let source: SourceDescription
  /// Whether it is at an address of a network, which needs no permission.
  let isOnNetwork: Bool
  let timeout: Duration
  /// Whether to write the decoder's counters.
  let isVerbose: Bool
  let environment: LocateEnvironment

  func waiting(after link: Check.Name?) -> String {
    if source.isRecording { return "reading" }
    if source.isSimulated { return "simulating" }
    if link == .connection { return "waiting for a fix and satellites" }
    if case .serial(_, nil) = source { return "waiting for data at any of the usual rates" }
    return "waiting for data"
  }

  func run(_ diagnosis: inout Diagnosis) async throws {
    let bytes: any ByteSource
    do {
      bytes = try environment.sources.byteSource(for: source)
    } catch {
      throw BrokenLink(.address, error, remedy: "see '\(environment.commandName) help sources'")
    }
    if bytes.authorizationStatus.isRefused {
      try diagnosis.pass(.address, "\(source)")
      throw refused(bytes.authorizationRefusal ?? "permission denied")
    }
    let stream: any ByteStream
    do {
      stream = try bytes.open()
    } catch {
      try explain(error, &diagnosis)
    }
    defer { stream.close() }
    // The first read connects and detects the rate of a serial line.
    let first: [UInt8]?
    do {
      first = try await stream.chunk(upTo: 1 << 14, timeout: bytes.isLive ? timeout : nil)
    } catch {
      try explain(error, &diagnosis)
    }
    try passOpening(&diagnosis)
    try diagnosis.pass(.connection, "it is open")
    let dashboard = try await observe(first, stream, bytes, &diagnosis)
    try FixJudgment(
      dashboard: dashboard, origin: origin(isLive: bytes.isLive), now: environment.now
    )
    .judge(&diagnosis)
  }

  private func origin(isLive: Bool) -> FixJudgment.Origin {
    if source.isSimulated { return .simulation }
    return isLive ? .receiver(waited: HelpText.seconds(timeout)) : .recording
  }

  private func passOpening(_ diagnosis: inout Diagnosis) throws {
    try diagnosis.pass(.address, "\(source)")
    if isOnNetwork {
      try diagnosis.skip(.permission, "none is needed for a network")
    } else {
      try diagnosis.pass(.permission, "you may read it")
    }
  }

  private func refused(_ refusal: String) -> BrokenLink {
    BrokenLink(
      .permission, UserLocationError(.notAuthorized, detail: refusal),
      remedy: "its owner can allow it")
  }

  /// Finds the broken link after opening or the first read failed.
  private func explain(_ error: UserLocationError, _ diagnosis: inout Diagnosis) throws -> Never {
    switch error.code {
    case .cancelled: throw error
    case .hostNotFound, .sourceNotFound, .invalidSource:
      throw BrokenLink(.address, error, remedy: "is it spelled right, and plugged in?")
    case .notAuthorized:
      try diagnosis.pass(.address, "\(source)")
      throw refused(error.detail)
    default:
      try passOpening(&diagnosis)
      guard error.code == .badData else {
        throw BrokenLink(
          .connection, error, remedy: "is it on? does another program use it?")
      }
      try diagnosis.pass(.connection, "it is open")
      throw BrokenLink(.data, error, remedy: Self.aboutProtocols)
    }
  }

  private static let aboutProtocols =
    "is it NMEA, at the right rate? gpsd reads receivers with other protocols"

  private func observe(
    _ first: [UInt8]?, _ stream: any ByteStream, _ bytes: any ByteSource,
    _ diagnosis: inout Diagnosis
  ) async throws -> LocationDashboard {
    var dashboard = LocationDashboard()
    let kind: FixSource.Kind =
      source.isSimulated ? .simulated : bytes.isLive ? .live : .replayed
    var decoder = NMEALocationDecoder(source: FixSource(kind: kind, name: bytes.name))
    var deadline = environment.now().addingTimeInterval(timeout / .seconds(1))
    var next = first
    var ending = bytes.isLive ? "nothing in \(HelpText.seconds(timeout))" : "it is empty"
    while let chunk = next {
      if chunk.isEmpty {
        if bytes.isLive { ending = "the other end closed it" }
        break
      }
      let hadFix = dashboard.fix != nil
      decoder.decode(chunk) { update, _ in dashboard.note(update, at: environment.now()) }
      if dashboard.isComplete { break }
      // Receivers report their satellites every few seconds or never.
      if !hadFix, dashboard.fix != nil {
        deadline = min(deadline, environment.now().addingTimeInterval(5))
      }
      let left = deadline.timeIntervalSince(environment.now())
      guard !bytes.isLive || left > 0 else { break }
      do {
        next = try await stream.chunk(
          upTo: 1 << 14, timeout: bytes.isLive ? .seconds(left) : nil)
      } catch {
        if error.code == .cancelled { throw error }
        ending = error.detail
        break
      }
    }
    if !dashboard.isComplete {
      decoder.finish { update, _ in dashboard.note(update, at: environment.now()) }
    }
    if isVerbose { environment.report(decoder.counters) }
    try judge(decoder.counters, ending, isLive: bytes.isLive, &diagnosis)
    return dashboard
  }

  private func judge(
    _ counters: NMEACounters, _ ending: String, isLive: Bool,
    _ diagnosis: inout Diagnosis
  ) throws {
    guard counters.bytes > 0 else {
      throw BrokenLink(
        name: .data, status: isLive ? .unavailable : .badData, detail: ending,
        remedy: isLive
          ? "is the receiver powered? wait longer with --timeout 1m"
          : "is it the right file?")
    }
    guard counters.sentences > 0 else {
      if case .known(let format) = FileFormat.recognize(counters.foreign, isWhole: false) {
        throw BrokenLink(
          name: .data, status: .badData, detail: "it is \(format.title), not NMEA",
          remedy: "save it in a file, and examine that")
      }
      let detail = ForeignBytes(counters.foreign).advice ?? counters.strangeness
      throw BrokenLink(
        .data, UserLocationError(.badData, detail: detail), remedy: Self.aboutProtocols)
    }
    let bad = counters.badSentences > 0 ? ", \(counters.badSentences) bad" : ""
    try diagnosis.pass(.data, "\(HelpText.count(counters.sentences, "sentence"))\(bad)")
  }
}
