import Foundation
import TestTurns
import Testing

@testable import LocateCommands

@Suite(.inTurn) struct ReplacingOutputFileTests {
  @Test(arguments: [("/nonexistent/a", "no such file or directory"), ("/", "is a directory")])
  func theErrorNamesTheFileAndTheReason(path: String, reason: String) {
    #expect(throws: OutputError.cannotCreate(path: path, reason: reason)) {
      try ReplacingOutputFile(path: path)
    }
  }

  @Test func aFullDeviceIsAnErrorThatNamesTheFile() throws {
    try #require(FileManager.default.fileExists(atPath: "/dev/full"))
    let file = try ReplacingOutputFile(path: "/dev/full")
    #expect(throws: OutputError.failed(name: "/dev/full", reason: "no space left on device")) {
      try file.write(Array("abc".utf8))
    }
  }

  @Test func aCommitThatCanNotRenameIsAnErrorAboutCreation() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "locate-\(UUID())").path()
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/a.gpx"
    let file = try ReplacingOutputFile(path: path)
    try FileManager.default.createDirectory(
      atPath: "\(path)/occupied", withIntermediateDirectories: true)
    #expect(throws: OutputError.cannotCreate(path: path, reason: "is a directory")) {
      try file.commit()
    }
  }
}
