public import LocationCore
import LocationIO

/// Why a message was not delivered.
///
/// If its cause is an `HTTPRefusal`, a ``PublishingQueue`` waits as long as the server asks.
public typealias PublishError = CodedError<PublishErrorCode>

/// The codes of a ``PublishError``.
public enum PublishErrorCode: String, ErrorCode {
  /// The description of the target makes no sense.
  case invalidTarget
  /// The target cannot be reached now, or the connection broke. It may work later.
  case unreachable
  /// The host's name has no address. It may work later, because a machine without a network finds no host.
  case hostNotFound
  /// The target refuses this user: a wrong password, or no permission.
  case notAuthorized
  /// The certificate of the server is not valid for its name, or an unknown authority signed it.
  case untrusted
  /// The target accepts no such message. Sending it again does not help.
  case rejected
  /// The reader of a pipe closed it.
  case closed
  /// This machine lacks something that the publisher needs, such as a library.
  case unavailable
  /// The caller's task was canceled.
  case cancelled
  /// The disk with the queue, or the output, is full or broken.
  case notWritable
}

extension PublishError {
  /// Whether waiting may help: the network or the server is not there now.
  var isTemporary: Bool { code == .unreachable || code == .hostNotFound }

  /// A system call on a file failed.
  init(_ error: SystemError, path: String) {
    let code: Code =
      switch error.code {
      case .notAuthorized: .notAuthorized
      case .sourceNotFound, .invalidSource: .invalidTarget
      // The disk may have space later, and a pipe a reader.
      default: .unreachable
      }
    self.init(code, subject: path, detail: error.clause)
  }
}
