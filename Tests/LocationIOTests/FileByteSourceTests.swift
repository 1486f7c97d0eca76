import Foundation
import LocationCore
import TestSupport
import TestTurns
import Testing

@testable import LocationIO

@Suite(.inTurn)
struct FileByteSourceTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test(arguments: [1, 3, 4096])
  func theWholeFileIsReadWithEveryBufferSize(size: Int) throws {
    let path = try directory.file("log.nmea", "$GPGGA,one\r\n$GPRMC,two\r\n")
    let stream = try FileByteSource(path: path).open()
    #expect(stream.readAll(size: size) == .text("$GPGGA,one\r\n$GPRMC,two\r\n"))
    #expect(stream.readText() == .end)
  }

  @Test func eachStreamStartsAtTheBeginning() throws {
    let source = FileByteSource(path: try directory.file("log.nmea", "abc"))
    #expect(try source.open().readAll() == .text("abc"))
    #expect(try source.open().readAll() == .text("abc"))
  }

  @Test func theNameIsTheSourceAsTheUserWritesIt() {
    #expect(FileByteSource(path: "drive.nmea").name == "file:drive.nmea")
    #expect(!FileByteSource(path: "drive.nmea").isLive)
  }

  @Test func aMissingFileIsNotFound() throws {
    let source = FileByteSource(path: directory.path("nothing"))
    let error = try #require(source.openingError())
    #expect(error.code == .sourceNotFound)
    #expect(error.description == "\(source.name): No such file or directory")
    #expect(source.authorizationStatus == .authorizedAlways)
    #expect(source.authorizationRefusal == nil)
  }

  @Test func aPathThroughAFileIsNotFound() throws {
    let path = try directory.file("log.nmea", "")
    #expect(FileByteSource(path: path + "/x").openingError()?.code == .sourceNotFound)
  }

  @Test func aDirectoryIsNotASource() throws {
    let error = try #require(FileByteSource(path: directory.url.path).openingError())
    #expect(error.code == .sourceNotFound)
    #expect(error.detail == "it is a directory; name a file in it")
  }

  @Test func anUnreadableFileIsDeniedAndItsOwnerNamed() async throws {
    let path = try directory.file("secret.nmea", "abc")
    #expect(chmod(path, 0o600) == 0)
    let source = FileByteSource(path: path)
    let seen = try await withoutPrivileges {
      (source.authorizationStatus, source.authorizationRefusal, source.openingError())
    }
    guard let (status, refusal, error) = seen, getuid() == 0 else {
      try Test.cancel("only root can make a file that somebody else may not read")
    }
    #expect(status == .denied)
    #expect(error?.code == .notAuthorized)
    #expect(refusal?.contains("belongs to root and has mode 600") == true)
    #expect(error?.detail == refusal)
  }

  @Test func anUnreadableFileOfAGroupNamesTheGroupToJoin() async throws {
    let path = try directory.file("device", "abc")
    guard getuid() == 0, let group = getgrnam("dialout") else {
      try Test.cancel("needs root and a group dialout")
    }
    #expect(chown(path, 0, group.pointee.gr_gid) == 0)
    #expect(chmod(path, 0o660) == 0)
    let source = FileByteSource(path: path)
    let refusal = try await withoutPrivileges { source.authorizationRefusal }
    guard let refusal else { try Test.cancel("this system has no way to drop a thread's rights") }
    #expect(refusal?.contains("the group dialout may read it") == true)
    #expect(refusal?.contains("usermod -aG dialout") == true)
  }

  @Test func aDirectoryWithoutPermissionIsNamedAsTheReason() async throws {
    let inner = directory.path("closed")
    #expect(mkdir(inner, 0o700) == 0)
    let source = FileByteSource(path: inner + "/log.nmea")
    let seen = try await withoutPrivileges { source.openingError() }
    guard let error = seen, getuid() == 0 else { try Test.cancel("needs root") }
    #expect(error?.code == .notAuthorized)
    #expect(error?.detail.contains("a directory on the way") == true)
  }

  @Test func readingAfterCloseIsCancelled() throws {
    let stream = try FileByteSource(path: try directory.file("log.nmea", "abc")).open()
    stream.close()
    stream.close()
    #expect(stream.readText().code == .cancelled)
  }

  @Test func aNamedPipeWaitsForItsWriterAndEndsWithIt() async throws {
    let path = directory.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let stream = try FileByteSource(path: path).open()
    #expect(stream.readText(timeout: .zero) == .silence)
    let writer = open(path, O_WRONLY)
    #expect(write(writer, "abc", 3) == 3)
    #expect(stream.readText() == .text("abc"))
    #expect(stream.readText(timeout: .zero) == .silence)
    close(writer)
    #expect(stream.readText() == .end)
  }

  @Test func closingWakesAReadThatBlocks() async throws {
    let path = directory.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let stream = try FileByteSource(path: path).open()
    let writer = open(path, O_WRONLY)
    defer { close(writer) }
    async let reading = onThread { stream.readAll() }
    #expect(write(writer, "abc", 3) == 3)
    stream.close()
    #expect(try await reading.code == .cancelled)
    #expect(stream.readText().code == .cancelled)
  }

  @Test func closingReleasesTheDescriptorImmediately() throws {
    let path = directory.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let stream = try FileByteSource(path: path).open()
    let writer = open(path, O_WRONLY | O_NONBLOCK)
    #expect(writer >= 0)
    stream.close()
    // Closing the stream closes the reading end of the pipe immediately.
    #expect(open(path, O_WRONLY | O_NONBLOCK) == -1)
    #expect(errno == ENXIO)
    close(writer)
  }

  #if os(Linux)
    @Test func childProcessesDoNotInheritTheDescriptor() throws {
      let path = directory.path("pipe")
      #expect(mkfifo(path, 0o600) == 0)
      let stream = try FileByteSource(path: path).open()
      defer { stream.close() }
      let files = FileManager.default
      let descriptor = try #require(
        try files.contentsOfDirectory(atPath: "/proc/self/fd").first {
          (try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
        }.flatMap { Int32($0) })
      #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }
  #endif

  @Test func aReleasedStreamClosesItsDescriptor() throws {
    let path = directory.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    _ = try FileByteSource(path: path).open()
    #expect(open(path, O_WRONLY | O_NONBLOCK) == -1)
  }
}

