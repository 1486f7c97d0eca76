import LocationIO
import LocationPOSIX
import TestTurns
import Testing

@testable import LocationServing

/// Bytes for a reader that takes them in pieces.
@Suite(.inTurn) struct OutgoingBytesTests {
  private func filled(_ text: String = "0123456789") -> OutgoingBytes {
    var bytes = OutgoingBytes()
    bytes.append(Array(text.utf8))
    return bytes
  }

  /// Flushes with the answers of a writer: the numbers of bytes that it takes, or error numbers below 0.
  private func sent(
    _ bytes: inout OutgoingBytes, _ answers: [Int]
  ) throws(SystemError) -> String {
    var answers = answers[...]
    var sent: [UInt8] = []
    try bytes.flush { offered in
      let answer = answers.popFirst() ?? offered.count
      if answer < 0 {
        errno = Int32(-answer)
        return -1
      }
      sent += offered.prefix(answer)
      return answer
    }
    return String(decoding: sent, as: UTF8.self)
  }

  @Test func aWriteThatASignalInterruptedIsRepeated() throws {
    var bytes = filled()
    #expect(try sent(&bytes, [3, -Int(EINTR), -Int(EINTR), 7]) == "0123456789")
    #expect(bytes.isEmpty)
  }

  @Test func aFullReaderGetsTheRestLater() throws {
    var bytes = filled()
    #expect(try sent(&bytes, [4, -Int(EAGAIN)]) == "0123")
    #expect(bytes.count == 6)
    bytes.append(Array("ab".utf8))
    #expect(try sent(&bytes, [1, -Int(EINTR)]) == "456789ab")
    #expect(bytes.isEmpty)
  }

  @Test func aReaderThatIsGoneIsAnError() {
    var bytes = filled()
    #expect(throws: SystemError.self) { _ = try sent(&bytes, [2, -Int(EPIPE)]) }
  }
}
