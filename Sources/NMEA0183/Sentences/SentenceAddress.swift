/// Talker and type of a sentence: the letters between `$` and the first comma.
public struct SentenceAddress: Hashable, Sendable {
  /// The talker.
  public var talker: Talker
  /// The letters that name the sentence.
  public var type: SentenceType

  /// Makes an address.
  public init(talker: Talker, type: SentenceType) {
    self.talker = talker
    self.type = type
  }

  /// Reads an address like `GPRMC` or `PGRME`. An address has capitals and digits, two for the talker
  /// and three for the type, or `P` and at least three. `nil` for other text.
  public init?(_ text: String) {
    var text = text
    let address = text.withUTF8 { Self.hasUsualLength($0) ? Self($0) : nil }
    guard let address else { return nil }
    self = address
  }

  /// Reads a good frame's address.
  ///
  /// - Throws: ``SentenceError`` of field 0 if the address is empty or has other bytes than capitals
  ///   and digits; if the sentence has no checksum and its address does not have the usual length; or
  ///   if the frame has a fault (check ``SentenceFrame/fault`` first).
  public init(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    if frame.fault == nil, let usual = SentenceAddress(usual: frame) {
      self = usual
    } else {
      self = try Self.unusual(frame)
    }
  }

  @inline(never)
  private static func unusual(
    _ frame: borrowing SentenceFrame
  ) throws(SentenceError) -> SentenceAddress {
    let bytes = frame.fields.bytes(0)
    guard frame.fault == nil, !bytes.isEmpty else {
      throw SentenceError(field: 0, reason: .missing)
    }
    guard let address = SentenceAddress(bytes),
      frame.checksum != .missing || hasUsualLength(bytes)
    else { throw SentenceError(field: 0, reason: .malformed) }
    return address
  }

  /// Reads an address of five letters in one step; `nil` for other addresses and for a maker's own.
  @inline(__always)
  init?(usual frame: borrowing SentenceFrame) {
    // This reads eight bytes, three more than the address has.
    guard frame.notes.pointee.separators[0] & 0x3F == 0x20, frame.notes.pointee.scan.end >= 9,
      frame.base[1] != UInt8(ascii: "P")
    else { return nil }
    let loaded = UnsafeRawPointer(frame.base + 1).loadUnaligned(as: UInt64.self)
    // The last letter is in the lowest byte, as in `SentenceType`.
    let letters = UInt64(bigEndian: loaded) &>> 24
    let each: UInt64 = 0x01_0101_0101
    // The highest bit of each byte is set if the letter is not below a limit. All letters are below 0x80,
    // so no sum carries into the next byte.
    let fromA = letters &+ each &* (0x80 - 0x41)
    let beyondZ = letters &+ each &* (0x80 - 0x5B)
    let from0 = letters &+ each &* (0x80 - 0x30)
    let beyond9 = letters &+ each &* (0x80 - 0x3A)
    let isCapitalOrDigit = fromA & ~beyondZ | from0 & ~beyond9
    let highest = each &* 0x80
    // `&` has the precedence of `&*`, so the mask stands in a constant of its own.
    guard isCapitalOrDigit & highest == highest else { return nil }
    talker = Talker(rawValue: UInt16(truncatingIfNeeded: letters &>> 24))
    type = SentenceType(rawValue: letters & 0xFF_FFFF)
  }

  /// Reads an address; `nil` if it is too short, or has other bytes than capitals and digits.
  @inline(__always)
  init?(_ address: UnsafeBufferPointer<UInt8>) {
    guard address.count >= 3 else { return nil }
    var packed: UInt64 = 0
    for letter in address {
      guard Byte.isCapitalOrDigit(letter) else { return nil }
      packed = packed << 8 | UInt64(letter)
    }
    // A maker's sentence has a talker of one letter, except Quectel's two sentences of BeiDou.
    let isOwn =
      address[0] == UInt8(ascii: "P") && packed != 0x50_5147_5356 && packed != 0x50_5147_5341
    talker =
      isOwn ? .proprietary : Talker(rawValue: UInt16(address[0]) << 8 | UInt16(address[1]))
    let letters = min(address.count - (isOwn ? 1 : 2), 8)
    if address.count > 8 {
      // Letters after the eighth are dropped.
      packed = 0
      for letter in address.dropFirst(isOwn ? 1 : 2).prefix(8) {
        packed = packed << 8 | UInt64(letter)
      }
    }
    let mask: UInt64 = letters == 8 ? .max : 1 << UInt64(letters * 8) - 1
    type = SentenceType(rawValue: packed & mask)
  }

  /// Whether an address has the usual number of letters. Text contains dollar signs too, so without a
  /// checksum only the address distinguishes a sentence from text.
  static func hasUsualLength(_ address: UnsafeBufferPointer<UInt8>) -> Bool {
    address.count == 5 || address.count >= 4 && address[0] == UInt8(ascii: "P")
  }
}

extension SentenceAddress: CustomStringConvertible {
  /// The letters.
  public var description: String { "\(talker)\(type)" }
}
