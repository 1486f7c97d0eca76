import LocationText

/// Writes the fields of one sentence, each with the comma before it. It has the same ranges as
/// ``FieldReader``, so every written sentence can be read.
struct FieldWriter {
  /// The sentence so far.
  var bytes: SentenceBytes
  let options: SentenceEncoder
  let type: SentenceType
  /// The number of fields so far.
  private(set) var field = 0

  init(_ options: SentenceEncoder, type: SentenceType, into bytes: SentenceBytes) {
    self.bytes = bytes
    self.options = options
    self.type = type
  }

  /// The error that the current field is out of range.
  var outOfRange: SentenceEncodingError {
    SentenceEncodingError(type: type, reason: .outOfRange(field: field))
  }

  func tooLong(_ length: Int, _ limit: Int) -> SentenceEncodingError {
    SentenceEncodingError(type: type, reason: .tooLong(length: length, limit: limit))
  }

  /// Writes `$`, the address and what tells messages of the same address apart.
  mutating func open(_ sentence: Sentence) throws(SentenceEncodingError) {
    guard let expected = sentence.payload.type else {
      throw SentenceEncodingError(type: type, reason: .unknownPayload)
    }
    guard expected == type else { throw SentenceEncodingError(type: type, reason: .typeMismatch) }
    guard sentence.talker.canSay(sentence.payload) else {
      throw SentenceEncodingError(type: type, reason: .invalidTalker)
    }
    open(sentence.talker)
    switch sentence.payload.form?.message {
    case .number(let number, let digits):
      next()
      append(UInt64(number), digits: digits)
    case .text(let text):
      next()
      bytes.append(contentsOf: text)
    case .digit, nil: break
    }
  }

  /// Writes `$`, the talker and the type.
  mutating func open(_ talker: Talker) {
    bytes.append(Byte.dollar)
    bytes.append(UInt8(talker.rawValue >> 8))
    if talker != .proprietary { bytes.append(UInt8(truncatingIfNeeded: talker.rawValue)) }
    for shift in stride(from: 56, through: 0, by: -8) {
      let letter = UInt8(truncatingIfNeeded: type.rawValue >> UInt64(shift))
      if letter != 0 { bytes.append(letter) }
    }
  }

  /// Writes the checksum and the end of line.
  mutating func close() throws(SentenceEncodingError) {
    let sum = bytes.checksum
    bytes.append(Byte.star)
    appendHexadecimal(sum >> 4)
    appendHexadecimal(sum & 0xF)
    bytes.append(Byte.carriageReturn)
    bytes.append(Byte.lineFeed)
    if let limit = options.maximumLength, bytes.count > limit {
      throw tooLong(bytes.count, limit)
    }
  }

  /// Begins a field. The fields since the last one, and this one if nothing else is written, are empty.
  mutating func begin(_ number: Int) {
    precondition(number > field, "fields are described in their order")
    end(number)
  }

  /// Begins the next field.
  mutating func next() {
    bytes.append(Byte.comma)
    field += 1
  }

  /// Writes digits and point.
  mutating func append(_ number: WrittenNumber, integerDigits: Int) {
    bytes.append(
      number.digits, digits: integerDigits + number.decimals, decimals: number.decimals)
  }

  /// Writes at least this many digits, with zeros in front.
  mutating func append(_ value: UInt64, digits: Int) {
    bytes.append(value, digits: digits)
  }

  mutating func appendHexadecimal(_ digit: UInt8) {
    bytes.append(Byte.hexadecimalCapital(digit))
  }

  static let zero = UInt8(ascii: "0")
  static let minus = UInt8(ascii: "-")
  static let point = UInt8(ascii: ".")
}

extension Talker {
  /// Whether a decoder finds this talker in a sentence of the payload's type.
  fileprivate func canSay(_ payload: Sentence.Payload) -> Bool {
    if payload.isProprietary { return self == .proprietary }
    if self == .quectelBeidou {
      return payload.type == GSA.form.type || payload.type == GSV.form.type
    }
    let (first, second) = (UInt8(rawValue >> 8), UInt8(truncatingIfNeeded: rawValue))
    return first != UInt8(ascii: "P") && Byte.isCapitalOrDigit(first)
      && Byte.isCapitalOrDigit(second)
  }
}
