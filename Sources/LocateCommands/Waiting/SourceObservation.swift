import LocationCore
import LocationSources
import Synchronization

/// What a source has reported while a command waits for a location.
///
/// The terminal's status line shows it, and the error after a timeout states it.
final class SourceObservation: Sendable {
  private struct State {
    /// When the command began to wait; `nil` while the source has a location.
    var waitingSince: Duration? = .zero
    var last: Report?
    /// Whether the source delivered anything since the command began.
    var hasData = false
    /// Whether there was a location while the command waited.
    var hasFix = false
    /// The number of locations that the command accepted.
    var accepted = 0
    /// Whether one of them had a date and a time.
    var hasDate = false
    /// The number of satellites in view, if the receiver reports them.
    var satellites: Int?
    /// The smallest error in meters of the locations that were not accepted.
    var bestError: Double?
    /// How many dropped updates the user knows of.
    var toldDrops = 0
    /// The user is told of them no earlier; `nil` before the first one.
    var nextTelling: Duration?

    /// Whether the source said neither that it has no location nor what it sees.
    var hasNoReport: Bool { last == nil && satellites == nil }
  }

  /// The pauses before the first report of dropped updates, and between two of them.
  private static let tellingPauses = (first: Duration.seconds(1), next: Duration.seconds(60))

  private enum Report: Equatable {
    case loss(FixLoss.Reason)
    /// A location that was not accepted.
    case fix
  }

  private let sources: [SourceDescription]
  private let clock: ErasedClock
  /// What came from the sources in place of a location; `nil` if it is not known.
  private let obstacle: @Sendable () -> String?
  private let state = Mutex(State())
  /// What was dropped because the command was slower than a source that does not wait.
  let drops = DropCount()

  /// Begins to wait for a location of a source, or of one of several.
  ///
  /// - Parameter obstacle: what came from them in place of a location; `nil` if it is not known.
  init(
    of sources: [SourceDescription], clock: any LocationClock,
    obstacle: @escaping @Sendable () -> String? = { nil }
  ) {
    self.sources = sources
    self.obstacle = obstacle
    self.clock = ErasedClock(clock)
  }

  /// Whether the source has no location.
  var isWaiting: Bool { state.withLock { $0.waitingSince != nil } }

  /// Whether the command accepted a location.
  var hasLocation: Bool { locationCount > 0 }

  /// The number of locations that the command accepted.
  var locationCount: Int { state.withLock { $0.accepted } }

  /// Whether there was a location that the command did not accept.
  var hasRejectedFix: Bool { state.withLock { $0.waitingSince != nil && $0.hasFix } }

  /// Whether the command accepted a location with a date and a time.
  var hasDate: Bool { state.withLock { $0.hasDate } }

  /// Notes an update. A fix ends the waiting only if the command accepts it; see ``locate(_:)``.
  func note(_ update: LocationUpdate) {
    switch update {
    case .sky(let sky):
      state.withLock { state in
        state.hasData = true
        state.satellites = sky.satellites.count
      }
    case .fix(let fix):
      state.withLock { state in
        state.hasData = true
        guard state.waitingSince != nil else { return }
        state.last = .fix
        state.hasFix = true
        if let error = fix.horizontalAccuracy {
          state.bestError = min(error, state.bestError ?? error)
        }
      }
    case .fixLost(let loss):
      let now = clock.now
      state.withLock { state in
        state.waitingSince = state.waitingSince ?? now
        state.last = .loss(loss.reason)
        if ![.disconnected, .deviceRemoved].contains(loss.reason) { state.hasData = true }
        if !loss.reason.isOfWorkingReceiver { state.satellites = nil }
      }
    case .authorization: break
    }
  }

  /// Notes that the command accepted a location.
  ///
  /// - Returns: the number of accepted locations.
  func locate(_ fix: Fix) -> Int {
    state.withLock { state in
      state.waitingSince = nil
      state.accepted += 1
      if fix.timestamp != nil { state.hasDate = true }
      return state.accepted
    }
  }

  /// What to tell the user about dropped updates; `nil` if there is nothing new, or if it was told a moment ago.
  func dropReport(isAtEnd: Bool = false) -> String? {
    let total = drops.total
    guard total > 0 else { return nil }
    let now = clock.now
    return state.withLock { state -> String? in
      let next = state.nextTelling ?? now + Self.tellingPauses.first
      state.nextTelling = next
      guard total > state.toldDrops, isAtEnd || now >= next else { return nil }
      state.toldDrops = total
      state.nextTelling = now + Self.tellingPauses.next
      return
        "\(sources.names): dropped \(HelpText.count(total, "update"))\(isAtEnd ? "" : " so far"), which came faster "
        + "than they were read"
    }
  }

