/// The extent, checksum and fault of one sentence.
@usableFromInline
struct FrameScan {
  /// Bytes from the start delimiter to the byte behind the body.
  var end = 0
  /// Bytes from the start delimiter to the end of the checksum.
  var count = 0
  var checksum = FrameChecksum.failed
  @usableFromInline var fault: FrameFault?
  /// Whether more bytes are needed; if so, no other property has a meaning.
  var isIncomplete = false
  /// Whether only the byte behind the checksum is missing, which must not be a third digit.
  var isWhole: Bool { isIncomplete && count == end &+ 3 }

  init() {}

  /// A sentence with a right checksum.
  @inline(__always)
  init(verified body: BodyScan) {
    end = body.end
    count = body.end &+ 3
    checksum = .verified(body.checksum)
  }

  /// Scans the sentence whose `$` or `!` is at `base`.
  ///
  /// Reads at most `available` bytes, and writes the words of ``BodyScan`` to `separators`. Bytes
  /// behind the sentence's end do not change the result, so it does not depend on the chunks of the
  /// stream.
  init(
    _ base: UnsafePointer<UInt8>, available: Int, limit: Int,
    separators: UnsafeMutablePointer<UInt64>
  ) {
    self.init(
      BodyScan(base, upTo: min(available, limit), separators: separators), of: base,
      available: available, limit: limit)
  }

  /// Looks at the bytes behind a body.
  @inline(never)
  init(_ body: BodyScan, of base: UnsafePointer<UInt8>, available: Int, limit: Int) {
    end = body.end
    count = body.end
    guard end < min(available, limit) else {
      if available < limit { isIncomplete = true } else { fault = .tooLong(limit: limit) }
      return
    }
    switch base[end] {
    case Byte.star: readChecksum(base, available: available, computed: body.checksum)
    case Byte.dollar: fault = .interrupted
    case Byte.carriageReturn, Byte.lineFeed: checksum = .missing
    case let byte: fault = .unprintableByte(byte)
    }
  }

  /// Whether the bytes are a sentence, good or damaged, and not noise with a `$` or `!` in it.
  ///
  /// A right checksum is enough. A wrong one is enough if there is a comma. Everything else needs a
  /// whole address: five capitals and digits, or `P` and at least three more, up to the first
  /// comma or the end of the sentence.
  ///
  /// - Parameter fields: the fields of the body.
  func isPlausible(_ fields: FieldReader) -> Bool {
    switch fault {
    case nil where checksum != .missing: return true
    case .checksumMismatch? where fields.count > 0: return true
    case .interrupted?, .truncated?, .unprintableByte?, .tooLong?:
      if fields.count == 0 { return false }
    case nil, .checksumMismatch?, .checksumMalformed?: break
    }
    let address = fields.bytes(0)
    return SentenceAddress.hasUsualLength(address) && address.allSatisfy(Byte.isCapitalOrDigit)
  }

  private mutating func readChecksum(
    _ base: UnsafePointer<UInt8>, available: Int, computed: UInt8
  ) {
    var stated: UInt8 = 0
    for index in end + 1...end + 2 {
      guard index < available else { return isIncomplete = true }
      count = index
      guard let digit = Byte.hexadecimalValue(base[index]) else {
        return fault = .checksumMalformed
      }
      stated = stated << 4 | digit
    }
    count = end + 3
    if stated == computed {
      checksum = .verified(stated)
    } else {
      fault = .checksumMismatch(found: stated, computed: computed)
    }
    guard count < available else { return isIncomplete = true }
    if Byte.hexadecimalValue(base[count]) != nil {
      count += 1
      checksum = .failed
      fault = .checksumMalformed
    }
  }
}

/// Bytes with a meaning for a framer.
enum Byte {
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let exclamation: UInt8 = 0x21
  static let hash: UInt8 = 0x23
  static let dollar: UInt8 = 0x24
  static let star: UInt8 = 0x2A
  static let comma: UInt8 = 0x2C
  static let backslash: UInt8 = 0x5C
  static let caret: UInt8 = 0x5E

  @inline(__always)
  static func isCapitalOrDigit(_ byte: UInt8) -> Bool {
    byte >= 0x41 && byte <= 0x5A || isDigit(byte)
  }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  /// The value of a hexadecimal digit of either case.
  static func hexadecimalValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }

  /// The hexadecimal digit of a value, 0 … 15, as a digit or capital.
  @inline(__always)
  static func hexadecimalCapital(_ value: UInt8) -> UInt8 {
    // From ten on, the sum has the bit 16. Capitals begin seven places behind the digits.
    value &+ 0x30 &+ (value &+ 6) &>> 4 &* 7
  }
}
