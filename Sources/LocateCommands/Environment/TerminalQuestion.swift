import LocationIO
import LocationPOSIX

/// Asks the user of a terminal.
enum TerminalQuestion {
  /// Whether a user can read a question on standard error and answer it on standard input.
  static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// Asks a question, and waits for a line. Only `y` and `yes` mean yes. `nil` if there is no line, for
  /// example after Ctrl-D.
  ///
  /// - Parameters:
  ///   - question: the question without its possible answers.
  ///   - show: shows a line.
  static func ask(_ question: String, show: (String) -> Void) async -> Bool? {
    show(question + " [y/N]")
    let answer = await withCheckedContinuation {
      (continuation: CheckedContinuation<String?, Never>) in
      let read: @Sendable () -> Void = { continuation.resume(returning: readLine()) }
      if (try? DedicatedThread.start(read)) == nil { continuation.resume(returning: nil) }
    }
    return answer.map { ["y", "yes"].contains($0.lowercased()) }
  }
}
