import Foundation
import TestSupport
import TestTurns
import Testing

@testable import LocationIO

/// This is one test, because a process has one standard input. The test replaces it but never closes it:
/// another test could get its number.
@Suite(.inTurn)
struct StandardInputByteSourceTests {
  /// Runs `body` with a pipe as standard input, and passes the writing end.
  private func withPipe(_ body: (Int32) throws -> Void) throws {
    let saved = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
    defer {
      if saved >= 0 {
        dup2(saved, STDIN_FILENO)
        close(saved)
      }
    }
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    dup2(ends[0], STDIN_FILENO)
    close(ends[0])
    try body(ends[1])
  }

  @Test func standardInputIsReadToItsEndAndStaysOpen() throws {
    try withPipe { writer in
      let source = StandardInputByteSource()
      #expect(source.name == "-")
      let stream = try source.open()
      #expect(write(writer, "abc", 3) == 3)
      #expect(stream.readText() == .text("abc"))
      stream.close()
      #expect(stream.readText().code == .cancelled)

      let second = try source.open()
      #expect(write(writer, "def", 3) == 3)
      close(writer)
      #expect(second.readAll() == .text("def"))
      #expect(fcntl(STDIN_FILENO, F_GETFD) >= 0)
    }
  }
}
