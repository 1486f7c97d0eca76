import Foundation
import GPSDProtocol
import LocationIO
import LocationServing
import LocationSources
import LocationText
import LocationTracks
import Testing

@testable import LocateCommands

@Suite struct ReplacingFileTests {
  /// Runs a test in a directory of its own.
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

  @Test func replacesWhatWasThereOnlyWhenComplete() throws {
    try inDirectory { directory in
      let path = "\(directory)/a.gpx"
      try "old".write(toFile: path, atomically: false, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
      let file = try ReplacingFile(path: path)
      try file.write(Array("new".utf8))
      #expect(content(path) == "old")
      try file.commit()
      #expect(content(path) == "new")
      #expect(try names(in: directory) == ["a.gpx"])
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o666)
    }
  }

  @Test func leavesNothingBehindWhenGivenUp() throws {
    try inDirectory { directory in
      let file = try ReplacingFile(path: "\(directory)/a.gpx")
      try file.write(Array("half".utf8))
      #expect(try names(in: directory).count == 1)
      file.discard()
      #expect(try names(in: directory).isEmpty)
    }
  }

  @Test func dropsItWhenForgotten() throws {
    try inDirectory { directory in
      do { _ = try ReplacingFile(path: "\(directory)/a.gpx") }
      #expect(try names(in: directory).isEmpty)
    }
  }

  @Test func followsASymbolicLink() throws {
    try inDirectory { directory in
      try "old".write(toFile: "\(directory)/real", atomically: false, encoding: .utf8)
      try FileManager.default.createSymbolicLink(
        atPath: "\(directory)/link", withDestinationPath: "real")
      let file = try ReplacingFile(path: "\(directory)/link")
      try file.write(Array("new".utf8))
      try file.commit()
      #expect(content("\(directory)/real") == "new")
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: "\(directory)/link") == "real")
    }
  }

  @Test func writesWhatIsNoFileInPlace() throws {
    let file = try ReplacingFile(path: "/dev/null")
    try file.write([1, 2, 3])
    try file.commit()
    #expect(
      try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
        != .typeRegular)
  }

  @Test(arguments: [("/nonexistent/a", "no such file or directory"), ("/", "is a directory")])
  func saysWhyItCanNotBeMade(path: String, reason: String) {
    #expect(throws: OutputError.cannotCreate(path: path, reason: reason)) {
      try ReplacingFile(path: path)
    }
  }
}
