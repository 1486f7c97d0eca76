/// A query: a request to a device for one of its sentences, like `$CCGPQ,GGA` or `$PUBX,00`. It has no
/// information about a location.
public struct SentenceQuery: DescribedSentence {
  /// The letters of a request to a u-blox receiver. Other requests have the letters of their listener.
  package static var form: SentenceForm { .own("UBX") }

  /// The talker of the device that gets the request: `GP` in `$CCGPQ,GGA`. `nil` for a request to a
  /// u-blox receiver with `$PUBX`.
  public var listener: Talker?
  /// The sentence that is requested: `GGA`, or `00` for PUBX,00.
  public var requested: ShortName?

  /// Makes a query.
  public init(listener: Talker?, requested: ShortName?) {
    self.listener = listener
    self.requested = requested
  }

  /// Makes a query that requests nothing.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    var name = listener.map { ShortName($0.description) }
    coder.computed("listener", &name, nil)
    try coder.name(1, "requested", &requested)
  }

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    self = SentenceQuery(frame.fields, of: try SentenceAddress(frame)) ?? self
  }

  /// Reads a query. A query has an address that ends in Q and the three letters of a type, or it is
  /// PUBX with a number and nothing else. `nil` for other sentences.
  init?(_ fields: FieldReader, of address: SentenceAddress) {
    guard fields.count == 1 else { return nil }
    let bytes = fields.bytes(1)
    let type = address.type.rawValue
    if address.type == Self.form.type, address.talker == .proprietary {
      guard bytes.count == 2, bytes.allSatisfy(Byte.isDigit) else { return nil }
      listener = nil
    } else {
      guard type & 0xFF == Self.letter, type >> 24 == 0, type >> 16 != 0, bytes.count == 3,
        address.talker != .proprietary, bytes.allSatisfy(Byte.isCapitalOrDigit)
      else { return nil }
      listener = Talker(rawValue: UInt16(truncatingIfNeeded: type >> 8))
    }
    requested = ShortName(bytes)
  }

  /// The type of the sentence that contains the request.
  var type: SentenceType {
    guard let listener else { return Self.form.type }
    return SentenceType(rawValue: UInt64(listener.rawValue) << 8 | Self.letter)
  }

  private static let letter = UInt64(UInt8(ascii: "Q"))
}
