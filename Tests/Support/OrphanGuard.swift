private import Foundation

/// Ends what a test has started when the tests' own process dies without a last word: a shell that
/// is told of each child, and that acts when nobody can tell it anything any more.
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

  /// The end of a pipe that closes with this process; −1 where there could be none.
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
    // Its own copy of the other end would keep the pipe open for ever.
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

  /// A child has been started.
  func add(_ child: Int32) { tell("+ \(child)\n") }

  /// A child has ended; its number may become another's.
  func remove(_ child: Int32) { tell("- \(child)\n") }

  /// Short enough to go through a pipe as a whole.
  private func tell(_ line: String) {
    if input >= 0 { _ = write(input, line, line.utf8.count) }
  }
}
