import Foundation
import TestSupport
import TestTurns
import Testing

@testable import LocationIO

@Suite(.inTurn)
struct FollowingFileByteSourceTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = try directory.file("log.nmea", "old\n")
  }

  private func append(_ text: String) throws {
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  @Test func theStreamWaitsAtTheEndForMoreBytes() throws {
    let stream = try FollowingFileByteSource(path: path).open()
    #expect(stream.readText() == .text("old\n"))
    #expect(stream.readText(timeout: .zero) == .silence)
    try append("new\n")
    #expect(stream.readText() == .text("new\n"))
    #expect(stream.readText(timeout: .zero) == .silence)
  }

  @Test func aWaitingReadGetsAddedBytes() async throws {
    let stream = try FollowingFileByteSource(path: path, from: .end).open()
    async let reading = onThread { stream.readText() }
    try append("new\n")
    #expect(try await reading == .text("new\n"))
  }

  @Test func fromTheEndOnlyAddedBytesAreRead() throws {
    let stream = try FollowingFileByteSource(path: path, from: .end).open()
    #expect(stream.readText(timeout: .zero) == .silence)
    try append("new\n")
    #expect(stream.readText() == .text("new\n"))
  }

  @Test func aTruncatedFileIsReadFromItsStart() throws {
    let stream = try FollowingFileByteSource(path: path).open()
    #expect(stream.readText() == .text("old\n"))
    #expect(truncate(path, 0) == 0)
    #expect(stream.readText(timeout: .zero) == .silence)
    try append("x\n")
    #expect(stream.readText() == .text("x\n"))
  }

  @Test func afterARotationTheOldFileIsReadToItsEndAndThenTheNewOne() throws {
    let stream = try FollowingFileByteSource(path: path).open()
    #expect(stream.readText() == .text("old\n"))
    try append("last\n")
    #expect(rename(path, path + ".1") == 0)
    #expect(stream.readText() == .text("last\n"))
    #expect(stream.readText(timeout: .zero) == .silence)
    _ = try directory.file("log.nmea", "new\n")
    #expect(stream.readText() == .text("new\n"))
  }

  @Test func theStreamWaitsForARemovedFileToReturn() async throws {
    let stream = try FollowingFileByteSource(path: path, from: .end).open()
    #expect(unlink(path) == 0)
    async let reading = onThread { stream.readText() }
    _ = try directory.file("log.nmea", "again\n")
    #expect(try await reading == .text("again\n"))
  }

  @Test func closingWakesAReadThatWaits() async throws {
    let stream = try FollowingFileByteSource(path: path).open()
    async let reading = onThread { stream.readAll() }
    stream.close()
    #expect(try await reading.code == .cancelled)
  }

  @Test func onlyARegularFileCanBeFollowed() throws {
    let pipe = directory.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(FollowingFileByteSource(path: pipe).openingError()?.code == .invalidSource)
    #expect(
      FollowingFileByteSource(path: directory.url.path).openingError()?.code == .sourceNotFound)
  }

  @Test func aMissingFileIsNotFound() {
    let source = FollowingFileByteSource(path: directory.path("nothing"))
    #expect(source.openingError()?.code == .sourceNotFound)
    #expect(source.isLive)
    #expect(!source.isJoinedAnywhere)
    #expect(FollowingFileByteSource(path: "log.nmea", from: .end).isJoinedAnywhere)
  }
}
