import Foundation
import LocationCore
import LocationPlaces
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// The place in text and templates. It is around 48.1173° north, 11.5167° east.
@Suite(.inTurn) struct PlaceNameTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func add(_ name: String, radius: Double) async throws {
    let center = try Coordinate(latitude: 48.1173, longitude: 11.5167)
    try await GeoJSONPlaceStore(path: directory.path("locate/places.geojson")).add(
      Place(id: name, name: name, region: .circle(around: center, radius: radius)))
  }

  private func run(_ arguments: String...) async throws -> TestEnvironment {
    var test = TestEnvironment(
      LocationProviderMock(
        script: [.update(.fix(try .bare())), .update(.fix(try .bare(1, 2))), .end]))
    test.variables["XDG_DATA_HOME"] = directory.url.path
    _ = await test.run(arguments)
    return test
  }

  @Test func aTemplateNamesThePlace() async throws {
    try await add("Home", radius: 100)
    #expect(try await run("--format", "{place|-}").output.text == "Home\n")
    for command in ["watch", "replay"] {
      let test = try await run(command, "drive.nmea", "--format", "{place|-}")
      #expect(test.output.text == "Home\n-\n")
    }
  }

  @Test func convertNamesThePlace() async throws {
    try await add("Road", radius: 2_000)
    var test = TestEnvironment(log: Logs.drive)
    test.variables["XDG_DATA_HOME"] = directory.url.path
    #expect(await test.run("convert", "drive.nmea", "--to", "{timeOfDay} {place}") == 0)
    #expect(test.output.lines.count == 2)
    #expect(test.output.lines.allSatisfy { $0.hasSuffix(" Road") })
  }

  @Test func textNamesThePlace() async throws {
    #expect(try await !run().output.text.contains("Place"))
    try await add("Home", radius: 100)
    #expect(try await run().output.lines.contains("Place      Home"))
    let lines = try await run("watch", "drive.nmea").output.lines
    #expect(lines.map { $0.hasSuffix("  at Home") } == [true, false])
  }

  @Test func withoutPlacesThereIsNoName() async throws {
    let test = try await run("--format", "{place|none}")
    #expect(test.output.text == "none\n")
  }

  @Test func aDamagedFileIsAnErrorOnlyForTheTemplate() async throws {
    try FileManager.default.createDirectory(
      atPath: directory.path("locate"), withIntermediateDirectories: true)
    _ = try directory.file("locate/places.geojson", "damaged")
    #expect(try await run("--format", "{place}").errors.text.contains("nothing was changed"))
    let test = try await run()
    #expect(test.output.text.hasPrefix("Latitude") && test.errors.text == "")
  }
}
