/// Up to eight digits before an offset of a sentence, in one word: the first in the lowest byte after
/// leading zeros. Each byte is the digit's value; a point has 0x1E.
///
/// Reading eight digits at once takes a third of the time of reading one after another.
struct DigitWord {
  private var word: UInt64

  private init(word: UInt64) { self.word = word }

  /// Takes the last `count` of the eight bytes before `end`, all of them below 0x80.
  @inline(__always)
  init(before end: UnsafePointer<UInt8>, count: Int) {
    let loaded = UnsafeRawPointer(end - 8).loadUnaligned(as: UInt64.self)
    word =
      (UInt64(littleEndian: loaded) ^ 0x3030_3030_3030_3030)
      & (~0 &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count))
  }

  /// Takes the one to eight bytes before `end` and zeros behind them, so that they are the first decimals
  /// of a number with eight.
  @inline(__always)
  init(decimalsBefore end: UnsafePointer<UInt8>, count: Int) {
    let loaded = UnsafeRawPointer(end - 8).loadUnaligned(as: UInt64.self)
    word =
      (UInt64(littleEndian: loaded) ^ 0x3030_3030_3030_3030)
      &>> UInt64(truncatingIfNeeded: 64 &- 8 &* count)
  }

  /// The highest bit of each byte that is not a digit.
  @inline(__always)
  private var others: UInt64 { (word &+ 0x7676_7676_7676_7676) & 0x8080_8080_8080_8080 }

  @inline(__always)
  var isDigits: Bool { others == 0 }

  /// Whether both words are digits.
  @inline(__always)
  static func areDigits(_ one: DigitWord, _ other: DigitWord) -> Bool {
    one.others | other.others == 0
  }

  /// The index of a point, 0 … 7, if all other bytes are digits.
  @inline(__always)
  var point: Int? {
    let others = others
    let index = others.trailingZeroBitCount &>> 3
    guard others & (others &- 1) == 0,
      UInt8(truncatingIfNeeded: word &>> UInt64(truncatingIfNeeded: index &* 8)) == 0x1E
    else { return nil }
    return index
  }

  /// The digits without the point at `index`.
  @inline(__always)
  func withoutPoint(at index: Int) -> DigitWord {
    let shift = UInt64(truncatingIfNeeded: index &* 8)
    let before = word & ((1 &<< shift) &- 1)
    let after = word & (~0xFF &<< shift)
    return DigitWord(word: after | before &<< 8)
  }

  /// The value of the digits. Pairs and then fours are combined side by side in one word.
  @inline(__always)
  var value: Int {
    let fours: UInt64 = 0x0000_00FF_0000_00FF
    let sum =
      (pairs & fours) &* (100 + 1_000_000 << 32) &+ (pairs &>> 16 & fours) &* (1 + 10_000 << 32)
    return Int(truncatingIfNeeded: sum &>> 32)
  }

  /// The values of the last three pairs of digits, as in `hhmmss`.
  @inline(__always)
  var lastPairs: (Int, Int, Int) {
    (
      Int(truncatingIfNeeded: pairs &>> 16 & 0xFF), Int(truncatingIfNeeded: pairs &>> 32 & 0xFF),
      Int(truncatingIfNeeded: pairs &>> 48 & 0xFF)
    )
  }

  /// The values of the pairs, each in the lower byte of its pair.
  @inline(__always)
  private var pairs: UInt64 { word &* 10 &+ word &>> 8 }
}

extension DigitWord {
  /// The number of one to eight digits, with or without a point, before an offset; `nil` for other
  /// text.
  @inline(__always)
  static func decimal(before end: UnsafePointer<UInt8>, count: Int) -> Double? {
    let text = DigitWord(before: end, count: count)
    let others = text.others
    if others == 0 { return Double(text.value) }
    // The bits before the first byte that is not a digit. It must be a point, and the only one.
    let shift = UInt64(truncatingIfNeeded: others.trailingZeroBitCount & 0x38)
    guard others & (others &- 1) == 0, text.word &>> shift & 0xFF == 0x1E, count > 1
    else { return nil }
    let before = text.word & ((1 &<< shift) &- 1)
    let after = text.word & (~0xFF &<< shift)
    let digits = Double(DigitWord(word: after | before &<< 8).value)
    // A choice between numbers is a table. A choice between divisions would be a jump.
    let divisor: Double =
      switch shift &>> 3 {
      case 0: 1e7
      case 1: 1e6
      case 2: 1e5
      case 3: 1e4
      case 4: 1e3
      case 5: 1e2
      case 6: 1e1
      default: 1
      }
    return digits / divisor
  }

  /// The whole number of one to four digits before an offset; `nil` for other text. Most fields are
  /// that short, and this is half the work of eight digits.
  @inline(__always)
  static func small(before end: UnsafePointer<UInt8>, count: Int) -> Int? {
    let loaded = UnsafeRawPointer(end - 4).loadUnaligned(as: UInt32.self)
    let word =
      (UInt64(UInt32(littleEndian: loaded)) ^ 0x3030_3030)
      & (0xFFFF_FFFF &<< UInt64(truncatingIfNeeded: 32 &- 8 &* count)) & 0xFFFF_FFFF
    guard (word &+ 0x7676_7676) & 0x8080_8080 == 0 else { return nil }
    let pairs = word &* 10 &+ word &>> 8
    return Int(truncatingIfNeeded: (pairs & 0xFF) &* 100 &+ (pairs &>> 16 & 0xFF))
  }

  /// The number of two digits; `nil` for other text.
  @inline(__always)
  static func two(_ text: UnsafePointer<UInt8>) -> UInt16? {
    let (tens, ones) = (text[0] &- UInt8(ascii: "0"), text[1] &- UInt8(ascii: "0"))
    return tens <= 9 && ones <= 9 ? UInt16(tens) &* 10 &+ UInt16(ones) : nil
  }
}
