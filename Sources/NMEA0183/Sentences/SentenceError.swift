/// Why a sentence that arrived intact can not be used.
public struct SentenceError: Error, Hashable, Sendable {
  /// The field at fault, counted from 1 after the address as the standard counts; 0 is the address
  /// itself.
  public var field: Int
  /// What is wrong with it.
  public var reason: Reason

  /// What can be wrong with a field.
  public enum Reason: Hashable, Sendable {
    /// Its value lies outside what the field can mean.
    case outOfRange
    /// It is not of the form the field has.
    case malformed
    /// The sentence means nothing without it.
    case missing
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
      }
    return field == 0 ? "address \(what)" : "field \(field) \(what)"
  }
}
