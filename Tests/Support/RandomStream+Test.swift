package import LocationSimulation

extension RandomStream {
  /// The stream of a test's own: numbers that look random and are the same in every run.
  package init(test seed: UInt64) { self.init(seed: seed, purpose: Purpose(0)) }
}
