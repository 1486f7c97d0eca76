import LocationCore
import LocationIO
import LocationReplay
import Synchronization
import TestTurns
import Testing

@testable import LocationTracks

/// A GPX file is read in pieces: items come early, memory stays small, and errors come late.
@Suite(.inTurn) struct GPXStreamingTests {
  private static let document = """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="us"><wpt lat="1" lon="1"><name>Düne</name></wpt>
    <trk><trkseg><trkpt lat="2" lon="2"><time>2025-01-01T00:00:00Z</time></trkpt></trkseg>
    <trkseg><trkpt lat="3" lon="3"/></trkseg></trk></gpx>

    """

  private static func parse(
    _ text: String, inPiecesOf size: Int, keepsBytes: Bool = false
  ) throws -> [TrackItem] {
    try parsedItems(
      of: text, inPiecesOf: size, keepsBytes: keepsBytes,
      as: .gpx)
  }

  @Test func theSizeOfThePiecesDoesNotMatter() throws {
    let whole = try Self.parse(Self.document, inPiecesOf: 1 << 20)
    #expect(whole.count == 5)
    for size in 1...40 { #expect(try Self.parse(Self.document, inPiecesOf: size) == whole) }
  }

  @Test func theBytesOfAllItemsAreTheFile() throws {
    let items = try Self.parse(Self.document, inPiecesOf: 7, keepsBytes: true)
    #expect(String(decoding: items.flatMap(\.bytes), as: UTF8.self) == Self.document)
    let waypoint = String(decoding: try #require(items.first).bytes, as: UTF8.self)
    #expect(waypoint.hasPrefix("<?xml") && waypoint.hasSuffix("</wpt>"))
    let last = String(decoding: try #require(items.dropLast().last).bytes, as: UTF8.self)
    #expect(last == "</trkseg>\n<trkseg><trkpt lat=\"3\" lon=\"3\"/>" || last.isEmpty)
    #expect(items.last?.content == nil)
  }

  @Test func itemsComeBeforeTheEndIsRead() async throws {
    // The stream fails when it is read again, so the item can only come from the first piece.
    let reader = try GPXReader(BrokenSource(pieces: ["<gpx><wpt lat='1' lon='1'/><wp"]))
    let item = try await reader.next()
    guard case .waypoint(let mark) = item?.content else {
      Issue.record("The item is \(String(describing: item)).")
      return
    }
    #expect(mark.coordinate.latitude == 1)
    let error = await #expect(throws: UserLocationError.self) { try await reader.next() }
    #expect(error?.code == .inputOutput)
  }

  @Test func everyPieceGivesItsItems() throws {
    var parser = try #require(try FileFormat.gpx.parser(source: "file:walk.gpx", keepsBytes: false))
    let point = Array(
      "<trkpt lat='1' lon='2'><ele>3</ele><extensions><a b='c'>d</a></extensions></trkpt>\n".utf8)
    let piece = Array(repeatElement(point, count: 500).joined())
    let start = Array("<gpx><trk><trkseg><trkpt lat='1' lon='2'/>".utf8)
    try start.withUnsafeBytes { try parser.parse($0, receivedAt: nil) }
    #expect(parser.takeItems().count == 2)
    var count = 0
    for _ in 0..<200 {
      try piece.withUnsafeBytes { try parser.parse($0, receivedAt: nil) }
      let items = parser.takeItems()
      #expect(items.count == 500)
      count += items.count
    }
    #expect(count == 100_000)
    #expect(parser.takeItems().isEmpty)
  }

  @Test(arguments: [
    ("<gpx><wpt lat='1' lon='1'/>\n\n<trk></gpx>", 3, "trk", "not well-formed XML: mismatched tag"),
    ("<gpx><wpt lat='1' lon='1'/>\n<rte>", 2, "rte", "cut off here"),
    ("<gpx><wpt lat='1' lon='1'/>\n&big;</gpx>", 2, "gpx", "not well-formed XML: undefined entity"),
  ])
  func anErrorComesAfterAllItemsAndNamesItsPlace(
    _ text: String, line: Int, element: String, problem: String
  ) async throws {
    let reader = try GPXReader(DataByteSource(bytes: text.utf8, name: "file:walk.gpx"))
    #expect(try await reader.next() != nil)
    // It stays: the file cannot be read any further.
    for _ in 0..<2 {
      let error = await #expect(throws: UserLocationError.self) { try await reader.next() }
      let cause = try #require(error?.cause as? TrackFileError)
      #expect(error?.code == .badData)
      #expect(error?.source == "file:walk.gpx")
      #expect(error?.detail == cause.description)
      #expect(cause.line == line)
      #expect(cause.element == element)
      #expect(cause.problem.contains(problem), "\(cause)")
    }
  }

  @Test(arguments: [
    ("", 1, "no element found"), ("no XML", 1, "syntax error"),
    ("<?xml version='1.0'?>\n<kml></kml>", 2, "the first element is kml, not gpx"),
    ("<!DOCTYPE gpx [\n<!ENTITY a \"aaaa\">]><gpx>&a;</gpx>", 1, "a DOCTYPE is not allowed"),
    ("<gpx>\n" + String(repeating: "<a>", count: 200), 2, "nested too deeply"),
    ("<gpx>\n<wpt lat='" + String(repeating: "1", count: 2_000_000), 2, "longer than 1 MB"),
    ("<gpx>\n<!--" + String(repeating: "-a", count: 1_000_000), 2, "longer than 1 MB"),
  ])
  func hostileAndForeignFilesAreRefused(_ text: String, line: Int, problem: String) throws {
    let error = #expect(throws: TrackFileError.self) { try Self.parse(text, inPiecesOf: 65_536) }
    #expect(error?.line == line)
    #expect(error?.problem.contains(problem) == true, "\(error.map { "\($0)" } ?? "no error")")
  }
}

/// A source whose stream gives some pieces and then fails.
private struct BrokenSource: ByteSource {
  let pieces: [String]
  var name: String { "broken" }
  var isLive: Bool { false }

  func open() -> any ByteStream { Stream(pieces) }

  private final class Stream: ByteStream {
    private let pieces: Mutex<ArraySlice<String>>

    init(_ pieces: [String]) { self.pieces = Mutex(pieces[...]) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(UserLocationError) -> Int {
      guard let piece = pieces.withLock({ $0.popFirst() }) else {
        throw UserLocationError(.inputOutput, source: "broken")
      }
      buffer.copyBytes(from: piece.utf8)
      return piece.utf8.count
    }

    func close() {}
  }
}
