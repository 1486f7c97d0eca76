import Foundation
import LocationIO
import TestSupport
import TestTurns
import Testing

@Suite(.inTurn) struct ReplacingFileTests {
  @Test func onlyTheOwnerMayReadANewFileAndAnExistingOneKeepsItsPermissions() throws {
    let directory = try TemporaryDirectory()
    for (name, mode) in [("new", mode_t(0o600)), ("old", 0o644)] {
      let path = directory.path(name)
      if mode != 0o600 {
        try #require(FileManager.default.createFile(atPath: path, contents: nil))
        chmod(path, mode)
      }
      let file = try ReplacingFile(path: path)
      try file.commit()
      var information = stat()
      #expect(stat(path, &information) == 0 && information.st_mode & 0o777 == mode)
      let appended = directory.path("appended " + name)
      try AppendedFile(path: appended).append([0x41])
      #expect(stat(appended, &information) == 0 && information.st_mode & 0o777 == 0o600)
    }
  }

  /// Root adds a place to the file of a service, which still has to read it.
  @Test(.enabled(if: getuid() == 0)) func aReplacedFileKeepsItsOwner() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("places", "old")
    #expect(chown(path, 1, 1) == 0)
    try ReplacingFile(path: path).commit()
    var information = stat()
    #expect(stat(path, &information) == 0)
    #expect(information.st_uid == 1 && information.st_gid == 1)
  }

  /// Runs a test in a new directory.
  private func inDirectory(_ body: (String) throws -> Void) throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "locate-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: directory) }
    try body(directory.path())
  }

  private func content(_ path: String) -> String? {
    try? String(contentsOfFile: path, encoding: .utf8)
  }

  private func names(in directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory)
  }

  private func write(_ text: String, to file: ReplacingFile) throws {
    try Array(text.utf8).withUnsafeBytes { try file.write($0) }
  }

  @Test func theFormerFileIsReplacedOnlyByTheCommit() throws {
    try inDirectory { directory in
      let path = "\(directory)/a.gpx"
      try "old".write(toFile: path, atomically: false, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
      let file = try ReplacingFile(path: path)
      try write("new", to: file)
      #expect(content(path) == "old")
      try file.commit()
      #expect(content(path) == "new")
      #expect(try names(in: directory) == ["a.gpx"])
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o666)
    }
  }

  @Test func twoCanReplaceTheSameFileAtTheSameTime() throws {
    try inDirectory { directory in
      let path = "\(directory)/a.gpx"
      let (one, other) = (try ReplacingFile(path: path), try ReplacingFile(path: path))
      try write("one", to: one)
      try write("other", to: other)
      try other.commit()
      #expect(content(path) == "other")
      try one.commit()
      #expect(content(path) == "one")
      #expect(try names(in: directory) == ["a.gpx"])
    }
  }

  /// A program in a container often has the same process id again.
  @Test func whatAKilledProcessWithTheSameIDLeftBehindDisturbsNothing() throws {
    try inDirectory { directory in
      let path = "\(directory)/a.gpx"
      try "half".write(
        toFile: "\(path).\(getpid()).part", atomically: false, encoding: .utf8)
      let file = try ReplacingFile(path: path)
      try write("new", to: file)
      try file.commit()
      #expect(content(path) == "new")
    }
  }

  @Test func aDiscardedFileLeavesNothing() throws {
    try inDirectory { directory in
      let file = try ReplacingFile(path: "\(directory)/a.gpx")
      try write("half", to: file)
      // A process that is killed now leaves nothing either.
      #if os(Linux)
        #expect(try names(in: directory).isEmpty)
      #endif
      file.discard()
      #expect(try names(in: directory).isEmpty)
    }
  }

  @Test func aReleasedFileLeavesNothing() throws {
    try inDirectory { directory in
      do { _ = try ReplacingFile(path: "\(directory)/a.gpx") }
      #expect(try names(in: directory).isEmpty)
    }
  }

  @Test func aWriteAfterTheCommitIsAnError() throws {
    try inDirectory { directory in
      let file = try ReplacingFile(path: "\(directory)/a.gpx")
      try file.commit()
      #expect(throws: SystemError("write", EBADF)) { try write("late", to: file) }
      #expect(content("\(directory)/a.gpx") == "")
    }
  }

  @Test func aCommitThatFailsLeavesNothing() throws {
    try inDirectory { directory in
      let path = "\(directory)/a.gpx"
      let file = try ReplacingFile(path: path)
      try write("new", to: file)
      // A directory with the same name can not be replaced by a file.
      try FileManager.default.createDirectory(
        atPath: "\(path)/occupied", withIntermediateDirectories: true)
      let error = #expect(throws: SystemError.self) { try file.commit() }
      #expect(error?.call == "rename")
      #expect(try names(in: directory) == ["a.gpx"])
    }
  }

  @Test func theTargetOfASymbolicLinkIsReplaced() throws {
    try inDirectory { directory in
      try "old".write(toFile: "\(directory)/real", atomically: false, encoding: .utf8)
      try FileManager.default.createSymbolicLink(
        atPath: "\(directory)/link", withDestinationPath: "real")
      let file = try ReplacingFile(path: "\(directory)/link")
      try write("new", to: file)
      try file.commit()
      #expect(content("\(directory)/real") == "new")
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: "\(directory)/link") == "real")
    }
  }

  @Test func aSpecialFileIsWrittenDirectly() throws {
    let file = try ReplacingFile(path: "/dev/null")
    try write("abc", to: file)
    try file.commit()
    #expect(
      try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
        != .typeRegular)
  }

  @Test(arguments: [("/nonexistent/a", ENOENT), ("/", EISDIR)])
  func aFileThatCanNotBeCreatedIsAnError(path: String, number: Int32) {
    #expect(throws: SystemError("open", number)) { try ReplacingFile(path: path) }
  }
}
