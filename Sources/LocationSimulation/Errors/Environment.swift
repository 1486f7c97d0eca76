/// What the surroundings do to a receiver's signals and to its position.
///
/// The presets are typical of single-frequency receivers; none is a measurement. A number that is
/// negative, or none, counts as 0.
public struct Environment: Hashable, Sendable {
  /// The elevation in degrees below which satellites are hidden.
  public var elevationMask: Double
  /// By how much signals are weakened, in dB.
  public var attenuation: Double
  /// By how much a signal's strength wavers, in dB, as a standard deviation.
  public var fading: Double
  /// The error of a range to a satellite in meters, one sigma: the user-equivalent range error.
  /// Times a dilution of precision it is the position's. 0 turns the error off.
  public var rangeError: Double
  /// How long an error lasts, in seconds: after this time its correlation has fallen to 1/e.
  public var correlationTime: Double

  /// Makes an environment.
  public init(
    elevationMask: Double, attenuation: Double = 0, fading: Double = 1, rangeError: Double,
    correlationTime: Double = 60
  ) {
    self.elevationMask = elevationMask
    self.attenuation = attenuation
    self.fading = fading
    self.rangeError = rangeError
    self.correlationTime = correlationTime
  }

  /// A field, the sea, a mountain: 1.5 m of range error, five degrees of mask.
  public static let openSky = Environment(
    elevationMask: 5, fading: 0.7, rangeError: 1.5, correlationTime: 60)
  /// Streets: high walls, echoes.
  public static let city = Environment(
    elevationMask: 25, attenuation: 6, fading: 4, rangeError: 5, correlationTime: 30)
  /// Under leaves.
  public static let forest = Environment(
    elevationMask: 15, attenuation: 10, fading: 3, rangeError: 3, correlationTime: 20)
  /// Near a window: few signals, weak ones.
  public static let indoor = Environment(
    elevationMask: 10, attenuation: 20, fading: 4, rangeError: 10, correlationTime: 90)

  /// The presets by the names that scenario files use.
  public static let presets: [(name: String, environment: Environment)] = [
    ("open sky", .openSky), ("city", .city), ("forest", .forest), ("indoor", .indoor),
  ]

  /// The same surroundings for a receiver that is always right.
  public var withoutError: Environment {
    var copy = self
    copy.rangeError = 0
    return copy
  }

  /// With numbers that make sense.
  var clamped: Environment {
    func number(_ value: Double, upTo limit: Double) -> Double {
      value > 0 ? min(value, limit) : 0
    }
    return Environment(
      elevationMask: number(elevationMask, upTo: 90), attenuation: number(attenuation, upTo: 100),
      fading: number(fading, upTo: 100), rangeError: number(rangeError, upTo: 100_000),
      correlationTime: number(correlationTime, upTo: 1e9))
  }
}
