package import Foundation

/// A program that a test has started, ended with its last reference at the latest, or with the tests'
/// own process, however that ends.
///
/// Its output goes nowhere, unless to a file.
package final class ChildProcess: Sendable {
  package let id: pid_t
  private let status = Status()

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: the program.
  ///   - variables: more environment variables than this process's.
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
    // Another test's connection, accepted a moment ago and not closed on exec yet, would stay open
    // as long as the child. To close what is not open is no error.
    for descriptor in Int32(3)..<512 {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    // A thread of a task's blocks signals, and its children would never hear one.
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

  /// Whether it still runs.
  package var isRunning: Bool { status.poll(id) }

  /// Asks it to end, waits for that, and insists after five seconds.
  package func stop() {
    guard isRunning else { return }
    _ = Foundation.kill(id, SIGTERM)
    for _ in 0..<2500 {
      guard isRunning else { return }
      poll(nil, 0, 2)
    }
    kill()
  }

  /// Ends it at once, without a last word, and waits for that.
  package func kill() {
    guard isRunning else { return }
    _ = Foundation.kill(id, SIGKILL)
    while isRunning { poll(nil, 0, 1) }
  }

  /// Keeps that a process was waited for: its number may be another's then.
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
  /// Where a program is, looked for where daemons are too; `nil` when it is not installed.
  package static func path(of program: String) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders = path.split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/local/sbin"]
    return folders.map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
  }
}
