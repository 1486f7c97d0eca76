package import LocationSimulation

extension RandomStream {
  /// The random numbers of a test, the same in every run.
  package init(test seed: UInt64) { self.init(seed: seed, purpose: Purpose(0)) }
}
