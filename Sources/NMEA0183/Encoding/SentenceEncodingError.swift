/// Why a sentence can not be written.
public struct SentenceEncodingError: Error, Hashable, Sendable {
  /// The sentence's type.
  public var type: SentenceType
  /// What stands in the way.
  public var reason: Reason

  /// What can stand in the way.
  public enum Reason: Hashable, Sendable {
    /// A value is not a number, or lies outside what its field can mean. Fields count from 1 after
    /// the address.
    case outOfRange(field: Int)
    /// The field has no value, and the sentence means something else without.
    case missing(field: Int)
    /// The sentence would have so many characters, `$` and end of line included, and may not.
    case tooLong(length: Int, limit: Int)
    /// The payload is of another type than the sentence.
    case typeMismatch
    /// The talker is not two letters, or not one that such a sentence can have.
    case invalidTalker
    /// The payload is one that this library does not know.
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
      case .invalidTalker: "the talker must be two letters, and P a maker's own"
      case .unknownPayload: "this payload can not be written"
      }
    return "\(type): \(what)"
  }
}
