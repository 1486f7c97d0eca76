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

  /// Reads a good frame's address.
  ///
  /// - Throws: ``SentenceError`` of field 0 when it is empty or not of capitals and digits, or the
  ///   frame has a fault (look at ``SentenceFrame/fault`` first).
  public init(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let address = frame.fields.bytes(0)
    guard frame.fault == nil, !address.isEmpty else {
      throw SentenceError(field: 0, reason: .missing)
    }
    guard address.count >= 3 else { throw SentenceError(field: 0, reason: .malformed) }
    var packed: UInt64 = 0
    for letter in address {
      guard Byte.isCapitalOrDigit(letter) else {
        throw SentenceError(field: 0, reason: .malformed)
      }
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
}