  /// Why there is no location, and for how long: "no fix, 5 satellites in view, 12 s". `nil` while the
  /// source has a location.
  var status: String? {
    let state = state.withLock { $0 }
    guard let since = state.waitingSince else { return nil }
    return "\(words(for: state)), \((clock.now - since).components.seconds) s"
  }

  /// The status, and the source that the command waits for. A narrow terminal leaves the end out.
  var statusLine: String? { status.map { "\($0), waiting for \(sources.names)" } }

  /// Why there is no location: "no fix, 5 satellites in view".
  var words: String { words(for: state.withLock { $0 }) }

  /// What was observed, and advice, for the error of a command that found no location.
  ///
  /// - Parameters:
  ///   - isOver: whether the source ended. Then it is useless to wait longer.
  ///   - limitsError: whether the command accepts only locations with a small error.
  func explanation(isOver: Bool, limitsError: Bool) -> String {
    let state = state.withLock { $0 }
    if state.hasFix, isOver || state.last == .fix {
      guard limitsError else { return "the options left out all of its locations" }
      return state.bestError.map {
        "the best was ± \(HelpText.meters($0)); allow as much with --accuracy"
      } ?? "the locations do not state their error; leave --accuracy out to take them"
    }
    if state.last == nil || isOver, let obstacle = obstacle() { return obstacle }
    if isOver, datum(of: state) == nil { return "the receiver never had a fix" }
    return "\(words(for: state)); \(advice(for: state))"
  }

  private func words(for state: State) -> String {
    switch state.last {
    case .loss(.noDevice): return isGPSD ? "gpsd has no receiver" : "there is no receiver"
    case .loss(.silent): return "the receiver sends nothing"
    case .loss(.deviceRemoved) where state.hasData: return "the receiver is gone"
    case .loss(.deviceRemoved): return "there is no receiver"
    case .loss(.disconnected) where state.hasData: return "the connection broke"
    case .loss(.disconnected): return isGPSD ? "gpsd does not answer" : "there is no connection"
    case .fix:
      return "no location is good enough"
        + (state.bestError.map { ", the best is ± \(HelpText.meters($0))" } ?? "")
    case .loss(let reason) where reason.datum != nil: return reason.description
    case .loss(.deviceAdded): return "no data yet"
    case nil where state.hasNoReport: return obstacle() ?? "no data yet"
    case .loss, nil:
      let satellites = state.satellites.map { ", \(HelpText.count($0, "satellite")) in view" }
      return "no fix" + (satellites ?? "")
    }
  }

  private func datum(of state: State) -> String? {
    if case .loss(let reason) = state.last { reason.datum } else { nil }
  }

  private func advice(for state: State) -> String {
    if datum(of: state) != nil { return FixLoss.Reason.datumAdvice }
    guard sources.contains(where: \.isLive) else { return "wait longer with --timeout" }
    if sources == [.geoClue] { return "'doctor' examines it; or wait longer with --timeout" }
    switch state.last {
    case .loss(.noDevice) where isGPSD:
      return "plug it in, or name it to gpsd: sudo gpsdctl add /dev/ttyACM0"
    case .loss(let reason) where reason.isOfWorkingReceiver: break
    case nil where state.satellites != nil: break
    default: return "is the receiver on and connected? 'doctor' examines it"
    }
    return "the antenna needs open sky; wait longer with --timeout"
  }

  /// Whether gpsd is the only source.
  private var isGPSD: Bool {
    if case .gpsd = sources[0] { sources.count == 1 } else { false }
  }
}

extension FixLoss.Reason {
  /// Whether the receiver sends data.
  fileprivate var isOfWorkingReceiver: Bool {
    self == .noFix || self == .undetermined || self == .noPosition || datum != nil
  }

  static let datumAdvice = "set the receiver to WGS 84"
}

/// A provider whose updates are noted in a ``SourceObservation``. While the command waits, it also asks
/// for satellites, because their number is worth knowing then.
struct ObservedProvider: WrappingProvider {
  let base: any LocationProvider
  let observation: SourceObservation
  /// Called after a subscription has started.
  var onStart: @Sendable () -> Void = {}
  /// Gets each update after the observation.
  var onUpdate: @Sendable (LocationUpdate) -> Void = { _ in }
  /// Gets the reports of dropped updates.
  var say: @Sendable (String) -> Void = { _ in }

  func startUpdatingLocation() -> LocationUpdates {
    defer { onStart() }
    let updates = base.startUpdatingLocation()
    updates.drops.add(to: observation.drops)
    return updates.changed(
      alsoInterestedIn: { [observation] in observation.isWaiting ? .satellites : [] }
    ) { [observation, onUpdate, say] update in
      observation.note(update)
      onUpdate(update)
      if let report = observation.dropReport() { say(report) }
      return update
    }
  }
}
