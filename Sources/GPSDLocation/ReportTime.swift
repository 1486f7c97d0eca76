/// The form of gpsd's instants: `2024-07-04T12:00:00.000Z`.
enum ReportTime {
  /// What is no sign stands for a digit.
  private static let pattern: StaticString = #""0000-MM-DDThh:mm:ss"#

  /// Whether bytes begin with an instant in quotation marks.
  static func isQuoted(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let length = pattern.utf8CodeUnitCount
    guard bytes.count > length else { return false }
    for index in 0..<length {
      let expected = pattern.utf8Start[index]
      switch expected {
      case UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "T"), UInt8(ascii: "\""):
        guard bytes[index] == expected else { return false }
      default:
        guard isDigit(bytes[index]) else { return false }
      }
    }
    guard (1...12).contains(number(bytes, 6)), (1...31).contains(number(bytes, 9)),
      number(bytes, 12) < 24, number(bytes, 15) < 60, number(bytes, 18) <= 60
    else { return false }
    var end = length
    if bytes[end] == UInt8(ascii: ".") {
      repeat { end += 1 } while end < bytes.count && isDigit(bytes[end])
    }
    return end + 1 < bytes.count && bytes[end] == UInt8(ascii: "Z")
      && bytes[end + 1] == UInt8(ascii: "\"")
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Two digits.
  private static func number(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Int {
    Int(bytes[index] - UInt8(ascii: "0")) * 10 + Int(bytes[index + 1] - UInt8(ascii: "0"))
  }
}
