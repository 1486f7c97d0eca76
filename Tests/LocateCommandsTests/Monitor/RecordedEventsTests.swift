import Foundation
import LocationCore
import LocationPlaces
import LocationSources
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// Recordings whose events were checked by hand: from the true positions, a list of their distances from the
/// border was made. The receivers state no error, so 10 m are assumed. An arrival is then the first fix that
/// is 7.5 m inside, and a departure within a minute the first fix that is 25 m outside.
@Suite(.inTurn) struct RecordedEventsTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// The lines of `locate monitor` for a recording of `Fixtures`, or at an absolute path.
  private func events(
    _ recording: String, _ region: PlaceRegion, rate: String = "max"
  ) async throws -> [String] {
    try await GeoJSONPlaceStore(path: directory.path("locate/places.geojson")).add(
      Place(id: "1", name: "Place", region: region))
    var test = TestEnvironment(
      sources: CommandSources(commandName: "locate", notice: { _ in }))
    test.variables["XDG_DATA_HOME"] = directory.url.path
    let path = recording.hasPrefix("/") ? recording : fixture(recording).path
    #expect(await test.run("monitor", path, "--rate", rate) == 0, "\(test.errors.text)")
    return test.output.lines
  }

  @Test func aDrivePassesAPlace() async throws {
    let center = try Coordinate(latitude: 38.7259, longitude: -9.1386)
    // 9:15:23 is 4 m inside and :24 13 m; :35 is 17 m outside and :36 27 m.
    #expect(
      try await events("drive.nmea", .circle(around: center, radius: 125)) == [
        "2026-05-08T09:15:24Z  entered Place", "2026-05-08T09:15:36Z  left Place",
      ])
  }

  @Test func eachDeviceOfARecordingIsNamed() async throws {
    let reports = (0..<5).flatMap { second in
      [("a", 48.0), ("b", 48.0005)].map { device, latitude in
        #"{"class":"TPV","device":"\#(device)","mode":2,"time":"2026-05-08T09:15:0\#(second).000Z","#
          + #""lat":\#(latitude),"lon":11}"# + "\n"
      }
    }
    let path = try directory.file("two.json", reports.joined())
    let center = try Coordinate(latitude: 48, longitude: 11)
    #expect(
      try await events(path, .circle(around: center, radius: 125)) == [
        "2026-05-08T09:15:00Z  a  at Place", "2026-05-08T09:15:00Z  b  at Place",
      ])
  }

  @Test func aVisitOverMidnight() async throws {
    let center = try Coordinate(latitude: 59.9068, longitude: 10.7524)
    // 23:59:57 is 5.5 m inside and :58 14.5 m; 00:00:05 is 17 m outside and :06 26 m.
    #expect(
      try await events("midnight.nmea", .circle(around: center, radius: 30)) == [
        "2026-02-28T23:59:58Z  entered Place", "2026-03-01T00:00:06Z  left Place",
      ])
  }

  @Test func aFlightOverThePole() async throws {
    let pole = try Coordinate(latitude: 90, longitude: 0)
    // 12:00:03 is 110 m outside and :04 120 m inside; :16 is 120 m inside and :17 110 m outside.
    #expect(
      try await events("poles.nmea", .circle(around: pole, radius: 1_500)) == [
        "2026-06-21T12:00:04Z  entered Place", "2026-06-21T12:00:17Z  left Place",
      ])
  }

  @Test func aBoatCrossesAnAreaAtTheAntimeridian() async throws {
    let corners = try [
      (-16.83, 179.9985), (-16.83, -179.9985), (-16.81, -179.9985), (-16.81, 179.9985),
    ].map { try Coordinate(latitude: $0.0, longitude: $0.1) }
    // 02:40:19 is 4 m outside and :20 11 m inside; :42 is 19 m outside and :43 34 m.
    #expect(
      try await events("antimeridian.nmea", .polygon(PolygonRegion(corners: corners))) == [
        "2026-07-19T02:40:20Z  entered Place", "2026-07-19T02:40:43Z  left Place",
      ])
  }
}
