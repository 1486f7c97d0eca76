/// Holds a value that its range contains. Any other value becomes `nil`.
///
/// Observers of properties are not called in initializers; a wrapper always is.
@propertyWrapper
public struct Ranged<Range: RangeOfValues>: Hashable, Sendable {
  private var value: Range.Value?

  /// Holds no value.
  public init() {}

  /// The value; `nil` if none was assigned, or one outside the range.
  public var wrappedValue: Range.Value? {
    get { value }
    set { value = newValue.flatMap(Range.valid) }
  }
}

/// The values that a property can have.
public protocol RangeOfValues {
  /// The type of the values.
  associatedtype Value: Hashable, Codable, Sendable
  /// The value in the form in which the property has it; `nil` if it is out of range.
  static func valid(_ value: Value) -> Value?
}

// The documentation of a range says what is valid.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
/// The ranges of the values that sources state. NaN is outside each of them.
public enum ValueRange {
  /// Meters, up positive: −10⁹ … 10⁹.
  public enum Height: RangeOfValues {
    public static func valid(_ value: Double) -> Double? { -1e9...1e9 ~= value ? value : nil }
  }

  /// Meters per second, 0 … 10⁶.
  public enum Speed: RangeOfValues {
    public static func valid(_ value: Double) -> Double? { 0...1e6 ~= value ? value : nil }
  }

  /// Meters per second, up positive: −10⁶ … 10⁶.
  public enum Climb: RangeOfValues {
    public static func valid(_ value: Double) -> Double? { -1e6...1e6 ~= value ? value : nil }
  }

  /// An error, a factor or an age, 0 … 10⁹.
  public enum Magnitude: RangeOfValues {
    public static func valid(_ value: Double) -> Double? { 0...1e9 ~= value ? value : nil }
  }

  /// Degrees, 0 ..< 360. A whole circle is 0.
  public enum Direction: RangeOfValues {
    public static func valid(_ value: Double) -> Double? {
      0..<360 ~= value ? value : value == 360 ? 0 : nil
    }
  }

  /// Degrees, −180 … 180.
  public enum HalfCircle: RangeOfValues {
    public static func valid(_ value: Double) -> Double? { -180...180 ~= value ? value : nil }
  }

  /// Degrees above the horizon, −90 … 90.
  public enum Elevation: RangeOfValues {
    public static func valid(_ value: Double) -> Double? { -90...90 ~= value ? value : nil }
  }

  /// Seconds since midnight, 0 ..< 86,401; a leap second is after 86,400.
  public enum TimeOfDay: RangeOfValues {
    public static func valid(_ value: Double) -> Double? { 0..<86_401 ~= value ? value : nil }
  }

  /// How many there are, or the number of one of them; never negative.
  public enum Count: RangeOfValues {
    public static func valid(_ value: Int) -> Int? { value >= 0 ? value : nil }
  }

  /// Percent, 0 … 100.
  public enum Percent: RangeOfValues {
    public static func valid(_ value: Int) -> Int? { 0...100 ~= value ? value : nil }
  }

  /// A station's number, 0 … 4095.
  public enum Station: RangeOfValues {
    public static func valid(_ value: Int) -> Int? { 0...4095 ~= value ? value : nil }
  }
}

// The compiler chooses these where it writes the coding of a type: a value that is `nil` has no key.

extension KeyedEncodingContainer {
  mutating func encode<Range>(_ ranged: Ranged<Range>, forKey key: Key) throws {
    try encodeIfPresent(ranged.wrappedValue, forKey: key)
  }
}

extension KeyedDecodingContainer {
  func decode<Range>(_ type: Ranged<Range>.Type, forKey key: Key) throws -> Ranged<Range> {
    var ranged = Ranged<Range>()
    ranged.wrappedValue = try decodeIfPresent(Range.Value.self, forKey: key)
    return ranged
  }

  func decode(_ type: ErrorEstimates.Type, forKey key: Key) throws -> ErrorEstimates {
    try decodeIfPresent(type, forKey: key) ?? ErrorEstimates()
  }

  func decode(_ type: DilutionOfPrecision.Type, forKey key: Key) throws -> DilutionOfPrecision {
    try decodeIfPresent(type, forKey: key) ?? DilutionOfPrecision()
  }
}

extension Ranged: Codable {
  // Only for the compiler, which demands the conformance and calls the functions above.

  /// Writes the value, or nothing.
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }

  /// Reads a value, which may be out of range.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try Range.Value?(from: decoder)
  }
}
