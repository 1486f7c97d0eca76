import LocationCore
import LocationIO
import LocationPOSIX
import Synchronization

/// The socket or pipe of `--control`. It gets commands line by line, and a socket answers each of them.
///
/// One thread serves all clients. It reads nothing before ``obey()``, and then takes the lines in their order.
final class ControlChannel: Sendable {
  enum Phase { case waiting, obeying, ended }

  private let phase = Mutex(Phase.waiting)
  private let wake: WakeChannel
  private let listener: SocketFile?
  private let ending = Promise<Void>()

  /// Opens the channel: a pipe if the path is one, else a new socket.
  ///
  /// - Parameters:
  ///   - answer: performs a command and returns the answer, `ok` or `error: …`.
  ///   - complain: gets the errors of a pipe, which has no way back.
  init(
    path: String, answer: @escaping @Sendable (String) -> String,
    complain: @escaping @Sendable (String) -> Void
  ) throws(CommandFailure) {
    do throws(SystemError) {
      let pipe = try Self.pipe(path)
      wake = try WakeChannel()
      listener = pipe == nil ? try SocketFile(path) : nil
      try DedicatedThread.start { [self] in
        ControlLoop(wake, listener, pipe: pipe, answer: answer, complain: complain)
          .run { phase.withLock { $0 } }
        ending.give()
      }
    } catch {
      throw CommandFailure(.cannotCreate, "--control \(path): \(Self.words(for: error))")
    }
  }

  /// Takes commands from now on.
  func obey() { enter(.obeying) }

  /// Answers the last command, and then removes the socket. It is called once.
  func end() async {
    enter(.ended)
    await ending.value()
    listener?.close()
  }

  private func enter(_ next: Phase) {
    phase.withLock { if $0 != .ended { $0 = next } }
    wake.signal()
  }

  /// The pipe with this path; `nil` if there is none.
  private static func pipe(_ path: String) throws(SystemError) -> OwnedDescriptor? {
    guard let found = stat(path: path), found.st_mode & S_IFMT == S_IFIFO else { return nil }
    // Open for writing too, so that it does not end with its first writer.
    return try OwnedDescriptor(open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC), from: "open")
  }

  private static func words(for error: SystemError) -> String {
    switch error.number {
    case EADDRINUSE: "another program listens there; end it, or take another path"
    case EEXIST: "it is a file of another kind; take another path"
    case ENAMETOOLONG:
      "the path is too long for a socket; take one with at most \(SocketFile.longestPath) bytes"
    default: "it cannot be opened: \(error.clause)"
    }
  }
}
