import Foundation
import LocationCore
import LocationTracks
import TestSupport
import TestTurns
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite(.inTurn) struct GPXWriterTests {
  private static let lost = LocationUpdate.fixLost(FixLoss(reason: .noFix, source: .replayed))

  private func track(_ updates: [LocationUpdate]) -> String {
    var writer = TrackWriter(.gpx)
    return writer.document(updates)
  }

  @Test func writesTheElementsInTheOrderOfTheSchema() throws {
    let names = try elements(of: track([.fix(.full())])).map(\.name)
    #expect(
      names == [
        "gpx", "trk", "src", "trkseg", "trkpt", "ele", "time", "magvar", "geoidheight", "fix",
        "sat", "hdop", "vdop", "pdop", "ageofdgpsdata", "dgpsid",
      ] + Self.motion)
  }

  /// The elements of the extensions.
  private static let motion = [
    "extensions", "gpxtpx:TrackPointExtension", "gpxtpx:speed", "gpxtpx:course", "osmand:heading",
  ]

  @Test func writesHeightsAboveTheSeaAndTimesInUTC() throws {
    let text = try track([.fix(.full())])
    #expect(text.contains(#"<trkpt lat="-33.856784000" lon="151.215297000">"#))
    #expect(text.contains("<ele>545.400</ele><time>2025-01-01T00:00:00.250Z</time>"))
    #expect(text.contains("<magvar>356.9</magvar><geoidheight>46.900</geoidheight>"))
    #expect(text.contains("<fix>dgps</fix><sat>8</sat>"))
  }

  @Test func aPlaceAloneIsATrackPoint() throws {
    let text = try track([.fix(.bare())])
    #expect(
      text.contains(#"<trkpt lat="48.117300000" lon="11.516700000"></trkpt>"#))
  }

  @Test func aLostFixBeginsASegment() throws {
    let fix = LocationUpdate.fix(try .bare())
    let names = try elements(
      of: track([Self.lost, fix, fix, Self.lost, Self.lost, fix, Self.lost])
    )
    .map(\.name).filter { $0.hasPrefix("trk") }
    #expect(names == ["trk", "trkseg", "trkpt", "trkpt", "trkseg", "trkpt"])
  }

  private func fix(_ device: String?, at longitude: Double) throws -> LocationUpdate {
    .fix(
      try .bare(
        48, longitude, source: FixSource(kind: .live, name: "gpsd://localhost", device: device)))
  }

  private func lost(_ device: String?) -> LocationUpdate {
    .fixLost(
      FixLoss(
        reason: .noFix, source: FixSource(kind: .live, name: "gpsd://localhost", device: device)))
  }

  @Test func eachReceiverHasATrack() throws {
    let updates = try [
      fix("/dev/a", at: 1), fix("/dev/b", at: 2), fix("/dev/a", at: 3), fix("/dev/b", at: 4),
      lost("/dev/b"), fix("/dev/a", at: 5), fix("/dev/b", at: 6), lost(nil), fix("/dev/a", at: 7),
      fix("/dev/b", at: 8),
    ]
    let text = track(updates)
    let names = try elements(of: text).map(\.name).filter { $0.hasPrefix("trk") || $0 == "name" }
    #expect(
      names == [
        "trk", "name", "trkseg", "trkpt", "trkpt", "trkpt", "trkseg", "trkpt", "trk", "name",
        "trkseg", "trkpt", "trkpt", "trkseg", "trkpt", "trkseg", "trkpt",
      ])
    #expect(text.contains("<name>/dev/a</name>") && text.contains("<name>/dev/b</name>"))
    let places = text.components(separatedBy: "lon=\"").dropFirst().map { Int($0.prefix(1)) }
    #expect(places == [1, 3, 5, 7, 2, 4, 6, 8])
  }

  /// Ten thousand points are a megabyte, and no part that the writer hands over is that long.
  @Test func longTracksOfManyReceiversAreComplete() throws {
    let (count, devices) = (4000, ["a", "b", "c"])
    let text = try bytesInSmallParts(of: TrackWriter(.gpx), steps: count) { index, writer in
      for device in devices { writer.write(try fix(device, at: Double(index) / 100)) }
    }
    let all = try elements(of: String(decoding: text, as: UTF8.self)).map(\.name)
    #expect(all.count { $0 == "trkpt" } == count * devices.count)
    #expect(all.count { $0 == "trk" } == devices.count)
    #expect(text.suffix(7) == Array("</gpx>\n".utf8))
  }

  @Test func inventedReceiversShareATrack() throws {
    let names = try elements(of: track((0..<100).map { try fix("\($0)", at: 1) })).map(\.name)
    #expect(names.count { $0 == "trk" } == 64)
    #expect(names.count { $0 == "trkpt" } == 100)
  }

  @Test func anEmptyTrackIsADocument() throws {
    #expect(try elements(of: track([])).map(\.name) == ["gpx"])
    #expect(try elements(of: track([Self.lost])).map(\.name) == ["gpx"])
  }

  @Test func oneLocationIsAWaypoint() throws {
    var writer = TrackWriter(.gpx, as: .single)
    let names = try elements(of: writer.document([.fix(.full())])).map(\.name)
    #expect(
      names == [
        "gpx", "wpt", "ele", "time", "magvar", "geoidheight", "src", "fix", "sat", "hdop", "vdop",
        "pdop", "ageofdgpsdata", "dgpsid",
      ] + Self.motion)
  }

  @Test(arguments: [
    (180.0, "-180.000000000"), (179.9999999999, "-180.000000000"),
    (-180, "-180.000000000"), (179.999999999, "179.999999999"),
  ])
  func longitudesEndBefore180(longitude: Double, expected: String) throws {
    #expect(try track([.fix(.bare(0, longitude))]).contains("lon=\"\(expected)\""))
  }

  @Test(arguments: [(1023, true), (1024, false), (0, true), (-1, false)])
  func leavesOutWhatTheSchemaDoesNotAllow(station: Int, isWritten: Bool) throws {
    var fix = try Fix.bare()
    fix.differentialStation = station
    #expect(track([.fix(fix)]).contains("<dgpsid>\(station)</dgpsid>") == isWritten)
  }

  @Test func saysThatItIsSimulatedAndEscapesNames() throws {
    var fix = try Fix.bare(source: FixSource(kind: .simulated, name: "sim:<a>&\u{1}b"))
    fix.status = .simulated
    let source = try #require(elements(of: track([.fix(fix)])).first { $0.name == "src" })
    #expect(source.text == "sim:<a>&\u{FFFD}b (simulated)")
  }

  @Test(
    .enabled(if: Schema.isAvailable, "needs xmllint, of Debian's libxml2-utils"))
  func isValidAgainstTheSchema() throws {
    var odd = try Fix.full()
    odd.magneticVariation = 359.99
    odd.differentialStation = 4095
    odd.satellitesUsed = 0
    let updates: [LocationUpdate] = try [
      .fix(.bare(90, 180)), .fix(.full()), Self.lost, .fix(odd), .fix(.bare(-90, -180)),
    ]
    var waypoint = TrackWriter(.gpx, as: .single)
    try Schema.gpx.check(track(updates))
    try Schema.gpx.check(track([]))
    try Schema.gpx.check(waypoint.document([.fix(.full())]))
  }

  private func elements(of document: String) throws -> [XMLReader.Element] {
    try XMLReader.elements(of: document)
  }
}

/// The elements of a well-formed document in the order in which they begin.
private final class XMLReader: NSObject, XMLParserDelegate {
  struct Element {
    let name: String
    var text = ""
  }

  private var elements: [Element] = []

  static func elements(of document: String) throws -> [Element] {
    let reader = XMLReader()
    let parser = XMLParser(data: Data(document.utf8))
    parser.delegate = reader
    let isWellFormed = parser.parse()
    if let error = parser.parserError { throw error }
    try #require(isWellFormed)
    return reader.elements
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    elements.append(Element(name: name))
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    elements[elements.count - 1].text += string.trimmingCharacters(in: .newlines)
  }
}
