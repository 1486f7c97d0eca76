import Foundation
import LocationCore
import LocationServing
import LocationTesting
import TestSupport
import TestTurns
import Testing

private let client = "/usr/libexec/geoclue-2.0/demos/where-am-i"

/// A real GeoClue reads the socket of our server, and GeoClue's own example gets the location.
@Suite(
  .enabled(if: RealGeoClue.isInstalled, "\(RealGeoClue.advice)"),
  .enabled(
    if: access(client, X_OK) == 0,
    "where-am-i is not installed (apt install geoclue-2-demo)"), .inTurn)
struct ServedGeoClueTests {
  @Test func anotherProgramGetsTheServedLocation() async throws {
    let directory = try TemporaryDirectory()
    let socket = directory.path("nmea.sock")
    let server = try LocationServer(
      endpoints: [.unix(path: socket)],
      device: ServedDevice(path: "sim:here", driver: "simulation"), name: "test", version: "1")
    let provider = LocationProviderMock()
    let service = Task { try await server.serve(provider) }
    await provider.waitForStarts()
    let geoClue = try await RealGeoClue.start(from: socket)
    let output = directory.path("output")
    let process = try ChildProcess(
      client, ["--timeout=60"], variables: geoClue.bus.variables, output: output)
    var fix = try Fix.bare(48.1173, -11.51667, source: .live)
    fix.altitude = 545.4
    fix.dilution.horizontal = 2.5
    let isFound = await eventually {
      fix.timestamp = Date()
      provider.send(.fix(fix))
      let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
      return text.contains("48.117300") && text.contains("-11.516670")
        && text.contains("545.400000")
    }
    #expect(isFound)
    process.stop()
    service.cancel()
    await server.stop()
  }
}
