/// The result of decoding simulated receivers with known truth.
package struct TruthTally: Equatable, Sendable {
  /// Instants whose position arrived undamaged.
  package var epochs = 0
  package var fixes = 0
  /// Fixes with a value that differs from the truth of their instant.
  package var wrong = 0
  /// Fixes at a place that no receiver sent.
  package var invented = 0
  /// Fixes of an instant that had a fix already.
  package var duplicate = 0
  /// Epochs without a fix.
  package var withheld = 0
  /// Fixes without an altitude or speed that arrived undamaged.
  package var withheldValues = 0
  /// The first false fixes, in words.
  package var examples: [String] = []

  /// Makes a tally of nothing.
  package init() {}

  package static func += (one: inout TruthTally, other: TruthTally) {
    one.epochs += other.epochs
    one.fixes += other.fixes
    one.wrong += other.wrong
    one.invented += other.invented
    one.duplicate += other.duplicate
    one.withheld += other.withheld
    one.withheldValues += other.withheldValues
    one.examples = Array((one.examples + other.examples).prefix(5))
  }
}
