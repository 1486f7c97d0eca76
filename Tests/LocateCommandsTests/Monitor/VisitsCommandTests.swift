import Foundation
import LocationCore
import LocationPlaces
import LocationTesting
import LocationTracks
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

@Suite(.inTurn) struct VisitsCommandTests {
  private let directory: TemporaryDirectory
  private let test: TestEnvironment

  init() throws {
    directory = try TemporaryDirectory()
    var test = TestEnvironment(LocationProviderMock())
    test.variables["XDG_DATA_HOME"] = directory.url.path
    self.test = test
  }

  /// Logs visits in hours since 1 January 2025. A visit without a departure lasts.
  private func log(
    _ visits: (name: String, from: Double, to: Double?)..., device: String? = nil
  ) async throws {
    let store = SQLitePlaceStore(path: directory.path("locate/visits.sqlite"))
    let center = try Coordinate(latitude: 1, longitude: 2)
    for visit in visits {
      let place = try Place(
        id: visit.name.lowercased(), name: visit.name, region: .circle(around: center, radius: 10))
      func time(_ hours: Double) -> Date {
        Date(timeIntervalSince1970: 1_735_689_600 + hours * 3_600)
      }
      let id = DeviceID(source: "test", device: device)
      try await store.record(
        PlaceEvent(.entered, place: place, device: id, time: time(visit.from)))
      if let end = visit.to {
        try await store.record(PlaceEvent(.left, place: place, device: id, time: time(end)))
      }
    }
  }

  @Test func withoutALogThereIsNothingToPrint() async {
    #expect(await test.run("visits") == 0)
    #expect(test.output.text == "")
    #expect(!FileManager.default.fileExists(atPath: directory.path("locate")))
  }

  @Test func visitsAreSummedByDayAndPlace() async throws {
    try await log(
      ("Home", 0, 7.5), ("Work", 8, 12), ("Work", 13, 17.25), ("Home", 18, 31), ("Work", 32, 32.005)
    )
    #expect(await test.run("visits") == 0)
    #expect(
      test.output.text == """
        2025-01-01  Home  13 h 30 min  00:00:00Z – 07:30:00Z, 18:00:00Z – 00:00:00Z
        2025-01-01  Work  8 h 15 min  08:00:00Z – 12:00:00Z, 13:00:00Z – 17:15:00Z
        2025-01-02  Home  7 h 0 min  00:00:00Z – 07:00:00Z
        2025-01-02  Work  18 s  08:00:00Z – 08:00:18Z

        total       Home  20 h 30 min
        total       Work  8 h 15 min

        """)
  }

  @Test func theVisitsOfTwoDevicesAreApart() async throws {
    try await log(("Home", 0, 7), device: "anna/phone")
    try await log(("Home", 2, 3), device: "ben/phone")
    #expect(await test.run("visits") == 0)
    #expect(
      test.output.text == """
        2025-01-01  anna/phone  Home  7 h 0 min  00:00:00Z – 07:00:00Z
        2025-01-01  ben/phone  Home  1 h 0 min  02:00:00Z – 03:00:00Z

        """)
    #expect(await test.run("visits", "--json") == 0)
    #expect(test.output.lines.last?.contains(#""device":"ben/phone","place":"Home""#) == true)
  }

  @Test func theTotalsOfTwoDevicesAreApart() async throws {
    try await log(("Home", 0, 7), ("Home", 24, 26), device: "anna/phone")
    try await log(("Home", 2, 3), device: "ben/phone")
    #expect(await test.run("visits") == 0)
    #expect(
      test.output.text.hasSuffix(
        """

        total       anna/phone  Home  9 h 0 min
        total       ben/phone  Home  1 h 0 min

        """))
  }

  @Test func aVisitThatLastsCountsUntilNow() async throws {
    try await log(("Home", -2, nil))
    test.clock.advance(by: .seconds(3_600))
    #expect(await test.run("visits") == 0)
    #expect(
      test.output.text == """
        2024-12-31  Home  2 h 0 min  22:00:00Z – 00:00:00Z
        2025-01-01  Home  1 h 0 min  00:00:00Z – now

        total       Home  3 h 0 min

        """)
  }

  @Test func jsonHasSecondsAndVisits() async throws {
    try await log(("Home", 1, 2))
    #expect(await test.run("visits", "--json") == 0)
    #expect(
      test.output.text
        == #"{"day":"2025-01-01","place":"Home","id":"home","seconds":3600,"visits":"#
        + #"[{"arrival":"2025-01-01T01:00:00.000Z","departure":"2025-01-01T02:00:00.000Z"}]}"#
        + "\n"
    )
  }

  @Test func aPeriodAndPlacesAreSelected() async throws {
    try await log(("Home", 0, 2), ("Work", 3, 5), ("Home", 6, 8))
    #expect(
      await test.run(
        "visits", "--place", "HOME", "--from", "2025-01-01T01:00:00Z", "--until",
        "2025-01-01T07:00:00Z") == 0)
    #expect(
      test.output.text
        == "2025-01-01  Home  2 h 0 min  01:00:00Z – 02:00:00Z, 06:00:00Z – 07:00:00Z\n")
  }

  @Test func aTimeOfDayIsToday() async throws {
    try await log(("Home", 1, 2))
    #expect(await test.run("visits", "--from", "00:30", "--until", "01:30") == 0)
    #expect(test.output.text.hasPrefix("2025-01-01  Home  30 min"))
  }

  @Test func anUnknownPlaceIsAnError() async throws {
    #expect(await test.run("visits", "--place", "Hone") == 66)
    try await log(("Home", 0, 2))
    #expect(await test.run("visits", "--place", "Hone") == 66)
    #expect(test.errors.text.contains("Hone: there is no place with this name"))
    #expect(test.output.text == "")
  }

  @Test func aKnownPlaceMayHaveNoVisits() async throws {
    #expect(await test.run("places", "add", "Pier", "--at", "1,2") == 0)
    #expect(await test.run("visits", "--place", "Pier") == 0)
    #expect(!test.output.text.contains("2025"))
  }

  @Test func aPeriodWithoutTimeIsWrongUsage() async {
    let code = await test.run(
      "visits", "--from", "2025-01-01T01:00:00Z", "--until", "2025-01-01T01:00:00Z")
    #expect(code == 64)
  }
}
