/// Who speaks, and what sort of sentence: the letters between `$` and the first comma.
public struct SentenceAddress: Hashable, Sendable {
  /// Who speaks.
  public var talker: Talker
  /// The letters that name the sentence.
  public var type: SentenceType

  /// Makes an address.
  public init(talker: Talker, type: SentenceType) {
    self.talker = talker
    self.type = type
  }

  /// Reads an address as it is written, `GPRMC` or `PGRME`; `nil` when it does not look like one:
  /// capitals and digits, two for the talker and three for the type, or `P` and at least three.
  public init?(_ text: String) {
    var text = text
    let address = text.withUTF8 { Self.hasUsualLength($0) ? Self($0) : nil }
    guard let address else { return nil }
    self = address
  }

  /// Reads a good frame's address.
  ///
  /// - Throws: ``SentenceError`` of field 0 when it is empty or not of capitals and digits, when
  ///   neither a checksum nor its length says that it is one, or the frame has a fault (look at
  ///   ``SentenceFrame/fault`` first).
  public init(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let bytes = frame.fields.bytes(0)
    guard frame.fault == nil, !bytes.isEmpty else {
      throw SentenceError(field: 0, reason: .missing)
    }
    guard let address = SentenceAddress(bytes),
      frame.checksum != .missing || Self.hasUsualLength(bytes)
    else { throw SentenceError(field: 0, reason: .malformed) }
    self = address
  }

  /// Takes an address apart; `nil` when it is too short for one, or not of capitals and digits.
  @inline(__always)
  init?(_ address: UnsafeBufferPointer<UInt8>) {
    guard address.count >= 3 else { return nil }
    var packed: UInt64 = 0
    for letter in address {
      guard Byte.isCapitalOrDigit(letter) else { return nil }
      packed = packed << 8 | UInt64(letter)
    }
    // A maker's sentence has one letter of talker, but for Quectel's two of BeiDou.
    let isOwn = address[0] == 0x50 && packed != 0x50_5147_5356 && packed != 0x50_5147_5341
    talker =
      isOwn ? .proprietary : Talker(rawValue: UInt16(address[0]) << 8 | UInt16(address[1]))
    let letters = min(address.count - (isOwn ? 1 : 2), 8)
    if address.count > 8 {
      // Beyond eight letters the last ones go.
      packed = 0
      for letter in address.dropFirst(isOwn ? 1 : 2).prefix(8) {
        packed = packed << 8 | UInt64(letter)
      }
    }
    let mask: UInt64 = letters == 8 ? .max : 1 << UInt64(letters * 8) - 1
    type = SentenceType(rawValue: packed & mask)
  }

  /// Whether there are as many letters as an address has. Text has dollar signs too: where no
  /// checksum vouches for a sentence, this has to.
  static func hasUsualLength(_ address: UnsafeBufferPointer<UInt8>) -> Bool {
    address.count == 5 || address.count >= 4 && address[0] == 0x50
  }
}

extension SentenceAddress: CustomStringConvertible {
  /// The letters, as they are written.
  public var description: String { "\(talker)\(type)" }
}
