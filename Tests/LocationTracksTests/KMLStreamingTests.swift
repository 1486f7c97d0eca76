import LocationCore
import LocationReplay
import TestTurns
import Testing

@testable import LocationTracks

/// A KML file is read in pieces: positions come early, and an error comes after all that was read.
@Suite(.inTurn) struct KMLStreamingTests {
  private static let document = """
    <?xml version="1.0" encoding="UTF-8"?>
    <kml><Document><Schema><gx:SimpleArrayField name="speed"/></Schema>
    <Placemark><name>Düne</name><Point><coordinates>1,2,3</coordinates></Point></Placemark>
    <Placemark><name>A</name><LineString><coordinates>1.25,2.5,3 4,5,6
    7,8</coordinates></LineString></Placemark>
    <Placemark><gx:Track><when>2025-01-01T00:00:00Z</when><gx:coord>1 2 3</gx:coord>
    <gx:SimpleArrayData name="speed"><gx:value>4.5</gx:value></gx:SimpleArrayData></gx:Track></Placemark>
    </Document></kml>

    """

  @Test(arguments: [false, true])
  func theSizeOfThePiecesDoesNotMatter(keepsBytes: Bool) throws {
    let whole = try parsedItems(
      of: Self.document, keepsBytes: keepsBytes, as: .kml)
    #expect(whole.compactMap(\.content).count == 7)
    for size in 1...40 {
      #expect(
        try parsedItems(
          of: Self.document, inPiecesOf: size, keepsBytes: keepsBytes, as: .kml)
          == whole)
    }
  }

  @Test func theBytesOfAllItemsAreTheFile() throws {
    let items = try parsedItems(
      of: Self.document, inPiecesOf: 7, keepsBytes: true, as: .kml)
    #expect(String(decoding: items.flatMap(\.bytes), as: UTF8.self) == Self.document)
  }

  @Test func thePositionsOfALongLineComeBeforeItsEnd() throws {
    var parser = try #require(try FileFormat.kml.parser(source: "file:walk.kml", keepsBytes: false))
    let start = Array("<kml><Placemark><LineString><coordinates>1,2 ".utf8)
    try start.withUnsafeBytes { try parser.parse($0, receivedAt: nil) }
    // They wait for the times of the placemark.
    #expect(parser.takeItems().isEmpty)
    let piece = Array(repeatElement(Array("1.5,2.5,3\n".utf8), count: 5000).joined())
    var count = 0
    for index in 0..<20 {
      try piece.withUnsafeBytes { try parser.parse($0, receivedAt: nil) }
      var items = parser.takeItems()
      while !items.isEmpty {
        count += items.count
        items = parser.takeItems()
      }
      if index > 1 { #expect(count == 5000 * (index + 1) + 2) }
    }
  }

  @Test func theFixesOfATrackComeInPortions() throws {
    var parser = try #require(try FileFormat.kml.parser(source: "file:walk.kml", keepsBytes: false))
    let count = 10_000
    let text =
      "<kml><Document><Schema><gx:SimpleArrayField name='speed'/></Schema><Placemark><gx:Track>"
      + (0..<count).map { "<gx:coord>1 2 \($0)</gx:coord>" }.joined()
      + "<gx:SimpleArrayData name='speed'>"
      + (0..<count).map { "<gx:value>\($0)</gx:value>" }.joined()
      + "</gx:SimpleArrayData></gx:Track></Placemark>"
      + "<Placemark><LineString><coordinates>3,4</coordinates></LineString></Placemark>"
      + "<Placemark><Point><coordinates>5,6</coordinates></Point></Placemark></Document></kml>"
    try Array(text.utf8).withUnsafeBytes { try parser.parse($0, receivedAt: nil) }
    try parser.finish()
    var items: [TrackItem] = []
    while true {
      let next = parser.takeItems()
      #expect(next.count < 5000)
      if next.isEmpty { break }
      items += next
    }
    #expect(items.count == count + 4)
    for (index, item) in items.dropFirst().prefix(count).enumerated() {
      guard case .fix(let fix) = item.update else {
        Issue.record("The item is \(item).")
        return
      }
      let altitude = index == 0 ? nil : Double(index)
      if fix.speed != Double(index) || fix.altitude != altitude {
        Issue.record("The fix is \(fix).")
        return
      }
    }
    #expect(items.suffix(3).map(\.brief) == ["track", "fix 4.0 3.0", "waypoint 6.0 5.0"])
  }

  @Test func aTrackThatIsCutOffKeepsItsPoints() throws {
    // The points wait for their speeds, which are lost.
    let (items, failure) = try partlyParsedItems(
      of: """
        <kml><Document><Schema><gx:SimpleArrayField name="speed"/></Schema><Placemark><gx:Track>
        <when>1970-01-01T00:00:01Z</when><gx:coord>1 2 3</gx:coord><gx:co
        """, as: .kml)
    #expect(items.map(\.brief) == ["track", "fix 2.0 1.0 3.0 @1.0"])
    #expect(failure?.line == 2)
  }

  @Test func aLineThatIsCutOffKeepsItsWholePositions() throws {
    let (items, failure) = try partlyParsedItems(
      of: "<kml><Placemark><LineString><coordinates>1,2 3,4 5,6", as: .kml)
    #expect(items.map(\.brief) == ["track", "fix 2.0 1.0", "fix 4.0 3.0"])
    #expect(failure != nil)
  }

  @Test(arguments: [
    ("<gpx/>", 1, "", "not KML: the first element is gpx, not kml"),
    ("<kml>\n<Placemark>", 2, "Placemark", "cut off here"),
    (
      "<!DOCTYPE kml [\n<!ENTITY a \"aaaa\">]><kml>&a;</kml>", 1, "",
      "a DOCTYPE is not allowed"
    ),
    ("<kml>\n" + String(repeating: "<a>", count: 200), 2, "", "nested too deeply"),
  ])
  func aMistakeNamesItsLine(
    _ text: String, line: Int, element: String, problem: String
  ) throws {
    let failure = try partlyParsedItems(of: text, as: .kml).failure
    #expect(
      failure?.line == line && failure?.element == element, "\(failure.map { "\($0)" } ?? "")")
    #expect(failure?.problem.contains(problem) == true, "\(failure.map { "\($0)" } ?? "")")
  }
}
