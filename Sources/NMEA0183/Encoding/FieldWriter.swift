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

  /// The error that the current field has no value.
  var missing: SentenceEncodingError {
    SentenceEncodingError(type: type, reason: .missing(field: field))
  }

  /// Writes `$` and the address.
  mutating func open(_ sentence: Sentence) throws(SentenceEncodingError) {
    guard let expected = sentence.payload.type else {
      throw SentenceEncodingError(type: type, reason: .unknownPayload)
    }
    guard expected == type else { throw SentenceEncodingError(type: type, reason: .typeMismatch) }
    guard sentence.talker.canSay(sentence.payload) else {
      throw SentenceEncodingError(type: type, reason: .invalidTalker)
    }
    bytes.append(Byte.dollar)
    bytes.append(UInt8(sentence.talker.rawValue >> 8))
    if sentence.talker != .proprietary {
      bytes.append(UInt8(truncatingIfNeeded: sentence.talker.rawValue))
    }
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
      throw SentenceEncodingError(type: type, reason: .tooLong(length: bytes.count, limit: limit))
    }
  }

  /// Begins a field. The field is empty if nothing else is written.
  mutating func next() {
    bytes.append(Byte.comma)
    field += 1
  }

  /// Writes one character.
  mutating func character(_ character: UInt8?) {
    next()
    if let character { bytes.append(character) }
  }

  /// Writes a whole number with at least this many digits.
  mutating func integer(
    _ value: Int?, digits: Int = 1, in range: ClosedRange<Int>
  ) throws(SentenceEncodingError) {
    next()
    guard let value else { return }
    guard range.contains(value) else { throw outOfRange }
    if value < 0 { bytes.append(Self.minus) }
    append(UInt64(value.magnitude), digits: digits)
  }

  /// Writes one hexadecimal digit, or two for a number above 15.
  mutating func hexadecimal(_ value: UInt8?) {
    next()
    guard let value else { return }
    if value > 0xF { appendHexadecimal(value >> 4) }
    appendHexadecimal(value & 0xF)
  }

  /// Writes a decimal number.
  mutating func decimal(
    _ value: Double?, _ format: NumberFormat, in range: ClosedRange<Double> = -1e9...1e9
  ) throws(SentenceEncodingError) {
    next()
    guard let value else { return }
    // No range contains NaN.
    guard range.contains(value), let number = WrittenNumber(value, decimals: format.decimals)
    else { throw outOfRange }
    // A number that rounds to zero has no sign.
    if value < 0, number.digits > 0 { bytes.append(Self.minus) }
    append(number, integerDigits: format.integerDigits)
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

  static let zero: UInt8 = 0x30
  static let minus: UInt8 = 0x2D
  static let point: UInt8 = 0x2E
}

extension Talker {
  /// Whether a decoder finds this talker in a sentence of the payload's type.
  fileprivate func canSay(_ payload: Sentence.Payload) -> Bool {
    if payload.isProprietary { return self == .proprietary }
    if self == .quectelBeidou {
      switch payload {
      case .gsa, .gsv: return true
      default: return false
      }
    }
    let (first, second) = (UInt8(rawValue >> 8), UInt8(truncatingIfNeeded: rawValue))
    return first != 0x50 && Byte.isCapitalOrDigit(first) && Byte.isCapitalOrDigit(second)
  }
}
