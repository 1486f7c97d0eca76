package import Foundation

/// A program that a test started. It ends when its last reference goes away or when the process of the
/// tests ends in any way.
///
/// Its standard output goes to a file or is discarded.
package final class ChildProcess: Sendable {
  package let id: pid_t
  private let status = Status()

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: the path of the program.
  ///   - variables: environment variables in addition to those of this process.
  ///   - output: the file that gets its standard output.
  package init(
    _ path: String, _ arguments: [String], variables: [String: String] = [:],
    output: String = "/dev/null"
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    // The child would keep a connection open that another test just accepted and that is not
    // close-on-exec yet. Closing a descriptor that is not open is allowed.
    for descriptor in Int32(3)..<512 {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    // The threads of tasks block signals, and a child inherits the blocked signals.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    var argv = ([path] + arguments).map { strdup($0) } + [nil]
    var envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in argv + envp { free(text) } }
    var id: pid_t = 0
    let failure = posix_spawn(&id, path, &actions, &attributes, &argv, &envp)
    guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .ENOEXEC) }
    self.id = id
    OrphanGuard.shared.add(id)
  }

  deinit { stop() }

  /// Whether the program still runs.
  package var isRunning: Bool { status.poll(id) }

  /// Sends SIGTERM and waits for the end; sends SIGKILL after five seconds.
  package func stop() {
    guard isRunning else { return }
    _ = Foundation.kill(id, SIGTERM)
    for _ in 0..<2500 {
      guard isRunning else { return }
      poll(nil, 0, 2)
    }
    kill()
  }

  /// Sends SIGKILL and waits for the end.
  package func kill() {
    guard isRunning else { return }
    _ = Foundation.kill(id, SIGKILL)
    while isRunning { poll(nil, 0, 1) }
  }

  /// Remembers that the process ended, because its id can then belong to another process.
  private final class Status: Sendable {
    private let isOver = Flag()

    func poll(_ id: pid_t) -> Bool {
      guard !isOver.isRaised else { return false }
      var status: Int32 = 0
      let waited = waitpid(id, &status, WNOHANG)
      if waited == id || (waited < 0 && errno != EINTR) {
        isOver.raise()
        OrphanGuard.shared.remove(id)
      }
      return !isOver.isRaised
    }
  }
}

extension ChildProcess {
  /// The path of a program, also in the folders of daemons; `nil` if it is not installed.
  package static func path(of program: String) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders = path.split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/local/sbin"]
    return folders.map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
  }
}
