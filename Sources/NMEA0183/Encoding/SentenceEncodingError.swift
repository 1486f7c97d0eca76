/// The reason why a sentence cannot be written.
public struct SentenceEncodingError: Error, Hashable, Sendable {
  /// The sentence's type.
  public var type: SentenceType
  /// The reason.
  public var reason: Reason

  /// The possible reasons.
  public enum Reason: Hashable, Sendable {
    /// A value is not a number, or is outside its field's range. Fields count from 1 after the address.
    case outOfRange(field: Int)
    /// The field has no value, but without a value the sentence has another meaning.
    case missing(field: Int)
    /// The sentence would have too many characters, `$` and end of line included.
    case tooLong(length: Int, limit: Int)
    /// The payload is of another type than the sentence.
    case typeMismatch
    /// The talker is not two letters, or sentences of this type cannot have it.
    case invalidTalker
    /// This library can not write the payload.
    case unknownPayload
  }

  /// Makes an error.
  public init(type: SentenceType, reason: Reason) {
    self.type = type
    self.reason = reason
  }
}

extension SentenceEncodingError: CustomStringConvertible {
  /// The reason in words, as `RMC: the value of field 3 is out of range`.
  public var description: String {
    let what =
      switch reason {
      case .outOfRange(let field): "the value of field \(field) is out of range"
      case .missing(let field): "field \(field) must have a value"
      case .tooLong(let length, let limit):
        "\(length) characters, \(limit) allowed: "
          + "write fewer decimals or allow a greater maximumLength"
      case .typeMismatch: "the payload is of another type"
      case .invalidTalker: "the talker must be two letters, or P for a proprietary sentence"
      case .unknownPayload: "this payload can not be written"
      }
    return "\(type): \(what)"
  }
}
