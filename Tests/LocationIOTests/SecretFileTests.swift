import Foundation
import LocationIO
import TestSupport
import TestTurns
import Testing

@Suite(.inTurn) struct SecretFileTests {
  @Test(arguments: [
    (0o600, nil), (0o400, nil), (0o700, nil), (0o644, "every user"), (0o604, "every user"),
    (0o640, "its group"), (0o440, "its group"), (0o622, nil),
  ])
  func othersMustNotReadIt(mode: Int, readers: String?) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("token", "abc\r\nsecond line\n")
    chmod(path, mode_t(mode))
    let file = SecretFile(path)
    #expect(
      file.warning
        == readers.map { "\(path): \($0) may read this secret; to change that: chmod 600 \(path)" })
    #expect(try file.firstLine() == Array("abc".utf8))
  }

  @Test func aPipeIsNoFileThatOthersRead() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("pipe")
    #expect(mkfifo(path, 0o644) == 0)
    #expect(SecretFile(path).warning == nil)
    #expect(SecretFile(directory.path("missing")).warning == nil)
  }

  @Test func aRequestInAMessageHasNoKey() {
    let request = HTTPRequest(
      "https://example.org/a?key=secret&x=secret&secret", method: .post,
      headers: ["Authorization": "Basic secret", "Accept": "*/*"])
    #expect(
      request.description
        == "POST https://example.org/a?key=...&x=...&...\nAuthorization: ...\nAccept: */*\n\n")
  }
}
