import LocationIO

/// Why a message was not delivered.
///
/// The code is for programs, the detail for people.
public struct PublishError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong. A struct, so that codes can be added without breaking a `switch`.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's name.
    public let description: String
    /// Makes a code that only one publisher uses.
    public init(_ description: String) { self.description = description }

    /// The description of the target makes no sense.
    public static let invalidTarget = Code("invalidTarget")
    /// The target cannot be reached now, or the connection broke. It may work later.
    public static let unreachable = Code("unreachable")
    /// The host's name has no address. It may work later, because a machine without a network finds no host.
    public static let hostNotFound = Code("hostNotFound")
    /// The target refuses this user: a wrong password, or no permission.
    public static let notAuthorized = Code("notAuthorized")
    /// The certificate of the server is not valid for its name, or an unknown authority signed it.
    public static let untrusted = Code("untrusted")
    /// The target accepts no such message. Sending it again does not help.
    public static let rejected = Code("rejected")
    /// The reader of a pipe closed it.
    public static let closed = Code("closed")
    /// This machine lacks something that the publisher needs, such as a library.
    public static let unavailable = Code("unavailable")
    /// The caller's task was canceled.
    public static let cancelled = Code("cancelled")
    /// The disk with the queue, or the output, is full or broken.
    public static let notWritable = Code("notWritable")
  }

  /// What went wrong.
  public var code: Code
  /// What happened, and what to do about it, in one line; empty if the code says enough.
  public var detail: String
  /// How long the server asks its client to wait before the next message; `nil` if it does not say that.
  public var retryAfter: Duration?

  /// Makes an error.
  public init(_ code: Code, detail: String = "", retryAfter: Duration? = nil) {
    self.code = code
    self.detail = detail
    self.retryAfter = retryAfter
  }

  /// The detail, or the code without one.
  public var description: String { detail.isEmpty ? code.description : detail }

  /// Whether waiting may help: the network or the server is not there now.
  var isTemporary: Bool { code == .unreachable || code == .hostNotFound }
}

extension PublishError {
  /// A system call on a file failed.
  init(_ error: SystemError, path: String) {
    let code: Code =
      switch error.code {
      case .notAuthorized: .notAuthorized
      case .sourceNotFound, .invalidSource: .invalidTarget
      // The disk may have space later, and a pipe a reader.
      default: .unreachable
      }
    self.init(code, detail: "\(path): \(error.clause)")
  }
}
