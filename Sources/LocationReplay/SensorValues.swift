/// What the sensors of a watch or a bicycle computer measured at a track point.
///
/// A value that was not measured is `nil`, and a value out of its range counts as not measured. All values have three
/// decimals, so that the values of a point together have only 16 bytes.
public struct SensorValues: Hashable, Sendable {
  /// A number with three decimals, or none.
  private struct Number: Hashable {
    var thousandths = Int32.min

    var value: Double? { thousandths == .min ? nil : Double(thousandths) / 1000 }

    mutating func set(_ value: Double?, in range: ClosedRange<Double>) {
      let valid = value.flatMap { range.contains($0) ? $0 : nil }
      thousandths = valid.map { Int32(($0 * 1000).rounded()) } ?? .min
    }
  }

  private var beats = Number()
  private var turns = Number()
  private var watts = Number()
  private var degrees = Number()

  /// Makes empty values: no sensor measured anything.
  public init() {}

  /// Whether nothing was measured.
  public var isEmpty: Bool { self == SensorValues() }

  /// Heartbeats per minute, 1 … 255.
  public var heartRate: Double? {
    get { beats.value }
    set { beats.set(newValue, in: 1...255) }
  }

  /// Turns of the pedals per minute, or steps of one foot per minute, 0 … 254.
  public var cadence: Double? {
    get { turns.value }
    set { turns.set(newValue, in: 0...254) }
  }

  /// The power at the pedals or of the runner in watts, 0 … 65,534.
  public var power: Double? {
    get { watts.value }
    set { watts.set(newValue, in: 0...65_534) }
  }

  /// The temperature at the device in degrees Celsius, −128 … 127.
  public var temperature: Double? {
    get { degrees.value }
    set { degrees.set(newValue, in: -128...127) }
  }
}

extension SensorValues {
  /// The values in two words, for a track in little memory.
  package var packed: (UInt64, UInt64) {
    func word(_ low: Number, _ high: Number) -> UInt64 {
      UInt64(UInt32(bitPattern: low.thousandths))
        | UInt64(UInt32(bitPattern: high.thousandths)) << 32
    }
    return (word(beats, turns), word(watts, degrees))
  }

  /// Makes the values of two words.
  package init(packed words: (UInt64, UInt64)) {
    func number(_ word: UInt64) -> Number {
      Number(thousandths: Int32(bitPattern: UInt32(truncatingIfNeeded: word)))
    }
    beats = number(words.0)
    turns = number(words.0 >> 32)
    watts = number(words.1)
    degrees = number(words.1 >> 32)
  }
}
