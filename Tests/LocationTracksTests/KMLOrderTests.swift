import LocationCore
import LocationReplay
import TestTurns
import Testing

@testable import LocationTracks

/// The order of elements in KML, and what a missing altitude and a time span mean.
@Suite(.inTurn) struct KMLOrderTests {
  private static func track(_ placemark: String) throws -> ParsedTrack {
    try ParsedTrack("<kml><Document><Placemark>\(placemark)</Placemark></Document></kml>", as: .kml)
  }

  private static let when = (0..<3).map { "<when>2025-03-01T00:00:0\($0)Z</when>" }
  private static let coord = (0..<3).map { "<gx:coord>8.\($0) 47 5</gx:coord>" }

  @Test(arguments: [
    coord + when, [coord[0], when[0], coord[1], when[1], coord[2], when[2]],
    [when[0], coord[0], coord[1], coord[2], when[1], when[2]],
  ])
  func theTimeAtAPlaceInItsListBelongsToThePositionThere(elements: [String]) throws {
    // My Tracks and Geo Tracker write each position before its time.
    let track = try Self.track("<gx:Track>\(elements.joined())</gx:Track>")
    #expect(track.fixes.map(\.timestamp) == [.march(0, 0, 0), .march(0, 0, 1), .march(0, 0, 2)])
    #expect(track.fixes.map(\.coordinate.longitude) == [8.0, 8.1, 8.2])
  }

  @Test(
    arguments: [
      ("<altitudeMode>clampToGround</altitudeMode>", [nil, 7]), ("", [nil, 7]),
      ("<altitudeMode>absolute</altitudeMode>", [0, 7]),
      ("<altitudeMode>relativeToGround</altitudeMode>", [nil, nil]),
    ] as [(String, [Double?])])
  func aZeroOnTheGroundIsNoAltitude(mode: String, altitudes: [Double?]) throws {
    let line = "<LineString>\(mode)<coordinates>8,47,0 8,48,7</coordinates></LineString>"
    #expect(try Self.track(line).fixes.map(\.altitude) == altitudes)
    let track = "<gx:Track>\(mode)<gx:coord>8 47 0</gx:coord><gx:coord>8 48 7</gx:coord></gx:Track>"
    #expect(try Self.track(track).fixes.map(\.altitude) == altitudes)
  }

  private static let span =
    "<TimeSpan><begin>2025-03-01T00:00:01Z</begin><end>2025-03-01T00:00:09Z</end></TimeSpan>"
  private static let line =
    "<LineString><coordinates>1,2 3,4 5,6</coordinates></LineString>"

  @Test(arguments: [span + line, line + span])
  func aTimeSpanIsTheFirstAndTheLastTimeOfALine(placemark: String) throws {
    // Google's Timeline writes the span after the line.
    let track = try Self.track(placemark)
    #expect(track.kinds == ["track", "fix", "fix", "fix"])
    #expect(track.fixes.map(\.timestamp) == [.march(0, 0, 1), nil, .march(0, 0, 9)])
  }

  @Test func aTimeSpanOfSeveralLinesIsThatOfAllOfThem() throws {
    let track = try Self.track(
      "<MultiGeometry>\(Self.line)\(Self.line)</MultiGeometry>\(Self.span)")
    #expect(
      track.fixes.map(\.timestamp) == [.march(0, 0, 1), nil, nil, nil, nil, .march(0, 0, 9)])
  }

  @Test func aTimeSpanChangesNoTimesOfATrack() throws {
    let track = try Self.track(
      "<gx:Track>\(Self.coord.joined())\(Self.when.joined())</gx:Track>\(Self.span)")
    #expect(track.fixes.map(\.timestamp) == [.march(0, 0, 0), .march(0, 0, 1), .march(0, 0, 2)])
  }

  @Test func placemarksWithATimeAndWithoutANameAreATrack() throws {
    func mark(_ second: Int, _ more: String = "") -> String {
      "<Placemark>\(more)<TimeStamp><when>2025-03-01T00:00:0\(second)Z</when></TimeStamp>"
        + "<Point><coordinates>8.5,47.\(second),\(second),20,1415</coordinates></Point></Placemark>"
    }
    let text = "<kml><Folder>\(mark(1))\(mark(2))\(mark(3, "<name>hut</name>"))</Folder></kml>"
    let track = try ParsedTrack(text, as: .kml)
    #expect(track.fixes.map(\.timestamp) == [.march(0, 0, 1), .march(0, 0, 2)])
    #expect(track.fixes.map(\.coordinate.latitude) == [47.1, 47.2])
    #expect(track.fixes.map(\.altitude) == [1, 2])
    #expect(track.waypoints.map(\.name) == ["hut"])
  }
}
