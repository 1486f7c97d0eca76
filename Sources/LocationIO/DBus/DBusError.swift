/// Why a D-Bus call failed.
package enum DBusError: Error, Hashable, Sendable, CustomStringConvertible {
  /// libsystemd can not be loaded.
  case library(SystemLibraryError)
  /// The bus can not be reached: it does not run, or it refuses this user.
  case noBus(SystemError)
  /// The bus closed the connection.
  case disconnected
  /// The answer to a call is an error: its D-Bus name, and its text for people.
  case refused(name: String, message: String)
  /// A call got no answer in time.
  case noAnswer(member: String, after: Duration)
  /// Another thread woke this one, or the caller's task was canceled.
  case cancelled
  /// A message can not be written or read: an invalid path or name, or values of another type.
  case invalid(String)

  /// What happened, in one line.
  package var description: String {
    switch self {
    case .library(let error): error.description
    case .noBus(let error): "no D-Bus: \(error.clause)"
    case .disconnected: "the D-Bus connection broke"
    case .refused(let name, let message): message.isEmpty ? name : message
    case .noAnswer(let member, let time): "\(member) got no answer within \(time.words)"
    case .cancelled: "cancelled"
    case .invalid(let what): what
    }
  }

  /// Whether the service is neither running nor installed, or can not be started.
  package var isServiceMissing: Bool {
    isRefused(as: "ServiceUnknown") || isRefused(as: "NameHasNoOwner")
      || hasPrefix(of: "org.freedesktop.DBus.Error.Spawn")
  }

  /// Whether the service or the bus refuses access to this user.
  package var isAccessDenied: Bool {
    if case .noBus(let error) = self { return error.isRefusal }
    return isRefused(as: "AccessDenied")
  }

  /// Whether the object, its interface or its method does not exist.
  package var isObjectMissing: Bool {
    isRefused(as: "UnknownObject") || isRefused(as: "UnknownMethod")
      || isRefused(as: "UnknownInterface")
  }

  /// Whether the answer is the standard error `name`: "AccessDenied".
  private func isRefused(as name: String) -> Bool {
    if case .refused("org.freedesktop.DBus.Error.\(name)", _) = self { true } else { false }
  }

  private func hasPrefix(of prefix: String) -> Bool {
    if case .refused(let name, _) = self { name.hasPrefix(prefix) } else { false }
  }
}
