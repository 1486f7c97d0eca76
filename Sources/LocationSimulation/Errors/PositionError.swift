import LocationCore

/// Makes the error of each position: Gauss–Markov processes of unit variance, shaped by the
/// geometry of the satellites. At any moment their covariance is UERE² times the covariance of the
/// geometry, also when the satellites change.
struct PositionError: Sendable {
  /// Meters to the east, north and up.
  struct Offset: Hashable, Sendable {
    var east = 0.0
    var north = 0.0
    var up = 0.0
  }

  private let environment: ReceiverEnvironment
  private var random: RandomStream
  private var noise = (GaussMarkov(), GaussMarkov(), GaussMarkov())

  init(_ environment: ReceiverEnvironment, seed: UInt64) {
    self.environment = environment
    random = RandomStream(seed: seed, purpose: .positionError)
  }

  /// Moves on by a time step in seconds.
  mutating func advance(by step: Double) {
    let time = environment.correlationTime
    noise.0.advance(by: step, correlationTime: time, &random)
    noise.1.advance(by: step, correlationTime: time, &random)
    noise.2.advance(by: step, correlationTime: time, &random)
  }

  /// The error of a position from satellites with this geometry: Cholesky's factor of the
  /// covariance, times the noise.
  func offset(for geometry: SatelliteGeometry) -> Offset {
    let (first, second, third) = (
      noise.0.value ?? 0, noise.1.value ?? 0, noise.2.value ?? 0
    )
    let (ee, en, nn) = geometry.horizontal
    let l11 = ee.squareRoot()
    let l21 = en / l11
    let l22 = max(0, nn - l21 * l21).squareRoot()
    var offset = Offset(east: l11 * first, north: l21 * first + l22 * second)
    if let (ue, un, uu) = geometry.vertical {
      let l31 = ue / l11
      let l32 = l22 > 0 ? (un - l31 * l21) / l22 : 0
      let l33 = max(0, uu - l31 * l31 - l32 * l32).squareRoot()
      offset.up = l31 * first + l32 * second + l33 * third
    }
    let size = environment.rangeError
    return Offset(east: size * offset.east, north: size * offset.north, up: size * offset.up)
  }
}
