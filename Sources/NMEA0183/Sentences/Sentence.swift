/// One sentence: its talker, its type and its values.
public struct Sentence: Hashable, Sendable {
  /// The talker.
  public var talker: Talker
  /// The letters that name the sentence.
  public var type: SentenceType
  /// The values.
  public var payload: Payload

  /// Makes a sentence.
  @inlinable
  public init(talker: Talker, type: SentenceType, payload: Payload) {
    self.talker = talker
    self.type = type
    self.payload = payload
  }

  /// Reads a good frame.
  ///
  /// - Throws: ``SentenceError`` if the time or the position is malformed or out of range. A frame with a fault throws the
  ///   error of a missing address: check ``SentenceFrame/fault`` first.
  @inlinable  // A sentence is large. Inlining makes it in its final place, without a copy.
  public init(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    self.init(talker: Talker(rawValue: 0), type: SentenceType(rawValue: 0), payload: .unknown)
    try read(frame)
  }

  /// Reads a good frame into an empty sentence.
  @usableFromInline
  @inline(never)
  mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let address = try SentenceAddress(frame)
    talker = address.talker
    type = address.type
    var reading = FrameReading(frame)
    payload = try Payload(of: frame.kind(of: address), &reading)
  }
}

extension Sentence {
  /// Makes a sentence of its payload's type. `nil` for an unknown payload, and for VDO, because only
  /// a part of its message is read.
  public init?(talker: Talker, payload: Payload) {
    guard let type = payload.type else { return nil }
    self.init(talker: payload.isProprietary ? .proprietary : talker, type: type, payload: payload)
  }
}
