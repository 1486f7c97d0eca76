/// A random number that changes slowly: a first-order Gauss–Markov process with mean 0 and variance
/// 1 at any time. Its correlation with itself falls to 1/e within a correlation time.
struct GaussMarkov: Hashable, Sendable {
  private(set) var value: Double?

  /// Advances by a time step, with a correlation time in the same unit; 0 makes every value
  /// independent.
  @discardableResult
  mutating func advance(
    by step: Double, correlationTime: Double, _ random: inout RandomStream
  ) -> Double {
    let fresh = random.normal()
    guard let last = value else {
      value = fresh
      return fresh
    }
    let memory = correlationTime > 0 ? exponential(-step / correlationTime) : 0
    let next = memory * last + (1 - memory * memory).squareRoot() * fresh
    value = next
    return next
  }
}
