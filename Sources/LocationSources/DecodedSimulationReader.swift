import LocationCore
import LocationReplay
import LocationSimulation
import NMEALocation
import Synchronization

/// Reads the track of a simulated receiver from the receiver's bytes, as a program reads a real receiver.
///
/// So a sentence that the scenario damages is lost here too, and the counters count it.
struct DecodedSimulationReader: TrackReader {
  private var receiver: SimulatedReceiver
  private var decoder: NMEALocationDecoder
  private let beginning: Duration
  private let request: TrackRequest
  private let counters: SimulationCounters
  private let truth: SimulationTruth?
  /// The items of the last step that were not returned yet, in reverse order.
  private var pending: [TrackItem]

  /// Makes a reader at the start of a track.
  ///
  /// - Parameters:
  ///   - beginning: steps before this offset are skipped.
  ///   - counters: gets the decoder's counters after each step.
  ///   - truth: gets the truth of each step.
  init(
    _ receiver: SimulatedReceiver, from beginning: Duration, _ request: TrackRequest,
    counters: SimulationCounters, truth: SimulationTruth? = nil
  ) {
    self.receiver = receiver
    self.beginning = beginning
    self.request = request
    self.counters = counters
    self.truth = truth
    decoder = NMEALocationDecoder(source: receiver.source)
    pending = [TrackItem(.segmentStart, position: beginning)]
  }

  /// The next item; `nil` at the end of the track.
  ///
  /// - Throws: ``SimulatedReceiver/ending``, if the scenario refuses or breaks the source.
  mutating func next() throws(UserLocationError) -> TrackItem? {
    while pending.isEmpty {
      guard let step = receiver.next() else {
        if let error = receiver.ending { throw error }
        return nil
      }
      guard step.offset >= beginning else { continue }
      truth?.note(step)
      pending = items(of: step).reversed()
    }
    return pending.removeLast()
  }

  /// The step as one item for each update; the first one carries all bytes.
  private mutating func items(of step: SimulationStep) -> [TrackItem] {
    var updates = step.updates.filter { if case .authorization = $0 { true } else { false } }
    decoder.decode(step.bytes) { update, _ in updates.append(update) }
    // A step is one instant, so its epoch is complete.
    decoder.flush { update, _ in updates.append(update) }
    if !request.wantsSatellites {
      updates.removeAll { if case .sky = $0 { true } else { false } }
    }
    counters.value = decoder.counters
    let bytes = request.keepsBytes ? step.bytes : []
    guard !updates.isEmpty else {
      return bytes.isEmpty ? [] : [TrackItem(nil, position: step.offset, bytes: bytes)]
    }
    return updates.enumerated().map { index, update in
      TrackItem(.update(update), position: step.offset, bytes: index == 0 ? bytes : [])
    }
  }
}

/// Tells the truth of each instant of a simulated receiver once, also if several subscriptions and rounds run it.
final class SimulationTruth: Sendable {
  private let limit: Duration?
  private let tell: @Sendable (Fix) -> Void
  private let last = Mutex<Duration?>(nil)

  /// - Parameter limit: nothing is told from this offset on; `nil` for no limit.
  init(limit: Duration?, tell: @escaping @Sendable (Fix) -> Void) {
    (self.limit, self.tell) = (limit, tell)
  }

  func note(_ step: SimulationStep) {
    if let limit, step.offset >= limit { return }
    // The lock keeps the order of two subscriptions.
    last.withLock { last in
      if let told = last, step.offset <= told { return }
      last = step.offset
      tell(step.trueFix)
    }
  }
}

/// The decoder's counters of the last run of a simulated receiver.
final class SimulationCounters: Sendable {
  private let counters = Mutex(NMEACounters())

  var value: NMEACounters {
    get { counters.withLock { $0 } }
    set { counters.withLock { $0 = newValue } }
  }
}
