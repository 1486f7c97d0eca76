import LocationCore
import LocationReplay
import LocationSimulation
import NMEALocation
import Synchronization

/// Reads the track of a simulated receiver from the receiver's bytes, as a program reads a real receiver.
///
/// So a sentence that the scenario damages is lost here too, and the counters count it. The bytes of a fleet are decoded
/// only if the scenario damages them: a decoder for each device is most of the memory of a device.
struct DecodedSimulationReader: TrackReader {
  private var fleet: SimulatedFleet
  /// One for each device; empty if the updates are taken as they are.
  private var decoders: [NMEALocationDecoder] = []
  private let beginning: Duration
  private let request: TrackRequest
  private let counters: SharedValue<NMEACounters>
  private let truth: SimulationTruth?
  /// The items of the last step that were not returned yet, in reverse order.
  private var pending: [TrackItem]

  /// Makes a reader at the start of a track.
  ///
  /// - Parameters:
  ///   - beginning: steps before this offset are skipped.
  ///   - counters: gets the decoders' counters after each step.
  ///   - truth: gets the truth of each step.
  init(
    _ fleet: SimulatedFleet, from beginning: Duration, _ request: TrackRequest,
    counters: SharedValue<NMEACounters>, truth: SimulationTruth? = nil
  ) {
    self.fleet = fleet
    self.beginning = beginning
    self.request = request
    self.counters = counters
    self.truth = truth
    if fleet.scenario.hasWireFaults || fleet.sources.contains(where: { $0.device == nil }) {
      decoders = fleet.sources.map { NMEALocationDecoder(source: $0) }
    }
    counters.value = NMEACounters()
    pending = [TrackItem(.segmentStart, position: beginning)]
  }

  /// The next item; `nil` at the end of the track.
  ///
  /// - Throws: ``SimulatedReceiver/ending``, if the scenario refuses or breaks the source.
  mutating func next() throws(UserLocationError) -> TrackItem? {
    while pending.isEmpty {
      guard let next = fleet.nextOfMember() else {
        if let error = fleet.ending { throw error }
        return nil
      }
      var step = next.step
      guard step.offset >= beginning else { continue }
      truth?.note(step)
      if !decoders.isEmpty { decode(&step, of: next.member) }
      if !request.wantsSatellites {
        step.updates.removeAll { if case .sky = $0 { true } else { false } }
      }
      if !request.keepsBytes { step.bytes = [] }
      pending = step.items.reversed()
    }
    return pending.removeLast()
  }

  /// Replaces the updates of a step by those that are decoded from its bytes.
  private mutating func decode(_ step: inout SimulationStep, of member: Int) {
    var updates = step.updates.filter { if case .authorization = $0 { true } else { false } }
    // All devices are counted together.
    decoders[member].counters = counters.value
    decoders[member].decode(step.bytes) { update, _ in updates.append(update) }
    // A step is one instant, so its epoch is complete.
    decoders[member].flush { update, _ in updates.append(update) }
    counters.value = decoders[member].counters
    step.updates = updates
  }
}

/// Tells the truth of each instant of each device once, also if several subscriptions and rounds run the simulation.
final class SimulationTruth: Sendable {
  private let limit: Duration?
  private let tell: @Sendable (Fix) -> Void
  /// The last instant of each device.
  private let last = Mutex<[String?: Duration]>([:])

  /// - Parameter limit: nothing is told from this offset on; `nil` for no limit.
  init(limit: Duration?, tell: @escaping @Sendable (Fix) -> Void) {
    (self.limit, self.tell) = (limit, tell)
  }

  func note(_ step: SimulationStep) {
    if let limit, step.offset >= limit { return }
    // The lock keeps the order of two subscriptions.
    last.withLock { last in
      let device = step.trueFix.source.device
      if let told = last[device], step.offset <= told { return }
      last[device] = step.offset
      tell(step.trueFix)
    }
  }
}
