/// The effect of the surroundings on a receiver's signals and positions.
///
/// The presets are typical of single-frequency receivers. Their errors last as long as those of stationary receivers
/// in real logs, whose correlation is 0.98 to 1 after 1 s, 0.90 to 0.97 after 5 s and 0.5 to 0.8 after 20 s, because a
/// receiver filters its positions; the sizes of the errors are no measurements. A receiver takes a
/// negative number and NaN as 0, and a number above its range as the end of its range.
public struct ReceiverEnvironment: Hashable, Sendable {
  /// The elevation in degrees below which satellites are hidden, 0 … 90.
  public var elevationMask: Double
  /// The attenuation of signals, in dB, 0 … 100.
  public var attenuation: Double
  /// The standard deviation of a signal's strength, in dB, 0 … 100.
  public var fading: Double
  /// The error of a range to a satellite in meters, one sigma, 0 … 100,000: the user-equivalent range
  /// error. Multiplied by a dilution of precision it is the position's error. 0 turns the error off.
  public var rangeError: Double
  /// The duration of an error, in seconds, 0 … 10⁹: after it, the correlation has fallen to 1/e.
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
  public static let openSky = ReceiverEnvironment(
    elevationMask: 5, fading: 0.7, rangeError: 1.5, correlationTime: 60)
  /// Streets: high walls and reflections.
  public static let city = ReceiverEnvironment(
    elevationMask: 25, attenuation: 6, fading: 4, rangeError: 5, correlationTime: 60)
  /// Under leaves.
  public static let forest = ReceiverEnvironment(
    elevationMask: 15, attenuation: 10, fading: 3, rangeError: 3, correlationTime: 60)
  /// Near a window: few and weak signals.
  public static let indoor = ReceiverEnvironment(
    elevationMask: 10, attenuation: 20, fading: 4, rangeError: 10, correlationTime: 90)

  /// The presets by the names that scenario files use.
  package static let presets: [(name: String, value: ReceiverEnvironment)] = [
    ("open sky", .openSky), ("city", .city), ("forest", .forest), ("indoor", .indoor),
  ]

  /// The same surroundings, but without position errors.
  public var withoutError: ReceiverEnvironment {
    var copy = self
    copy.rangeError = 0
    return copy
  }

  /// The same surroundings, with negative numbers and NaN replaced by 0.
  var clamped: ReceiverEnvironment {
    func number(_ value: Double, upTo limit: Double) -> Double {
      value > 0 ? min(value, limit) : 0
    }
    return ReceiverEnvironment(
      elevationMask: number(elevationMask, upTo: 90), attenuation: number(attenuation, upTo: 100),
      fading: number(fading, upTo: 100), rangeError: number(rangeError, upTo: 100_000),
      correlationTime: number(correlationTime, upTo: 1e9))
  }
}
