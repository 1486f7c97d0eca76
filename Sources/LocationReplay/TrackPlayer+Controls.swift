// What people do with a recording while it plays.
extension TrackPlayer {
  /// The factors between which people choose.
  private static let factors = [0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128]

  /// Plays at the next greater factor. Nothing changes if there is none.
  package func playFaster() {
    let factor = factor
    choose(Self.factors.first { $0 > factor * 1.001 })
  }

  /// Plays at the next smaller factor. Nothing changes if there is none.
  package func playSlower() {
    let factor = factor
    choose(Self.factors.last { $0 < factor * 0.999 })
  }

  private var factor: Double { pace.factor ?? .infinity }

  private func choose(_ factor: Double?) {
    if let factor { setPace(.times(factor)) }
  }
}
