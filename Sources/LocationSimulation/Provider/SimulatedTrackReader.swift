public import LocationCore
public import LocationReplay

/// Reads the track of a simulated receiver; ``SimulatedLocationProvider`` plays it.
///
/// Positions are the offsets of the receiver's steps. The first item starts a segment. So a receiver
/// that is silent at first stays silent for the same time when it is played.
public struct SimulatedTrackReader: TrackReader {
  private var receiver: SimulatedReceiver
  private let beginning: Duration
  /// The remaining items of the last step, in reverse order.
  private var pending: [TrackItem]

  /// Makes a reader at the start of a track.
  ///
  /// - Parameters:
  ///   - scenario: what to simulate.
  ///   - seed: replaces the scenario's seed.
  ///   - start: the receiver's time at the start; replaces the scenario's.
  ///   - request: what the consumer needs.
  public init(
    scenario: Scenario, seed: UInt64? = nil, start: Date? = nil,
    _ request: TrackRequest = TrackRequest()
  ) {
    self.init(
      SimulatedReceiver(
        scenario: scenario, seed: seed, start: start, writesBytes: request.keepsBytes),
      from: .zero)
  }

  /// - Parameter beginning: steps before this offset are skipped.
  init(_ receiver: SimulatedReceiver, from beginning: Duration) {
    self.receiver = receiver
    self.beginning = beginning
    pending = [TrackItem(.segmentStart, position: beginning)]
  }

  /// The next item; `nil` at the end of the track.
  ///
  /// - Throws: ``SimulatedReceiver/ending``, if the scenario refuses or breaks the source.
  public mutating func next() throws(UserLocationError) -> TrackItem? {
    while pending.isEmpty {
      guard let step = receiver.next() else {
        if let error = receiver.ending { throw error }
        return nil
      }
      if step.offset >= beginning { pending = step.items.reversed() }
    }
    return pending.removeLast()
  }
}

extension SimulationStep {
  /// The step as one item for each update; the first one carries all bytes.
  fileprivate var items: [TrackItem] {
    guard !updates.isEmpty else {
      return bytes.isEmpty ? [] : [TrackItem(nil, position: offset, bytes: bytes)]
    }
    return updates.enumerated().map { index, update in
      TrackItem(.update(update), position: offset, bytes: index == 0 ? bytes : [])
    }
  }
}
