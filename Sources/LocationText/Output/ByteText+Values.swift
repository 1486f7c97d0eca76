extension ByteText {
  /// Writes a duration: `0.2 s`, `59 s`, `4:07`, `1:02:03`.
  public mutating func write(seconds: Double) {
    guard seconds >= 60 else {
      if let number = FixedPoint(seconds, places: 3) { write(trimming: number) }
      return write(" s")
    }
    write(clock: seconds)
  }

  /// Writes a duration of 0 seconds or more with minutes, whatever its length: `0:59`, `1:05`, `2:03:04`.
  public mutating func write(clock seconds: Double) {
    guard seconds < 1e15, let whole = Int(exactly: seconds.rounded()) else { return }
    if whole >= 3600 {
      write(integer: whole / 3600)
      write(":")
      write(pair: whole / 60 % 60)
    } else {
      write(integer: whole / 60)
    }
    write(":")
    write(pair: whole % 60)
  }
}

extension String {
  /// A number without the zeros at its end; empty for a number that ``FixedPoint`` does not hold.
  package init(_ number: Double, places: Int) {
    self =
      FixedPoint(number, places: places).map { number in
        ByteText.text { $0.write(trimming: number) }
      } ?? ""
  }
}

extension ByteText {
  /// The text that `body` writes.
  package static func text(_ body: (inout ByteText) -> Void) -> String {
    var text = ByteText()
    body(&text)
    return text.string
  }

  /// The bytes that `body` writes.
  package static func bytes(_ body: (inout ByteText) -> Void) -> [UInt8] {
    var text = ByteText()
    body(&text)
    return text.bytes
  }
}

extension [UInt8] {
  /// Calls `body` with the bytes. `withUnsafeBytes` loses the type of the error.
  package func withBytes<Value, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try withUnsafeBufferPointer { bytes throws(Failure) in
      try body(UnsafeRawBufferPointer(bytes))
    }
  }
}

extension UInt8 {
  /// Two hexadecimal digits, such as "0A".
  package var hexadecimal: String {
    let digits = String(self, radix: 16, uppercase: true)
    return self < 16 ? "0" + digits : digits
  }

  /// Whether no part of a URL needs this byte percent-encoded: the unreserved characters of RFC 3986.
  package var isUnreserved: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}

extension ByteText {
  /// Writes a text in which the bytes that `mustEncode` names are percent-encoded: `%23` for `#`.
  package mutating func write(
    percentEncoding text: some StringProtocol, where mustEncode: (UInt8) -> Bool
  ) {
    for byte in text.utf8 {
      if mustEncode(byte) { write(text: "%" + byte.hexadecimal) } else { write(byte: byte) }
    }
  }
}
