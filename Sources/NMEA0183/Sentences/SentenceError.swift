/// The reason why an undamaged sentence, or one of its fields, cannot be read.
public struct SentenceError: Error, Hashable, Sendable {
  /// The number of the wrong field, from 1 after the address, as in the standard; 0 is the address.
  public var field: Int
  /// The problem of the field.
  public var reason: Reason

  /// The possible problems of a field.
  public enum Reason: Hashable, Sendable {
    /// The value is outside the field's range.
    case outOfRange
    /// The text does not have the field's form.
    case malformed
    /// The field is empty, and the sentence has no meaning without it.
    case missing
    /// The sentence ends in it, because it has no checksum and fewer fields than others of its kind.
    case cut
  }

  /// Makes an error.
  public init(field: Int, reason: Reason) {
    self.field = field
    self.reason = reason
  }
}

extension SentenceError: CustomStringConvertible {
  /// The reason in words, as `field 3 out of range`.
  public var description: String {
    let what =
      switch reason {
      case .outOfRange: "out of range"
      case .malformed: "malformed"
      case .missing: "missing"
      case .cut: "cut off"
      }
    return field == 0 ? "address \(what)" : "field \(field) \(what)"
  }
}
