private import Foundation

/// Ends the programs that tests started if the process of the tests dies.
///
/// A shell reads the ids of the programs from a pipe. When the pipe closes, it ends the programs that still run.
final class OrphanGuard: Sendable {
  static let shared = OrphanGuard()

  private static let script = """
    trap '' INT TERM HUP
    children=
    while read -r sign child; do
      case $sign in
      +) children="$children $child" ;;
      -) children=$(for one in $children; do [ "$one" = "$child" ] || echo "$one"; done) ;;
      esac
    done
    kill -9 $children
    """

  /// The writing end of the pipe, which closes with this process; −1 if there is no shell.
  private let input: Int32

  private init() {
    var pipe: [Int32] = [-1, -1]
    guard Foundation.pipe(&pipe) == 0 else {
      input = -1
      return
    }
    for end in pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipe[0], 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    // A copy of the writing end in the shell would keep the pipe open.
    for descriptor in Int32(3)..<512 { posix_spawn_file_actions_addclose(&actions, descriptor) }
    let words: [String] = ["/bin/sh", "-c", Self.script]
    var arguments = words.map { strdup($0) } + [nil]
    defer { for text in arguments { free(text) } }
    var id: pid_t = 0
    let failure = posix_spawn(&id, "/bin/sh", &actions, nil, &arguments, nil)
    close(pipe[0])
    if failure != 0 { close(pipe[1]) }
    input = failure == 0 ? pipe[1] : -1
  }

  /// Reports a program that was started.
  func add(_ child: Int32) { tell("+ \(child)\n") }

  /// Reports a program that ended, because its id can then belong to another one.
  func remove(_ child: Int32) { tell("- \(child)\n") }

  /// The line is short enough to be written to a pipe at once.
  private func tell(_ line: String) {
    if input >= 0 { _ = write(input, line, line.utf8.count) }
  }
}
