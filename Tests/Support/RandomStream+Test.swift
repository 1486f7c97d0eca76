package import LocationSimulation
package import Testing

extension RandomStream {
  /// The random numbers of a test, the same in every run.
  package init(test seed: UInt64) { self.init(seed: seed, purpose: Purpose(0)) }

  /// True with a probability of one in `count`.
  package mutating func oneIn(_ count: Int) -> Bool { integer(below: count) == 0 }
}

/// Plays random sequences of events against a model, until one of them breaks a rule.
///
/// - Parameters:
///   - count: the number of sequences, each with a seed of its own from 1 on.
///   - play: plays the sequence of a seed, and returns the broken rule, or `nil`.
package func playRandomSequences(
  _ count: Int = 2_000, sourceLocation: SourceLocation = #_sourceLocation,
  _ play: (inout RandomStream) throws -> String?
) {
  for seed in 1...UInt64(count) {
    var random = RandomStream(test: seed)
    do {
      guard let violation = try play(&random) else { continue }
      Issue.record("seed \(seed): \(violation)", sourceLocation: sourceLocation)
    } catch {
      Issue.record(error, "seed \(seed)", sourceLocation: sourceLocation)
    }
    return
  }
}
