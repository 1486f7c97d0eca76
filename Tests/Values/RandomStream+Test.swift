package import LocationSimulation
package import Testing

extension RandomStream {
  /// The random numbers of a test, the same in every run.
  package init(test seed: UInt64) { self.init(seed: seed, purpose: Purpose(0)) }

  /// True with a probability of one in `count`.
  package mutating func oneIn(_ count: Int) -> Bool { integer(below: count) == 0 }
}

/// Plays random sequences of events against a model, until one of them breaks a rule. The failure names the seed of
/// that sequence.
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
    let result = Result { try play(&random) }
    if !isKept(result, seed, sourceLocation) { return }
  }
}

/// Does the same with a machine that has tasks.
package func playRandomSequences(
  _ count: Int = 2_000, sourceLocation: SourceLocation = #_sourceLocation,
  _ play: (inout RandomStream) async throws -> String?
) async {
  for seed in 1...UInt64(count) {
    var random = RandomStream(test: seed)
    let result: Result<String?, any Error>
    do { result = .success(try await play(&random)) } catch { result = .failure(error) }
    if !isKept(result, seed, sourceLocation) { return }
  }
}

/// Whether a sequence kept all rules. Reports a broken one.
private func isKept(
  _ result: Result<String?, any Error>, _ seed: UInt64, _ sourceLocation: SourceLocation
) -> Bool {
  switch result {
  case .success(nil): return true
  case .success(let violation?):
    Issue.record("seed \(seed): \(violation)", sourceLocation: sourceLocation)
  case .failure(let error): Issue.record(error, "seed \(seed)", sourceLocation: sourceLocation)
  }
  return false
}
