/// A field of an own sentence, for ``SentenceEncoder/encode(_:fields:into:)``. A value that is `nil` becomes an
/// empty field.
public enum SentenceField: Hashable, Sendable {
  /// Text. Reserved characters are escaped, commas too; characters after U+00FF can not be written.
  case string(String?)
  /// A whole number without a sign, 0 … 10⁹.
  case integer(Int?)
  /// A number, −10⁹ … 10⁹, with the decimals of ``SentenceEncoder/other``.
  case decimal(Double?)
  /// The time of day, UTC, with the decimals of ``SentenceEncoder/timeDecimals``.
  case time(TimeOfDay?)
  /// A latitude in degrees, −90 … 90, positive north. It takes two fields: the degrees with the minutes, and
  /// the letter of the hemisphere.
  case latitude(Double?)
  /// A longitude in degrees, −180 … 180, positive east. It takes two fields.
  case longitude(Double?)
}

extension FieldWriter {
  mutating func write(_ fields: [SentenceField]) throws(SentenceEncodingError) {
    for field in fields {
      try write(field)
    }
  }

  private mutating func write(_ value: SentenceField) throws(SentenceEncodingError) {
    let number = field + 1
    switch value {
    case .string(let text):
      begin(number)
      let bytes = Array((text ?? "").utf8)
      var index = 0
      while index < bytes.count {
        index += try character(
          bytes[index], index + 1 < bytes.count ? bytes[index + 1] : 0, escapesComma: true)
      }
    case .integer(var value): try integer(number, "", &value, in: 0...1_000_000_000)
    case .decimal(var value): try decimal(number, "", &value, .other, in: nil, unit: nil)
    case .time(var value): time(number, "", &value)
    case .latitude(let value): try latitude(number, value, decimals: 0)
    case .longitude(let value): try longitude(number, value, decimals: 0)
    }
  }
}

extension [SentenceField] {
  /// The most bytes of a sentence with these fields.
  var room: Int {
    // The address, the checksum, the end of line and any number, time or angle need less than this.
    let reserve = 32
    return reduce(reserve) { room, field in
      // A character of text needs three bytes if it is escaped.
      if case .string(let text?) = field { room + 1 + 3 * text.utf8.count } else { room + reserve }
    }
  }
}
