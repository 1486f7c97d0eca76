#if canImport(FoundationEssentials)
  public import protocol FoundationEssentials.LocalizedError
#else
  public import protocol Foundation.LocalizedError
#endif

/// Why something failed: a code for programs, and words for people.
///
/// Each module names its errors: `PlaceError` is a `CodedError<PlaceErrorCode>`. Two errors are equal if their codes
/// are, so `#expect(throws: PlaceError(.duplicateName))` matches every error with that code.
public struct CodedError<Kind: ErrorCode>: Error, Sendable {
  /// The codes of this kind of error.
  public typealias Code = Kind

  /// What went wrong.
  public var code: Code
  /// The file, place or address that the error is about, as its user writes it; `nil` if it is not about one.
  public var subject: String?
  /// What happened, and what to do about it, in one line; empty if the code says enough.
  public var detail: String
  /// The underlying error.
  public var cause: (any Error)?

  /// Makes an error.
  public init(
    _ code: Code, subject: String? = nil, detail: String = "", cause: (any Error)? = nil
  ) {
    self.code = code
    self.subject = subject
    self.detail = detail
    self.cause = cause
  }
}

/// The codes of a kind of ``CodedError``.
public protocol ErrorCode: Hashable, Sendable {
  /// What an error without a detail says.
  var summary: String { get }
}

extension ErrorCode where Self: RawRepresentable, RawValue == String {
  /// The code's name.
  public var summary: String { rawValue }
}

extension CodedError: Hashable {
  /// Compares the codes, and nothing else.
  public static func == (one: CodedError, other: CodedError) -> Bool { one.code == other.code }

  /// Matches a code where the type is known: `catch .duplicateName`, with typed throws.
  public static func ~= (code: Code, error: CodedError) -> Bool { error.code == code }

  /// Matches by code where errors of several types are thrown: `catch PlaceError(.duplicateName)`.
  public static func ~= (pattern: CodedError, error: any Error) -> Bool {
    (error as? CodedError)?.code == pattern.code
  }

  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension CodedError: CustomStringConvertible, LocalizedError {
  /// One line: the subject, then the detail or the code.
  public var description: String {
    let what = detail.isEmpty ? code.summary : detail
    return subject.map { "\($0): \(what)" } ?? what
  }

  /// The ``description``; Foundation's `localizedDescription` returns it.
  public var errorDescription: String? { description }
}
