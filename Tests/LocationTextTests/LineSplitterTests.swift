import TestTurns
import Testing

@testable import LocationText

@Suite(.inTurn) struct LineSplitterTests {
  /// The lines of a text that is split into pieces of a size; `nil` for a line that is too long.
  private func lines(_ text: String, by size: Int, limit: Int = 8) -> [String?] {
    var splitter = LineSplitter(limit: limit)
    var lines: [String?] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { piece in
        splitter.split(piece) { line in
          switch line {
          case .whole(let line): lines.append(String(decoding: line, as: UTF8.self))
          case .tooLong: lines.append(nil)
          }
        }
      }
    }
    return lines
  }

  @Test(arguments: 1...30)
  func linesDoNotDependOnThePieces(size: Int) {
    #expect(
      lines("one\r\ntwo\n\n\r\n123456789\n12345678\nfour\nrest", by: size) == [
        "one", "two", nil, "12345678", "four",
      ])
  }

  @Test func aLineThatNeverEndsIsTooLongOnce() {
    #expect(lines(String(repeating: "x", count: 100_000), by: 1000) == [nil])
  }

  @Test func theSplitterKnowsThatALineHasNotEnded() {
    var splitter = LineSplitter(limit: 8)
    #expect(!splitter.isWithinLine)
    Array("ab".utf8).withUnsafeBytes { splitter.split($0) { _ in } }
    #expect(splitter.isWithinLine)
    Array("\n".utf8).withUnsafeBytes { splitter.split($0) { _ in } }
    #expect(!splitter.isWithinLine)
  }
}
