import GPSDProtocol
import LocationCore
import LocationDashboard
import LocationIO
import LocationSources
import LocationText

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
    do throws(UserLocationError) {
      let run = try SourceRun(
        of: [source], settings: SourceSettings(pace: .unpaced, access: access), isVerbose: false,
        in: environment)
      if run.base.authorizationStatus == .notDetermined {
        throw UserLocationError(
          .notAuthorized, detail: run.base.authorizationRefusal ?? "nobody has allowed it yet")
      }
      let (received, error) = await Self.observe(run, within: timeout, skyWithin: skyTimeout)
      sky = received.listedSky
      if let error { throw error }
      fix = received.fix
      if fix == nil {
        exit = .noFixInTime
        detail = run.observation.words
      }
    } catch {
      exit = ExitStatus(error.code)
      detail = error.detail.isEmpty ? "\(error.code)" : error.detail
    }
  }

  /// Reads a source until it has a location, ends or fails, or until the time is over.
  ///
  /// - Returns: what is known then, and the error of the source.
  private static func observe(
    _ run: SourceRun, within timeout: Duration, skyWithin skyTimeout: Duration?
  ) async -> (LocationDashboard, UserLocationError?) {
    let environment = run.environment
    let firstFix = Promise<Void>()
    // A time limit returns `nil`.
    return await withTaskGroup(of: (LocationDashboard, UserLocationError?)?.self) { group in
      group.addTask {
        var dashboard = LocationDashboard()
        do throws(UserLocationError) {
          for try await update in run.provider.startUpdatingLocation() {
            dashboard.note(update, at: environment.now())
            guard dashboard.fix != nil else { continue }
            firstFix.give()
            if skyTimeout == nil || dashboard.isComplete { return (dashboard, nil) }
          }
          guard dashboard.fix == nil else { return (dashboard, nil) }
          throw UserLocationError(.sourceEnded, detail: "it ended without a location")
        } catch {
          return (dashboard, error)
        }
      }
      group.addTask {
        try? await environment.clock.sleep(for: timeout)
        return nil
      }
      if let skyTimeout {
        group.addTask {
          await firstFix.value { firstFix.give() }
          try? await environment.clock.sleep(for: skyTimeout)
          return nil
        }
      }
      let first = await group.next()
      group.cancelAll()
      if case let ending?? = first { return ending }
      // The error of the canceled reader says nothing about the source.
      for await case let (dashboard, _)? in group { return (dashboard, nil) }
      return (LocationDashboard(), nil)
    }
  }

  private var state: SourceMetrics.State {
    switch exit {
    case .done: .fix
    case .noFixInTime: .waiting
    case .notAuthorized: .denied
    default: .failed
    }
  }

  func add(to metrics: inout SourceMetrics) {
    metrics.add(source.name, state, fix: fix, sky: sky)
  }

  func write(into text: inout ByteText, now: () -> Date) {
    text.write(printable: source.name)
    text.write("  ")
    text.write(printable: fix?.summary(at: now) ?? detail)
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
