import LocationCore
import LocationReplay
import LocationSimulation
import NMEALocation

/// A simulated receiver, or a fleet of them, whose bytes are decoded; see ``DecodedSimulationReader``.
struct DecodedSimulationProvider: NMEAProvider, TrackProvider {
  let base: SimulatedLocationProvider
  private let decoded: SimulationCounters

  /// Makes a provider. The other parameters are those of `SimulatedLocationProvider`.
  ///
  /// - Parameter truth: receives where the receiver really is; see ``SourceSettings/truth``.
  init(
    scenario: Scenario, devices: Int?, pace: ReplayPace, loops: Bool, limit: Duration?,
    clock: any LocationClock, truth: (@Sendable (Fix) -> Void)? = nil
  ) {
    let counters = SimulationCounters()
    decoded = counters
    let truth = truth.map { SimulationTruth(limit: limit, tell: $0) }
    base = SimulatedLocationProvider(
      scenario: scenario, devices: devices, pace: pace, loops: loops, limit: limit, clock: clock
    ) { fleet, beginning, request in
      DecodedSimulationReader(fleet, from: beginning, request, counters: counters, truth: truth)
    }
  }

  var counters: NMEACounters { decoded.value }

  var player: TrackPlayer { base.player }

  var authorizationStatus: AuthorizationStatus { base.authorizationStatus }

  var authorizationRefusal: String? { base.authorizationRefusal }

  func requestWhenInUseAuthorization() async -> AuthorizationStatus {
    await base.requestWhenInUseAuthorization()
  }

  func startUpdatingLocation() -> LocationUpdates { base.startUpdatingLocation() }

  func startPlaying() -> TrackItems { base.startPlaying() }
}