@Suite(.inTurn) struct DataByteSourceTests {
  @Test(arguments: [1, 2, 64])
  func allBytesAreRead(size: Int) throws {
    let source = DataByteSource(bytes: Array("abcde".utf8), name: "test")
    let stream = try source.open()
    #expect(stream.readAll(size: size) == .text("abcde"))
    #expect(stream.readText() == .end)
    #expect(source.name == "test")
  }

  @Test func streamsAreIndependent() throws {
    let source = DataByteSource(bytes: Array("abc".utf8))
    let first = try source.open()
    let second = try source.open()
    #expect(first.readText(upTo: 2) == .text("ab"))
    first.close()
    #expect(first.readText().code == .cancelled)
    #expect(second.readAll() == .text("abc"))
  }
}

@Suite(.inTurn) struct SystemErrorTests {
  @Test func theMessageIsTheSystemsText() {
    #expect(SystemError("open", ENOENT).description == "open: No such file or directory")
  }

  @Test(arguments: [
    (EACCES, UserLocationError.Code.notAuthorized), (EPERM, .notAuthorized),
    (ENOENT, .sourceNotFound), (ENOTDIR, .sourceNotFound), (EISDIR, .invalidSource),
    (EBUSY, .sourceUnavailable), (ENXIO, .sourceUnavailable), (EIO, .inputOutput),
  ])
  func eachErrnoHasACode(number: Int32, code: UserLocationError.Code) {
    let error = UserLocationError(SystemError("read", number), source: "file:x")
    #expect(error.code == code)
    #expect((error.cause as? SystemError)?.number == number)
  }
}
