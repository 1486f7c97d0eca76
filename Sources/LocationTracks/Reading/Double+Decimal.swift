import LocationText

extension Double {
  /// Reads a decimal number such as `-12.5` or `1.5e3`. `Double.init` would also accept `nan`, `inf` and
  /// hexadecimal numbers.
  init?(decimal bytes: UnsafeRawBufferPointer) {
    let fixed = bytes.withMemoryRebound(to: UInt8.self) { FixedPoint($0) }
    // A quotient of two integers below 2^53 is the nearest `Double`.
    if let fixed, fixed.digits.magnitude < 1 << 53 {
      self = fixed.value
      return
    }
    guard bytes.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }),
      let number = Double(String(decoding: bytes, as: UTF8.self)), number.isFinite
    else { return nil }
    self = number
  }

  /// Reads a decimal number in a range.
  init?(decimal bytes: UnsafeRawBufferPointer, in range: ClosedRange<Double>) {
    guard let number = Double(decimal: bytes), range.contains(number) else { return nil }
    self = number
  }
}
