import Foundation
import LocationTracks
import TestTurns
import Testing

@testable import LocateCommands

@Suite(.inTurn) struct UnwantedUpdatesTests {
  @Test(arguments: [
    ("json", true), ("nmea", true), ("text", false), ("csv", false), ("gpx", false),
    ("geojson", false), ("geo", false), ("{latitude}", false),
  ])
  func onlyFormatsThatPrintSatellitesRequestThem(name: String, areRequested: Bool) throws {
    for shape in [TrackWriter.Shape.single, .stream, .document] {
      let writer = try OutputFormat(argument: name).writer(
        shape, terminalWidth: { nil }, now: { Date() })
      #expect(writer.interests.contains(.satellites) == areRequested)
    }
  }
}
