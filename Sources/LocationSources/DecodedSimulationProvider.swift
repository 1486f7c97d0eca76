import LocationCore
import LocationReplay
import LocationSimulation
import NMEALocation

/// A simulated receiver, or a fleet of them, whose bytes are decoded; see ``DecodedSimulationReader``.
struct DecodedSimulationProvider: NMEAProvider, TrackProvider, WrappingProvider {
  private let simulated: SimulatedLocationProvider
  /// The counters of the last run.
  private let decoded: SharedValue<NMEACounters>

  /// Makes a provider. The other parameters are those of `SimulatedLocationProvider`.
  ///
  /// - Parameter truth: receives where the receiver really is; see ``SourceSettings/truth``.
  init(
    scenario: Scenario, devices: Int?, pace: ReplayPace, loops: Bool, limit: Duration?,
    clock: any LocationClock, truth: (@Sendable (Fix) -> Void)? = nil
  ) {
    let counters = SharedValue(NMEACounters())
    decoded = counters
    let truth = truth.map { SimulationTruth(limit: limit, tell: $0) }
    simulated = SimulatedLocationProvider(
      scenario: scenario, devices: devices, pace: pace, loops: loops, limit: limit, clock: clock
    ) { fleet, beginning, request in
      DecodedSimulationReader(fleet, from: beginning, request, counters: counters, truth: truth)
    }
  }

  var counters: NMEACounters { decoded.value }

  var base: any LocationProvider { simulated }

  var player: TrackPlayer { simulated.player }

  func startUpdatingLocation() -> LocationUpdates { simulated.startUpdatingLocation() }

  func startPlaying() -> TrackItems { simulated.startPlaying() }
}
