// The text and the number of a token.
extension JSONScanner {
  /// Whether the last name or string is `text`, byte by byte. Escapes are not resolved.
  ///
  /// Inlined, so that a name of another length costs one comparison with a constant.
  @inline(__always)
  @inlinable
  public func contentsEqual(_ text: StaticString) -> Bool {
    guard contents.count == text.utf8CodeUnitCount else { return false }
    for index in 0..<text.utf8CodeUnitCount
    where bytes[contents.lowerBound + index] != text.utf8Start[index] {
      return false
    }
    return true
  }

  /// The last name or string with its escapes resolved. A lone surrogate becomes U+FFFD.
  public var text: String {
    let raw = UnsafeRawBufferPointer(rebasing: bytes[contents])
    guard hasEscapes else { return String(decoding: raw, as: UTF8.self) }
    var text: [UInt8] = []
    text.reserveCapacity(raw.count)
    var index = 0
    while index < raw.count {
      if raw[index] == UInt8(ascii: "\\") {
        Self.resolve(raw, &index, into: &text)
      } else {
        text.append(raw[index])
        index += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Resolves the escape at an index of a string that the scanner has checked.
  private static func resolve(
    _ raw: UnsafeRawBufferPointer, _ index: inout Int, into text: inout [UInt8]
  ) {
    let byte = raw[index + 1]
    switch byte {
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      let scalar = scalar(raw, &index)
      UTF8.encode(scalar)?.forEach { text.append($0) }
      return
    default: text.append(byte)
    }
    index += 2
  }

  private static func scalar(_ raw: UnsafeRawBufferPointer, _ index: inout Int) -> Unicode.Scalar {
    let first = codeUnit(raw, index + 2)
    index += 6
    guard UTF16.isLeadSurrogate(first), index + 6 <= raw.count, raw[index] == UInt8(ascii: "\\"),
      raw[index + 1] == UInt8(ascii: "u")
    else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
    let second = codeUnit(raw, index + 2)
    guard UTF16.isTrailSurrogate(second) else { return "\u{FFFD}" }
    index += 6
    let value = 0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF))
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  private static func codeUnit(_ raw: UnsafeRawBufferPointer, _ start: Int) -> UInt16 {
    var unit: UInt16 = 0
    for index in start..<start + 4 { unit = unit << 4 | UInt16(nibble(raw[index]) ?? 0) }
    return unit
  }

  /// The last number as an integer and a count of decimals; `nil` for a number with an exponent,
  /// or with more digits before the point than an integer holds. Decimals after the eighteenth
  /// digit are dropped.
  public var fixedPoint: FixedPoint? {
    if let plain { return plain }
    return UnsafeRawBufferPointer(rebasing: bytes[contents]).withMemoryRebound(to: UInt8.self) {
      FixedPoint($0)
    }
  }

  #if !hasFeature(Embedded)
    /// The last number as the nearest `Double`; infinite beyond the range of `Double`.
    public var number: Double {
      // A quotient of two integers below 2^53 is the nearest `Double`.
      if let fixed = fixedPoint, fixed.digits.magnitude < 1 << 53 { return fixed.value }
      let text = String(decoding: UnsafeRawBufferPointer(rebasing: bytes[contents]), as: UTF8.self)
      return Double(text) ?? .nan
    }
  #endif
}

extension JSONScanner.Failure.Reason {
  /// The reason in the words of an error.
  public var problem: String {
    switch self {
    case .valueExpected: "expected a value"
    case .nameExpected: "expected a name in quotes"
    case .colonExpected: "expected \":\" after a name"
    case .memberSeparatorExpected: "expected \",\" or \"}\""
    case .elementSeparatorExpected: "expected \",\" or \"]\""
    case .malformedNumber: "expected a number"
    case .malformedEscape: "unknown escape in a string"
    case .malformedCodeUnit: "expected four hexadecimal digits after \\u"
    case .controlCharacter: "a string cannot contain a line break or a control character"
    case .unclosedString: "a string is not closed"
    case .tooDeep: "nested too deeply"
    case .trailingText: "there is more text after the end of the value"
    }
  }
}
