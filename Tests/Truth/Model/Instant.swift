/// What a simulated receiver knows at one instant. Every number is the digits that it sends.
struct Instant {
  /// The receiver's number on the line.
  var receiver: Int
  /// Milliseconds of the receiver's clock since 1970.
  var milliseconds: Int
  var hasFix: Bool
  /// Hundred-thousandths of a minute, north and east.
  var latitude: Int
  var longitude: Int
  /// Tenths of a meter.
  var altitude: Int
  /// Hundredths of a knot.
  var speed: Int
  /// Tenths of a degree.
  var course: Int

  /// Milliseconds since midnight.
  var timeOfDay: Int { milliseconds % 86_400_000 }

  var isReported = false
  /// The values that arrived without damage.
  var arrived: Values = []

  struct Values: OptionSet {
    let rawValue: Int
    static let position = Values(rawValue: 1)
    static let altitude = Values(rawValue: 2)
    static let speed = Values(rawValue: 4)
  }
}
