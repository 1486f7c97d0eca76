public import LocationCore
import Synchronization

/// A simulated receiver as a `LocationProvider`.
///
/// Every subscription is a run of its own from the start of the track, and waits for its consumer:
/// nothing is lost, however slow or fast it goes. Fixes say that they are simulated
/// (`fix.isSimulated`). Their timestamps are the scenario's; the host's time is in `receivedAt` only.
///
/// ```swift
/// let clock = ManualClock(jumpsToDeadlines: true)
/// let provider = SimulatedLocationProvider(
///   scenario: scenario, seed: 7, clock: clock, now: { clock.date })
/// ```
///
/// Where the scenario grants the authorization only later, a request for it waits till then, and
/// subscriptions that follow begin there; one that was started without asking says nothing before.
public final class SimulatedLocationProvider: LocationProvider {
  /// What is simulated, with the seed and start that were asked for.
  public let scenario: Scenario
  private let pace: ReplayPace
  private let clock: ErasedClock
  private let now: @Sendable () -> Date
  private let access: AccessFaults
  private let status: StatusBox

  /// Makes a provider.
  ///
  /// - Parameters:
  ///   - scenario: what to simulate.
  ///   - seed: of all that is random, in place of the scenario's.
  ///   - pace: as the track's time goes, faster, slower, or as fast as it is taken.
  ///   - start: the receiver's time at the start, in place of the scenario's.
  ///   - clock: what the pace is kept with.
  ///   - now: the host's time of day, for `receivedAt`.
  public init<C: Clock>(
    scenario: Scenario, seed: UInt64? = nil, pace: ReplayPace = .recorded, start: Date? = nil,
    clock: C = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() }
  ) where C.Duration == Duration {
    let receiver = SimulatedReceiver(scenario: scenario, seed: seed, start: start)
    self.scenario = receiver.scenario
    self.pace = pace
    self.clock = ErasedClock(clock)
    self.now = now
    access = AccessFaults(scenario.faults, source: receiver.source)
    status = StatusBox(access.initialStatus)
  }

  /// What the scenario has made of the authorization so far.
  public var authorizationStatus: AuthorizationStatus { status.value }

  /// That the scenario is to blame, after a refusal.
  public var authorizationRefusal: String? {
    authorizationStatus.isRefused ? AccessFaults.explanation : nil
  }

  /// The status; where the scenario grants it later, that moment is waited for.
  public func requestWhenInUseAuthorization() async -> AuthorizationStatus {
    guard authorizationStatus == .notDetermined, let grant = access.grant else {
      return authorizationStatus
    }
    if let factor = pace.factor {
      guard (try? await clock.sleep(until: clock.now + grant / factor)) != nil else {
        return authorizationStatus
      }
    }
    status.grant()
    return authorizationStatus
  }

  /// Starts a run of its own.
  public func startUpdatingLocation() -> LocationUpdates {
    if authorizationStatus.isRefused { return LocationUpdates(failing: access.refusal) }
    let run = makeRun(writesBytes: false)
    return LocationUpdates { () async throws(UserLocationError) in try await run.next() }
  }

  /// Starts a run of its own that gives the receiver's bytes too. What is returned makes the next
  /// moment when its time has come; `nil` is the end.
  package func startSpeaking()
    -> @Sendable () async throws(UserLocationError) -> SimulatedMoment?
  {
    let run = makeRun(writesBytes: true)
    return { () async throws(UserLocationError) in try await run.nextMoment() }
  }

  private func makeRun(writesBytes: Bool) -> SimulationRun {
    let beginning = authorizationStatus == .authorizedWhenInUse ? access.grant : nil
    return SimulationRun(
      SimulatedReceiver(scenario: scenario, writesBytes: writesBytes), from: beginning ?? .zero,
      pace: pace, clock: clock, now: now, status: status)
  }
}

/// The authorization that a provider and its runs share.
final class StatusBox: Sendable {
  private let status: Mutex<AuthorizationStatus>

  init(_ status: AuthorizationStatus) { self.status = Mutex(status) }

  var value: AuthorizationStatus { status.withLock { $0 } }

  /// What has been refused stays so.
  func change(to new: AuthorizationStatus) {
    status.withLock { if !$0.isRefused { $0 = new } }
  }

  func grant() { change(to: .authorizedWhenInUse) }
}
