import Foundation
import LocationPOSIX
import TestSupport
import TestTurns
import Testing

@testable import LocationIO

/// Paths are bytes.
@Suite(.inTurn) struct PathTextTests {
  @Test func everySequenceOfBytesComesBack() {
    var bytes = [[], [0x61], Array("caf\u{E9}/\u{1F6F0}.nmea".utf8)] as [[UInt8]]
    bytes += (0x01...0xFF).map { [UInt8($0)] }
    bytes += (0x80...0xFF).map { [0x63, UInt8($0), 0x2E, 0xC3] }
    // Truncated, overlong and surrogate sequences, and the private characters that stand for bytes.
    bytes += [
      [0xE2, 0x82], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
      Array("\u{10FEE9}".utf8), Array("a\u{10FE80}\u{10FEFF}b\u{10FFFF}".utf8),
      [0xF4, 0x8F, 0xBB], Array("\u{10FEE9}".utf8) + [0xE9],
    ]
    for path in bytes {
      let text = String(path: path)
      #expect(text.pathBytes == path)
      text.withPath { #expect(strlen($0) == path.count) }
    }
  }

  @Test func ordinaryTextIsUnchanged() {
    for text in ["", "drive.nmea", "caf\u{E9}", "cafe\u{301}", "\u{1F6F0}"] {
      #expect(Array(String(path: text.utf8).utf8) == Array(text.utf8))
      #expect(text.printablePath == text)
    }
  }

  @Test func differentBytesAreDifferentText() {
    #expect(String(path: [0xE9]) != String(path: [0xE8]))
    #expect(String(path: [0xE9]) != String(path: Array("\u{E9}".utf8)))
    #expect(String(path: Array("\u{10FEE9}".utf8)) != String(path: [0xE9]))
  }

  @Test func aByteThatIsNotUTF8IsPrintedInHexadecimal() {
    let path = String(path: Array("caf".utf8) + [0xE9] + Array(".nmea".utf8))
    #expect(path.printablePath == "caf\\xE9.nmea")
    #expect(FileByteSource(path: path).name == "file:caf\\xE9.nmea")
  }

  @Test func aFileWithSuchANameIsWrittenReadAndReplaced() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("caf") + String(path: [0xE9])
    #expect(FileByteSource(path: path).openingError()?.code == .sourceNotFound)
    for text in ["one", "two"] {
      let file = try ReplacingFile(path: path)
      for byte in text.utf8 { try withUnsafeBytes(of: byte) { try file.write($0) } }
      try file.commit()
      #expect(try FileByteSource(path: path).open().readAll() == .text(text))
      #expect(try FileContents.read(path, limit: 10) == Array(text.utf8))
    }
    #expect(FileAccess(path).exists)
    // The folder has one file, and its name has the very byte.
    let names = FolderContents.names(in: directory.url.path)
    #expect(names.map(\.pathBytes) == [Array("caf".utf8) + [0xE9]])
  }

  @Test func theFolderIsBeforeTheLastSlash() {
    #expect("a/b/c".pathFolder == "a/b/")
    #expect("c".pathFolder == ".")
    // The slash and the combining mark are one character.
    #expect(Array("a/\u{301}c".pathFolder.utf8) == Array("a/".utf8))
  }
}
