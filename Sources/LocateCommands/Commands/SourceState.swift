import GPSDProtocol
import LocationCore
import LocationIO
import LocationSources
import LocationText
import Synchronization

/// What a source is doing.
struct SourceState: Sendable {
  let source: SourceDescription
  private(set) var exit = ExitStatus.done
  private(set) var fix: Fix?
  private(set) var sky: SkyView?
  /// Why there is no location.
  private(set) var detail = ""

  /// Observes all sources at the same time.
  ///
  /// - Parameters:
  ///   - access: the access to brokers.
  ///   - timeout: how long to wait for a location.
  ///   - skyTimeout: how long to wait for the satellites after a location; `nil` not to wait for them.
  /// - Throws: `CancellationError`.
  static func all(
    of sources: [SourceDescription], _ access: MQTTAccess, within timeout: Duration,
    skyWithin skyTimeout: Duration? = nil,
    in environment: LocateEnvironment
  ) async throws -> [SourceState] {
    let states = await withTaskGroup(of: (Int, SourceState).self) { group in
      for (index, source) in sources.enumerated() {
        group.addTask {
          let state = await SourceState(
            of: source, access, within: timeout, skyWithin: skyTimeout, in: environment)
          return (index, state)
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    try Task.checkCancellation()
    return sources.indices.compactMap { states[$0] }
  }

  /// Observes a source until it has a location or fails, or until the time is over.
  private init(
    of source: SourceDescription, _ access: MQTTAccess, within timeout: Duration,
    skyWithin skyTimeout: Duration?,
    in environment: LocateEnvironment
  ) async {
    self.source = source
    let observation = SourceObservation(of: [source], clock: environment.clock)
    let seen = Seen()
    do {
      let provider = try environment.sources.provider(
        for: source, settings: SourceSettings(pace: .unpaced, access: access))
      if provider.authorizationStatus == .notDetermined {
        throw UserLocationError(
          .notAuthorized, detail: provider.authorizationRefusal ?? "nobody has allowed it yet")
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for try await update in provider.startUpdatingLocation() {
            observation.note(update)
            seen.add(update)
            if seen.hasFix, skyTimeout == nil || seen.isComplete { return }
          }
          if !seen.hasFix {
            throw UserLocationError(.sourceEnded, detail: "it ended without a location")
          }
        }
        group.addTask { try await environment.clock.sleep(for: timeout) }
        if let skyTimeout {
          group.addTask {
            await seen.waitForFix()
            try await environment.clock.sleep(for: skyTimeout)
          }
        }
        defer { group.cancelAll() }
        try await group.next()
      }
      if !seen.hasFix {
        exit = .noFixInTime
        detail = observation.words
      }
    } catch {
      let error = error as? UserLocationError ?? .cancelled
      exit = ExitStatus(error.code)
      detail = error.detail.isEmpty ? "\(error.code)" : error.detail
    }
    if exit == .done { fix = seen.sighting.fix }
    sky = seen.sighting.sky
  }

  private var state: SourceSnapshot.State {
    switch exit {
    case .done: .fix
    case .noFixInTime: .waiting
    case .notAuthorized: .denied
    default: .failed
    }
  }

  /// The state for metrics.
  var snapshot: SourceSnapshot {
    SourceSnapshot(name: source.name, state: state, fix: fix, sky: sky)
  }

  func write(into text: inout ByteText, now: () -> Date) {
    text.write(printable: source.name)
    text.write("  ")
    text.write(printable: fix.map { Sighting.words(for: $0, now) } ?? detail)
    text.write("\n")
  }

  func write(jsonInto text: inout ByteText) {
    text.member(#"{"source":"#, string: source.name)
    text.member(#","state":"#, string: state.rawValue)
    text.member(#","exit":"#, integer: Int(exit.code))
    text.member(#","detail":"#, string: detail.isEmpty ? nil : detail)
    text.member(#","fix":"#, fix: fix)
    text.write("}\n")
  }
}

/// What was received from a source.
private final class Seen: Sendable {
  private let state = Mutex(Sighting())
  private let (fixes, continuation) = AsyncStream.makeStream(of: Void.self)

  var sighting: Sighting { state.withLock { $0 } }
  var hasFix: Bool { sighting.fix != nil }
  var isComplete: Bool { sighting.isComplete }

  func add(_ update: LocationUpdate) {
    state.withLock { $0.add(update) }
    if hasFix { continuation.finish() }
  }

  /// Returns when there is a fix, or when the task is canceled.
  func waitForFix() async { for await _ in fixes {} }
}
