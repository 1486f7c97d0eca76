public import LocationCore
public import LocationReplay

/// Reads the track of a simulated receiver or of a fleet; ``SimulatedLocationProvider`` plays it.
///
/// Positions are the offsets of the steps. The first item starts a segment. So a receiver
/// that is silent at first stays silent for the same time when it is played.
public struct SimulatedTrackReader: TrackReader {
  private var fleet: SimulatedFleet
  private let beginning: Duration
  /// The remaining items of the last step, in reverse order.
  private var pending: [TrackItem]

  /// Makes a reader at the start of a track.
  ///
  /// - Parameters:
  ///   - scenario: what to simulate.
  ///   - devices: the number of devices of a ``SimulatedFleet``, whose items carry no bytes; `nil` for one receiver
  ///     without a name.
  ///   - seed: replaces the scenario's seed.
  ///   - start: the receiver's time at the start; replaces the scenario's.
  ///   - request: what the consumer needs.
  /// - Precondition: `devices` is within ``SimulatedFleet/sizes``.
  public init(
    scenario: Scenario, devices: Int? = nil, seed: UInt64? = nil, start: Date? = nil,
    _ request: TrackRequest = TrackRequest()
  ) {
    self.init(
      SimulatedFleet(
        SimulatedReceiver(
          scenario: scenario, seed: seed, start: start,
          writesBytes: request.keepsBytes && devices == nil),
        devices: devices),
      from: .zero)
  }

  /// - Parameter beginning: steps before this offset are skipped.
  init(_ fleet: SimulatedFleet, from beginning: Duration) {
    self.fleet = fleet
    self.beginning = beginning
    pending = [TrackItem(.segmentStart, position: beginning)]
  }

  /// The next item; `nil` at the end of the track.
  ///
  /// - Throws: ``SimulatedReceiver/ending``, if the scenario refuses or breaks the source.
  public mutating func next() throws(UserLocationError) -> TrackItem? {
    while pending.isEmpty {
      guard let step = fleet.next() else {
        if let error = fleet.ending { throw error }
        return nil
      }
      if step.offset >= beginning { pending = step.items.reversed() }
    }
    return pending.removeLast()
  }
}

extension SimulationStep {
  /// The step as one item for each update; the first one carries all bytes. The bytes of a fleet do not name the device,
  /// so a step of a fleet has none, and sentences are made from its updates.
  package var items: [TrackItem] {
    let isOfFleet = trueFix.source.device != nil
    let bytes = isOfFleet ? [] : bytes
    guard !updates.isEmpty else {
      return bytes.isEmpty ? [] : [TrackItem(nil, position: offset, bytes: bytes)]
    }
    return updates.enumerated().map { index, update in
      var item = TrackItem(.update(update), position: offset, bytes: index == 0 ? bytes : [])
      item.needsSentences = isOfFleet
      return item
    }
  }
}
