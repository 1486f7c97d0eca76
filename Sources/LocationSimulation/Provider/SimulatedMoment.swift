package import LocationCore

/// What a simulated receiver says at one moment, for who wants its bytes too.
package struct SimulatedMoment: Sendable {
  /// When, in track time.
  package var offset: Duration
  /// `nil` where the bytes come to nothing.
  package var update: LocationUpdate?
  /// What the receiver writes; empty where the moment before had it all.
  package var bytes: [UInt8]
}

extension SimulationStep {
  /// The step as moments, one for each update; its bytes come with the first.
  var moments: [SimulatedMoment] {
    guard let first = updates.first else {
      return bytes.isEmpty ? [] : [SimulatedMoment(offset: offset, bytes: bytes)]
    }
    return [SimulatedMoment(offset: offset, update: first, bytes: bytes)]
      + updates.dropFirst().map { SimulatedMoment(offset: offset, update: $0, bytes: []) }
  }
}
