/// Why there is no complete response to a request.
public struct HTTPError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong. A struct, so that codes can be added without breaking a `switch`.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's name.
    public let description: String
    /// Makes a code that only one transport uses.
    public init(_ description: String) { self.description = description }

    /// The URL or a header can not be sent.
    public static let invalidRequest = Code("invalidRequest")
    /// The host's name has no address.
    public static let hostNotFound = Code("hostNotFound")
    /// No connection could be made.
    public static let cannotConnect = Code("cannotConnect")
    /// The server's certificate is not valid for its name, or an unknown authority signed it.
    public static let untrusted = Code("untrusted")
    /// The exchange took longer than the request allows.
    public static let timedOut = Code("timedOut")
    /// The connection broke before the response was complete.
    public static let interrupted = Code("interrupted")
    /// The response is larger than the request allows.
    public static let tooLarge = Code("tooLarge")
    /// The caller's task was canceled.
    public static let cancelled = Code("cancelled")
    /// This machine lacks something that the transport needs, such as a library.
    public static let unavailable = Code("unavailable")
  }

  /// What went wrong.
  public let code: Code
  /// What happened, in one line; empty if the code says enough.
  public let detail: String

  /// Makes an error.
  public init(_ code: Code, detail: String = "") {
    self.code = code
    self.detail = detail
  }

  /// The detail, or the code without one.
  public var description: String { detail.isEmpty ? code.description : detail }
}
