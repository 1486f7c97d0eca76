import LocationCore
import LocationReplay
import TestTurns
import Testing

@testable import LocationTracks

/// What programs write that is no well-formed XML, or that Expat does not know.
@Suite(.inTurn) struct XMLOddityTests {
  private static let gpx = "<gpx><wpt lat='1' lon='2'><name>a</name></wpt></gpx>"

  @Test(arguments: ["          ", "\n\r\n", "\u{FEFF}", "\u{FEFF} \n", " \u{FEFF}"])
  func whiteSpaceAndAMarkMayPrecedeTheDeclaration(start: String) throws {
    // Strava's export of an account has ten spaces there.
    let text = start + "<?xml version='1.0' encoding='UTF-8'?>\n" + Self.gpx
    for size in [1, 7, 1 << 20] {
      let items = try parsedItems(of: text, inPiecesOf: size, keepsBytes: true, as: .gpx)
      #expect(items.first?.brief == "waypoint 1.0 2.0 \"a\"")
      #expect(String(decoding: items.flatMap(\.bytes), as: UTF8.self) == text)
    }
  }

  @Test func anErrorCountsTheLinesBeforeTheDeclaration() throws {
    let failure = try partlyParsedItems(
      of: "\n\n<?xml version='1.0'?>\n<gpx>\n</trk></gpx>", as: .gpx
    ).failure
    #expect(failure?.line == 5)
  }

  @Test(
    arguments: [
      ("windows-1252", [0x5A, 0xFC, 0x80, 0x93], "Zü€“"), ("CP1252", [0xE9], "é"),
      ("windows-1251", [0x41, 0xC0], "A\u{FFFD}"), ("Shift_JIS", [0x83, 0x41], "\u{FFFD}A"),
    ] as [(String, [UInt8], String)])
  func otherEncodingsAreRead(encoding: String, name: [UInt8], text: String) throws {
    let bytes =
      Array("<?xml version='1.0' encoding='\(encoding)'?><gpx><wpt lat='1' lon='2'><name>".utf8)
      + name
      + Array("</name></wpt></gpx>".utf8)
    let track = try ParsedTrack(bytes, as: .gpx)
    #expect(track.waypoints.map(\.name) == [text] && track.error == nil)
  }

  @Test func documentsThatWereJoinedAreReadOneAfterTheOther() throws {
    let declared = "<?xml version='1.0'?>\n" + Self.gpx
    for text in [Self.gpx + Self.gpx, declared + "\n" + declared + "\n" + declared] {
      for size in [1, 1 << 20] {
        let items = try parsedItems(of: text, inPiecesOf: size, keepsBytes: true, as: .gpx)
        #expect(
          items.count { $0.brief == "waypoint 1.0 2.0 \"a\"" } == (text.contains("?") ? 3 : 2))
        #expect(String(decoding: items.flatMap(\.bytes), as: UTF8.self) == text)
      }
    }
    let failure = try partlyParsedItems(of: declared + "\n\n" + declared + "x", as: .gpx).failure
    #expect(failure?.line == 5)
  }

  /// Whether a document follows must not depend on the pieces in which the file arrives.
  @Test(arguments: [1, 7, 1 << 20])
  func aDocumentInsideAnotherOneIsAnErrorAfterWhatIsBeforeIt(size: Int) throws {
    let declared = "<?xml version='1.0'?>\n" + Self.gpx
    let text = Self.gpx.replacing("</gpx>", with: "<trk><name>b") + declared
    let (items, failure) = try partlyParsedItems(of: text, inPiecesOf: size, as: .gpx)
    #expect(items.map(\.brief) == ["waypoint 1.0 2.0 \"a\""])
    #expect(failure?.line == 1)
    let twice = try partlyParsedItems(
      of: "<?xml version='1.0'?>" + declared, inPiecesOf: size, as: .gpx)
    #expect(twice.items.isEmpty && twice.failure?.line == 1)
  }

  /// What is copied of the first point of a document.
  private static func copy(_ document: String) throws -> (text: String, skipped: [String]) {
    var parser = try #require(
      try FileFormat.gpx.parser(source: "file:a", keepsBytes: false, keptElements: .all))
    try Array(document.utf8).withUnsafeBytes { try parser.parse($0, receivedAt: nil) }
    try parser.finish()
    let original = parser.takeItems().lazy.compactMap(\.original).first
    return (String(decoding: original?.text ?? [], as: UTF8.self), parser.skipped.names)
  }

  private static func trackpoint(_ content: String) -> String {
    "<trk><trkseg><trkpt lat='1' lon='2'>\(content)</trkpt></trkseg></trk></gpx>"
  }

  @Test func aPrefixThatIsDeclaredStaysAsItIs() throws {
    let root = "<gpx xmlns:a='http://a'>"
    let point = "<extensions><a:b/><c:d xmlns:c='http://c'><c:e c:f='1'/></c:d></extensions>"
    let copy = try Self.copy(root + Self.trackpoint(point))
    #expect(copy.text == "<trkpt lat='1' lon='2'>\(point)</trkpt>" && copy.skipped.isEmpty)
  }

  @Test func aPrefixOfAnElementAroundThePointIsDeclaredInIt() throws {
    let document = "<gpx>" + Self.trackpoint("<extensions><a:b/></extensions>")
    let copy = try Self.copy(document.replacing("<trkseg>", with: "<trkseg xmlns:a='http://a'>"))
    #expect(
      copy.text
        == "<trkpt xmlns:a=\"http://a\" lat='1' lon='2'><extensions><a:b/></extensions></trkpt>")
  }

  @Test func aWellKnownPrefixThatNobodyDeclaresGetsItsNamespace() throws {
    let copy = try Self.copy(
      "<gpx>" + Self.trackpoint("<extensions><gpxtpx:hr>90</gpxtpx:hr></extensions>"))
    #expect(
      copy.text.hasPrefix(
        "<trkpt xmlns:gpxtpx=\"http://www.garmin.com/xmlschemas/TrackPointExtension/v2\" lat"))
    #expect(copy.skipped.isEmpty)
  }

  @Test func anElementWithAnUnknownPrefixIsLeftOutAndCounted() throws {
    let copy = try Self.copy(
      "<gpx>"
        + Self.trackpoint("<ele>5</ele><extensions><x:b><y:c/></x:b><d/><e z:f='1'/></extensions>"))
    #expect(copy.text == "<trkpt lat='1' lon='2'><ele>5</ele><extensions><d/></extensions></trkpt>")
    #expect(copy.skipped == ["b", "e"])
  }

  @Test func anAttributeOfTheRootWithAnUnknownPrefixIsNotCopied() throws {
    var parser = try #require(
      try FileFormat.gpx.parser(source: "file:a", keepsBytes: false, keptElements: .all))
    let root = "<gpx xsi:schemaLocation='a b' xmlns:c='http://c' c:d='1'>"
    try Array((root + Self.trackpoint("")).utf8).withUnsafeBytes {
      try parser.parse($0, receivedAt: nil)
    }
    #expect(parser.original?.attributes.map(\.name) == ["xmlns:c", "c:d"])
  }
}
