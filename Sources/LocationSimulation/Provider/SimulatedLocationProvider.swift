public import LocationCore
public import LocationReplay
import Synchronization

/// A simulated receiver, or a fleet of them, as a `LocationProvider`.
///
/// It is a `TrackPlayer` of a ``SimulatedTrackReader``, with the scenario's authorization. Every
/// subscription is a run of its own from the start of the track, and waits for its consumer, so
/// nothing is lost. Fixes say that they are simulated (`fix.isSimulated`). Their timestamps are the
/// scenario's; the host's time is in `receivedAt` only.
///
/// ```swift
/// let clock = ManualClock(jumpsToDeadlines: true)
/// let provider = SimulatedLocationProvider(scenario: scenario, seed: 7, clock: clock)
/// ```
///
/// If the scenario grants the authorization later, a request for it waits until then, and
/// subscriptions after the request begin at that time of the track. A subscription that starts
/// without a request yields nothing before that time.
public final class SimulatedLocationProvider: TrackProvider {
  /// What is simulated, with the given seed and start.
  public let scenario: Scenario
  private let pace: ReplayPace
  private let clock: ErasedClock
  private let access: AccessFaults
  private let status: StatusBox
  /// Pauses and seeks the track, and makes the receiver fail while it runs. Its subscriptions are those of the provider.
  public let player: TrackPlayer

  /// Makes a provider.
  ///
  /// - Parameters:
  ///   - scenario: what to simulate.
  ///   - devices: the number of devices of a ``SimulatedFleet``; `nil` for one receiver without a name.
  ///   - seed: the seed of all random numbers, any number; replaces the scenario's.
  ///   - pace: as fast as the track's time, faster, slower, or as fast as the consumer takes it.
  ///   - start: the receiver's time at the start; replaces the scenario's.
  ///   - loops: whether to start over at the end of the track.
  ///   - limit: how much of the track to play, all rounds together; `nil` for no limit. With zero or
  ///     less nothing is played.
  ///   - clock: keeps the pace, and dates `receivedAt`.
  /// - Precondition: `devices` is within ``SimulatedFleet/sizes``.
  public convenience init(
    scenario: Scenario, devices: Int? = nil, seed: UInt64? = nil, pace: ReplayPace = .recorded,
    start: Date? = nil, loops: Bool = false, limit: Duration? = nil,
    clock: any LocationClock = SystemClock()
  ) {
    self.init(
      scenario: scenario, devices: devices, seed: seed, pace: pace, start: start, loops: loops,
      limit: limit, clock: clock, isDecoded: false
    ) { fleet, beginning, _ in
      SimulatedTrackReader(fleet, from: beginning)
    }
  }

  /// Makes a provider with another reader.
  ///
  /// - Parameters:
  ///   - isDecoded: whether the reader decodes the bytes, so that they are written even if no subscription wants
  ///     them. In a fleet that is necessary only if the scenario damages them.
  ///   - reader: makes a reader of a fleet that skips the steps before an offset.
  package init(
    scenario: Scenario, devices: Int?, seed: UInt64? = nil, pace: ReplayPace, start: Date? = nil,
    loops: Bool, limit: Duration?, clock: any LocationClock,
    isDecoded: Bool = true,
    reader: @escaping @Sendable (SimulatedFleet, Duration, TrackRequest) -> any TrackReader
  ) {
    let receiver = SimulatedReceiver(scenario: scenario, seed: seed, start: start)
    let played = receiver.scenario
    let access = AccessFaults(scenario.faults, source: receiver.source)
    let status = StatusBox(access.initialStatus)
    self.scenario = played
    self.pace = pace
    self.clock = ErasedClock(clock)
    self.access = access
    self.status = status
    player = TrackPlayer(pace: pace, loops: loops, limit: limit, clock: clock) { request in
      let beginning = status.value == .authorizedWhenInUse ? access.grant : nil
      let writesBytes =
        devices == nil
        ? isDecoded || request.keepsBytes : isDecoded && played.hasWireFaults
      return reader(
        SimulatedFleet(
          SimulatedReceiver(scenario: played, writesBytes: writesBytes), devices: devices),
        beginning ?? .zero, request)
    }
  }

  /// The authorization that the scenario has given so far; denied after the player's `deny()`.
  public var authorizationStatus: AuthorizationStatus {
    player.authorizationStatus.isRefused ? player.authorizationStatus : status.value
  }

  /// The explanation after a refusal.
  public var authorizationRefusal: String? {
    player.authorizationRefusal
      ?? (authorizationStatus.isRefused ? AccessFaults.explanation : nil)
  }

  /// The status. If the scenario grants the authorization later, this waits until then.
  public func requestWhenInUseAuthorization() async -> AuthorizationStatus {
    guard authorizationStatus == .notDetermined, let grant = access.grant else {
      return authorizationStatus
    }
    if let pause = pace.time(for: grant) {
      guard (try? await clock.sleep(until: clock.now + pause)) != nil else {
        return authorizationStatus
      }
    }
    status.grant()
    return authorizationStatus
  }

  /// Starts a separate run.
  public func startUpdatingLocation() -> LocationUpdates {
    // After its `deny()` the player fails by itself.
    if authorizationStatus.isRefused, !player.authorizationStatus.isRefused {
      return LocationUpdates(failing: access.refusal)
    }
    return player.startUpdatingLocation().changed { [status] update in
      status.follow(update)
      return update
    }
  }

  package func startPlaying() -> TrackItems {
    let next = player.startPlaying()
    return { [status] () async throws(UserLocationError) in
      let item = try await next()
      if let update = item?.update { status.follow(update) }
      return item
    }
  }
}

/// The authorization that a provider and its subscriptions share.
final class StatusBox: Sendable {
  private let status: Mutex<AuthorizationStatus>

  init(_ status: AuthorizationStatus) { self.status = Mutex(status) }

  var value: AuthorizationStatus { status.withLock { $0 } }

  /// Changes the status, unless it is refused: a refusal is final.
  func change(to new: AuthorizationStatus) {
    status.withLock { if !$0.isRefused { $0 = new } }
  }

  func grant() { change(to: .authorizedWhenInUse) }

  /// Changes the status if the update contains one.
  func follow(_ update: LocationUpdate) {
    if case .authorization(let status) = update { change(to: status) }
  }
}
