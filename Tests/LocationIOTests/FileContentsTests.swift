import Foundation
import LocationIO
import TestSupport
import TestTurns
import Testing

@Suite(.inTurn) struct FileContentsTests {
  @Test func aFileIsReadCompletely() throws {
    let directory = try TemporaryDirectory()
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try Data(bytes).write(to: URL(filePath: directory.path("whole")))
    #expect(try FileContents.read(directory.path("whole"), limit: bytes.count) == bytes)
  }

  @Test func aFileAboveTheLimitIsAnError() throws {
    let directory = try TemporaryDirectory()
    try Data([1, 2, 3]).write(to: URL(filePath: directory.path("large")))
    #expect(throws: SystemError("read", EFBIG)) {
      try FileContents.read(directory.path("large"), limit: 2)
    }
  }

  @Test func aMissingFileIsAnError() {
    #expect(throws: SystemError("open", ENOENT)) {
      try FileContents.read("/nonexistent/file", limit: 1)
    }
  }
}
