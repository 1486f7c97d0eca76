#if canImport(FoundationEssentials)
  public import protocol FoundationEssentials.LocalizedError
#else
  public import protocol Foundation.LocalizedError
#endif

/// Why there is no location.
///
/// The code is for programs, the detail for people. Two errors are equal if their codes are, so
/// `catch .timedOut`, `error == .timedOut` and `#expect(throws: UserLocationError.timedOut)` match
/// every error with that code, also where the static type is `any Error`.
public struct UserLocationError: Error, Sendable {
  /// What went wrong. A struct, so that codes can be added without breaking a `switch`.
  public struct Code: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    /// The code's name.
    public let rawValue: String
    /// Makes a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes a code that only one provider uses.
    public init(_ description: String) { self.init(rawValue: description) }
    /// The code's name.
    public var description: String { rawValue }

    /// There is no location, and the reason is not known.
    public static let canNotBeLocated = Code("canNotBeLocated")
    /// The program may not use the source: denied, restricted or revoked.
    public static let notAuthorized = Code("notAuthorized")
    /// The source is missing, cannot be reached, or broke.
    public static let sourceUnavailable = Code("sourceUnavailable")
    /// The source came to its end before it gave a suitable location.
    public static let sourceEnded = Code("sourceEnded")
    /// No suitable location came in time; see ``UserLocationError/bestFix``.
    public static let timedOut = Code("timedOut")
    /// The caller, or the end of the service, canceled the request.
    public static let cancelled = Code("cancelled")
    /// The source sends data that this library does not understand.
    public static let badData = Code("badData")
    /// The source's name or options make no sense.
    public static let invalidSource = Code("invalidSource")
    /// The host's name has no address.
    public static let hostNotFound = Code("hostNotFound")
    /// The file or device does not exist.
    public static let sourceNotFound = Code("sourceNotFound")
    /// Reading from the source failed.
    public static let inputOutput = Code("inputOutput")
    /// The other end does not keep to its protocol.
    public static let protocolViolation = Code("protocolViolation")
  }

  /// What went wrong.
  public var code: Code
  /// The source that failed, in the form in which a user writes it.
  public var source: String?
  /// What happened, and what to do about it, in one line; empty if the code says enough.
  public var detail: String
  /// What a ``UserLocationService`` observed before the request timed out or the source ended, in words; `nil` if
  /// nothing came.
  public var observation: String?
  /// The most accurate fix that came before the request ended; it did not meet the criteria.
  public var bestFix: Fix?
  /// The underlying error.
  public var cause: (any Error)?

  /// Makes an error.
  public init(
    _ code: Code, source: String? = nil, detail: String = "", bestFix: Fix? = nil,
    cause: (any Error)? = nil
  ) {
    self.code = code
    self.source = source
    self.detail = detail
    self.bestFix = bestFix
    self.cause = cause
  }

  /// There is no location.
  public static let canNotBeLocated = UserLocationError(.canNotBeLocated)
  /// The program may not use the source.
  public static let notAuthorized = UserLocationError(.notAuthorized)
  /// The source is missing, cannot be reached, or broke.
  public static let sourceUnavailable = UserLocationError(.sourceUnavailable)
  /// The source came to its end.
  public static let sourceEnded = UserLocationError(.sourceEnded)
  /// No suitable location came in time.
  public static let timedOut = UserLocationError(.timedOut)
  /// The request was canceled.
  public static let cancelled = UserLocationError(.cancelled)
  /// The source sends data that this library does not understand.
  public static let badData = UserLocationError(.badData)
  /// The source's name or options make no sense.
  public static let invalidSource = UserLocationError(.invalidSource)
  /// The host's name has no address.
  public static let hostNotFound = UserLocationError(.hostNotFound)
  /// The file or device does not exist.
  public static let sourceNotFound = UserLocationError(.sourceNotFound)
  /// Reading from the source failed.
  public static let inputOutput = UserLocationError(.inputOutput)
  /// The other end does not keep to its protocol.
  public static let protocolViolation = UserLocationError(.protocolViolation)
}

extension UserLocationError: Hashable {
  /// Compares the codes, and nothing else.
  public static func == (one: UserLocationError, other: UserLocationError) -> Bool {
    one.code == other.code
  }

  /// Compares the codes; `false` if `error` is of another type.
  public static func == (error: any Error, other: UserLocationError) -> Bool {
    (error as? UserLocationError)?.code == other.code
  }

  /// Whether the codes differ; `true` if `error` is of another type.
  public static func != (error: any Error, other: UserLocationError) -> Bool {
    !(error == other)
  }

  /// Matches by code: `case .failure(.timedOut)`, and `catch .timedOut` with typed throws.
  public static func ~= (pattern: UserLocationError, error: UserLocationError) -> Bool {
    error == pattern
  }

  /// Matches by code where errors of several types are thrown: `catch UserLocationError.timedOut`.
  public static func ~= (pattern: UserLocationError, error: any Error) -> Bool { error == pattern }

  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension UserLocationError: CustomStringConvertible, LocalizedError {
  /// One line: the source, then the detail or the code, then the observation.
  public var description: String {
    [source, detail.isEmpty ? code.summary : detail, observation]
      .compactMap(\.self).joined(separator: ": ")
  }

  /// The ``description``; Foundation's `localizedDescription` returns it.
  public var errorDescription: String? { description }
}

extension UserLocationError.Code {
  fileprivate var summary: String {
    switch self {
    case .canNotBeLocated: "the location can not be found"
    case .notAuthorized: "not authorized to use this source"
    case .sourceUnavailable: "the source is not available"
    case .sourceEnded: "the source ended without a location"
    case .timedOut: "no location in time"
    case .cancelled: "cancelled"
    case .badData: "nothing in it could be understood"
    case .invalidSource: "not a source"
    case .hostNotFound: "no such host"
    case .sourceNotFound: "no such file or device"
    case .inputOutput: "reading failed"
    case .protocolViolation: "the other end does not keep to its protocol"
    default: description
    }
  }
}
