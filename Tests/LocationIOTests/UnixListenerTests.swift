import Foundation
import LocationIO
import TestSupport
import TestTurns
import Testing

/// A Unix socket at a path.
@Suite(.inTurn) struct UnixListenerTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("s")
  }

  var mode: Int? {
    (try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]) as? Int
  }

  @Test func onlyTheUserCanConnectAndTheEndRemovesThePath() throws {
    let listener = try UnixListener(path: path)
    #expect(mode == 0o600)
    #expect(try listener.accept() == nil)
    let client = try #require(LoopbackSocket.connect(toPath: path))
    #expect(try listener.accept() != nil)
    listener.remove()
    #expect(!FileManager.default.fileExists(atPath: path))
    withExtendedLifetime(client) {}
  }

  @Test func theSocketOfAProgramThatHasEndedIsReplaced() throws {
    // Closed without removing the path, as after a kill.
    do { _ = try LoopbackSocket(path: path) }
    #expect(FileManager.default.fileExists(atPath: path))
    let listener = try UnixListener(path: path)
    #expect(LoopbackSocket.connect(toPath: path) != nil)
    listener.remove()
  }

  @Test func aSocketInUseAndAnotherFileStay() throws {
    let used = try LoopbackSocket(path: path)
    #expect(throws: SystemError("bind", EADDRINUSE)) { try UnixListener(path: path) }
    #expect(used.accept(within: .seconds(10)) != nil)
    let file = try directory.file("text", "mine")
    #expect(throws: SystemError("bind", EADDRINUSE)) { try UnixListener(path: file) }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
  }

  @Test func aSuccessorAtThePathIsNotRemoved() throws {
    let listener = try UnixListener(path: path)
    try FileManager.default.removeItem(atPath: path)
    _ = try directory.file("s", "mine")
    listener.remove()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }

  @Test func aPathThatIsTooLongForASocketIsAnError() {
    #expect(throws: SystemError("bind", ENAMETOOLONG)) {
      try UnixListener(path: directory.path(String(repeating: "x", count: 120)))
    }
  }
}
