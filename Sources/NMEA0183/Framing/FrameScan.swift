/// One pass over a sentence's bytes: finds its end, folds its checksum and notes its fields.
struct FrameScan {
  /// Bytes from the start delimiter to the end of the checksum.
  var count = 0
  var commaCount = 0
  var checksum = FrameChecksum.failed
  var fault: FrameFault?
  /// Whether more bytes are needed; if so, no other property has a meaning.
  var isIncomplete = false

  /// Whether it ends with a right checksum.
  @inline(__always)
  var isVerified: Bool { if case .verified = checksum { true } else { false } }

  /// The length of a table of edges that is enough for every sentence of at most `limit` bytes.
  static func edgeCapacity(limit: Int) -> Int { limit + 1 + BodyScan.slack }

  /// Scans the sentence whose `$` or `!` is at `base`.
  ///
  /// Reads at most `available` bytes, and writes the table of ``FieldReader/edges`` to `edges`, which
  /// needs room for ``edgeCapacity(limit:)``. Bytes behind the sentence's end do not change the
  /// result, so it does not depend on the chunks of the stream.
  init(
    _ base: UnsafePointer<UInt8>, available: Int, limit: Int,
    edges: UnsafeMutablePointer<UInt16>
  ) {
    let bound = min(available, limit)
    let body = BodyScan(base, upTo: bound, commas: edges + 1)
    let index = body.end
    commaCount = body.commaCount
    edges[0] = 0
    edges[commaCount &+ 1] = UInt16(truncatingIfNeeded: index)
    count = index
    guard index < bound else {
      if available < limit { isIncomplete = true } else { fault = .tooLong(limit: limit) }
      return
    }
    switch base[index] {
    case Byte.star: readChecksum(base, at: index, available: available, computed: body.checksum)
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
  func isPlausible(_ base: UnsafePointer<UInt8>, _ edges: UnsafePointer<UInt16>) -> Bool {
    switch fault {
    case nil where checksum != .missing: return true
    case .checksumMismatch? where commaCount > 0: return true
    case .interrupted?, .truncated?, .unprintableByte?, .tooLong?:
      if commaCount == 0 { return false }
    case nil, .checksumMismatch?, .checksumMalformed?: break
    }
    let address = UnsafeBufferPointer(start: base + 1, count: Int(edges[1]) - 1)
    return SentenceAddress.hasUsualLength(address) && address.allSatisfy(Byte.isCapitalOrDigit)
  }

  private mutating func readChecksum(
    _ base: UnsafePointer<UInt8>, at star: Int, available: Int, computed: UInt8
  ) {
    var stated: UInt8 = 0
    for index in star + 1...star + 2 {
      guard index < available else { return isIncomplete = true }
      count = index
      guard let digit = Byte.hexadecimalValue(base[index]) else {
        return fault = .checksumMalformed
      }
      stated = stated << 4 | digit
    }
    count = star + 3
    if stated == computed {
      checksum = .verified(stated)
    } else {
      fault = .checksumMismatch(found: stated, computed: computed)
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
}
