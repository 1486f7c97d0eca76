import LocationCore
import TestTurns
import Testing

@testable import LocationIO

/// gzip files and zip archives are decompressed while they are read. The bytes were written by Python's
/// modules `gzip` and `zipfile`.
@Suite(.inTurn) struct CompressionTests {
  private static let one = "1f8b0800000000000203cbcf4be502009fa817f804000000"
  private static let two = "1f8b08000000000002032b29cfe702007408179604000000"
  /// `0123456789` ten thousand times
  private static let long =
    "1f8b0800000000000203edc6490100200800b04a7820dabf9835786cafc5986be7a9fbc2"
    + String(repeating: "cc", count: 193) + "9aed0387b8c51ca0860100"

  private static func bytes(_ hexadecimal: some StringProtocol) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = hexadecimal[...]
    while !rest.isEmpty {
      bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
      rest = rest.dropFirst(2)
    }
    return bytes
  }

  /// Reads a stream to its end, `size` bytes at once. Returns the bytes before an error, and the error.
  private static func read(
    _ stream: any ByteStream, by size: Int = 1000
  ) -> (text: String, failure: UserLocationError?) {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: size)
    do throws(UserLocationError) {
      while true {
        let count = try readOnce(stream, &buffer)
        if count == 0 { break }
        bytes += buffer[..<count]
      }
      #expect(try readOnce(stream, &buffer) == 0)
      return (String(decoding: bytes, as: UTF8.self), nil)
    } catch {
      return (String(decoding: bytes, as: UTF8.self), error)
    }
  }

  private static func readOnce(
    _ stream: any ByteStream, _ buffer: inout [UInt8]
  ) throws(UserLocationError) -> Int {
    let result = buffer.withUnsafeMutableBytes { bytes in
      Result { () throws(UserLocationError) in try stream.read(into: bytes) }
    }
    return try result.get()
  }

  private static func gunzip(
    _ bytes: [UInt8], inPiecesOf pieceSize: Int = 1 << 16, by size: Int = 1000
  ) throws -> (text: String, failure: UserLocationError?) {
    read(
      try DecompressedStream.gzip(PieceStream(bytes, pieceSize), source: "file:a.gz"), by: size)
  }

  private static func unzip(
    _ bytes: [UInt8], inPiecesOf pieceSize: Int = 1 << 16, by size: Int = 1000
  ) throws -> (text: String, failure: UserLocationError?) {
    read(
      try DecompressedStream.zipEntries(
        PieceStream(bytes, pieceSize), source: "file:a.kmz", ending: ".kml"),
      by: size)
  }

  /// A stored entry of an archive.
  private static func entry(
    _ name: String, _ text: String, method: UInt8 = 0, flags: UInt8 = 0, checksum: UInt32? = nil
  ) throws -> [UInt8] {
    let content = Array(text.utf8)
    let inflater = try Inflater(.none)
    let real = content.withUnsafeBytes { inflater.checksum(0, of: $0) }
    func word(_ value: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let size = word(UInt32(content.count))
    return [0x50, 0x4B, 3, 4, 20, 0, flags, 0, method, 0, 0, 0, 0, 0] + word(checksum ?? real)
      + size + size + [UInt8(name.utf8.count), 0, 2, 0] + Array(name.utf8) + [9, 9] + content
  }

  private static let listOfEntries: [UInt8] = [0x50, 0x4B, 1, 2, 0, 0, 0, 0]

  // MARK: gzip

  @Test(arguments: [1, 2, 7, 1 << 16], [1, 3, 100_000])
  func allMembersOfAGzipFileAreRead(pieceSize: Int, size: Int) throws {
    let (text, failure) = try Self.gunzip(
      Self.bytes(Self.one + Self.two), inPiecesOf: pieceSize, by: size)
    #expect(text == "one\ntwo\n" && failure == nil)
  }

  @Test(arguments: [1, 2, 100, 1 << 16], [1, 4096, 200_000])
  func moreOutputThanInputIsRead(pieceSize: Int, size: Int) throws {
    let (text, failure) = try Self.gunzip(
      Self.bytes(Self.long), inPiecesOf: pieceSize, by: size)
    #expect(text == String(repeating: "0123456789", count: 10_000) && failure == nil)
  }

  @Test(arguments: ["0000000000", "ff00ff"])
  func bytesAfterTheLastMemberAreIgnored(rest: String) throws {
    let (text, failure) = try Self.gunzip(Self.bytes(Self.one + rest))
    #expect(text == "one\n" && failure == nil)
  }

  @Test func zerosBetweenMembersAreSkipped() throws {
    let (text, failure) = try Self.gunzip(Self.bytes(Self.one + "000000" + Self.two))
    #expect(text == "one\ntwo\n" && failure == nil)
  }

  @Test func aGzipFileThatIsCutOffIsAnErrorAfterItsBytes() throws {
    let whole = Self.bytes(Self.one)
    for count in 0..<whole.count {
      let (text, failure) = try Self.gunzip(Array(whole[..<count]))
      #expect("one\n".hasPrefix(text))
      #expect(failure?.code == .badData && failure?.source == "file:a.gz")
      #expect(failure?.detail.contains("cut off") == true)
    }
  }

  @Test func aDamagedGzipFileIsAnError() throws {
    var bytes = Self.bytes(Self.one)
    bytes[16] ^= 1
    let (text, failure) = try Self.gunzip(bytes)
    #expect(text == "one\n")
    #expect(failure?.code == .badData)
    #expect(failure?.detail.hasPrefix("damaged gzip data at byte") == true)
  }

  @Test func aReadWithoutWaitingLeavesASlowStreamAlone() throws {
    let stream = try DecompressedStream.gzip(PieceStream(Self.bytes(Self.one), 100), source: "a")
    var buffer = [UInt8](repeating: 0, count: 10)
    let count = try buffer.withUnsafeMutableBytes { try stream.read(into: $0, timeout: .zero) }
    #expect(count == nil)
    #expect(Self.read(stream).text == "one\n")
  }

  @Test func aPromptStreamIsReadWithoutWaiting() throws {
    let source = DataByteSource(bytes: Self.bytes(Self.one))
    let stream = try DecompressedStream.gzip(source.open(), source: "a")
    var buffer = [UInt8](repeating: 0, count: 10)
    let count = try buffer.withUnsafeMutableBytes { try stream.read(into: $0, timeout: .zero) }
    #expect(count == 4)
  }

  @Test func closingEndsTheCompressedStream() throws {
    let source = DataByteSource(bytes: Self.bytes(Self.one))
    let stream = try DecompressedStream.gzip(source.open(), source: "a")
    stream.close()
    #expect(Self.read(stream).failure == .cancelled)
  }

  // MARK: zip

  /// An archive with a.png (stored) and doc.KML (deflated).
  private static let archive =
    "504b03041400000000000000210090031883030000000300000005000000612e706e67706e67504b030414000000"
    + "08000000210043a80dd10a0000001800000007000000646f632e4b4d4cb3c9cecdd1b7b3c12001504b01021403"
  /// An archive that was written to a pipe, so that sizes and checksums follow the content: a.txt and
  /// doc.kml, both deflated.
  private static let pipedArchive =
    "504b03041400080008000000210000000000000000000000000005000000612e7478742b49ad2829218001504b07"
    + "087494753c0800000024000000504b0304140008000800000021000000000000000000000000000700000064"
    + "6f632e6b6d6cb3c9cecdd1b7b3c12001504b070843a80dd10a00000018000000504b01021403140008000800"

  @Test(arguments: [archive, pipedArchive], [1, 5, 1 << 16])
  func theDocumentOfAnArchiveIsRead(archive: String, pieceSize: Int) throws {
    for size in [1, 1000] {
      let (text, failure) = try Self.unzip(
        Self.bytes(archive), inPiecesOf: pieceSize, by: size)
      #expect(text == "<kml/><kml/><kml/><kml/>" && failure == nil)
    }
  }

  @Test(arguments: [1, 3, 1000])
  func storedEntriesAreReadOneAfterTheOther(size: Int) throws {
    let bytes =
      try Self.entry("images/", "") + Self.entry("__MACOSX/._doc.kml", "x")
      + Self.entry("files/doc.kml", "<kml/>") + Self.entry("a.png", "picture")
      + Self.entry("b.kml", "second") + Self.listOfEntries
    let (text, failure) = try Self.unzip(bytes, inPiecesOf: 7, by: size)
    #expect(text == "<kml/>second" && failure == nil)
  }

  @Test func anEmptyEntryIsRead() throws {
    let (text, failure) = try Self.unzip(Self.entry("a.kml", ""))
    #expect(text == "" && failure == nil)
  }

  @Test func everyCutOfAnArchiveIsAnError() throws {
    let whole = Self.bytes(Self.pipedArchive)
    // The sizes and the list of entries behind the checksum are not read.
    let end = whole.count - 12 - 8
    for count in 0..<end {
      let (text, failure) = try Self.unzip(Array(whole[..<count]))
      #expect("<kml/><kml/><kml/><kml/>".hasPrefix(text))
      #expect(failure?.code == .badData, "\(count) bytes")
    }
  }

  @Test func otherArchivesAreRefused() throws {
    let problems: [([UInt8], String)] = [
      (
        try Self.entry("a.txt", "a") + Self.listOfEntries,
        "it has no file whose name ends with .kml"
      ),
      (try Self.entry("a.kml", "a", flags: 1), "a.kml is encrypted"),
      (try Self.entry("a.kml", "a", method: 12), "a.kml is compressed with method 12"),
      (try Self.entry("a.kml", "a", method: 8), "zip archive, byte"),
      (try Self.entry("a.kml", "a", checksum: 7), "wrong checksum"),
      (try Self.entry("a.txt", "a") + [1, 2, 3, 4], "expected an entry"),
      (Array("PK".utf8), "it is cut off"),
    ]
    for (bytes, problem) in problems {
      let failure = try Self.unzip(bytes).failure
      #expect(failure?.code == .badData && failure?.source == "file:a.kmz")
      #expect(failure?.detail.contains(problem) == true, "\(failure?.detail ?? "")")
    }
  }
}

/// A stream that gives bytes in pieces, and that may block.
private final class PieceStream: ByteStream {
  private let bytes: DataByteSource
  private let stream: any ByteStream
  private let size: Int

  init(_ bytes: [UInt8], _ size: Int) throws {
    self.bytes = DataByteSource(bytes: bytes)
    self.size = size
    stream = try self.bytes.open()
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(UserLocationError) -> Int {
    try stream.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(size)))
  }

  func close() { stream.close() }
}
