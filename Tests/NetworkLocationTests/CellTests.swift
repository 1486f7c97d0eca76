import LocationCore
import LocationTesting
import TestTurns
import Testing

@testable import NetworkLocation

/// Cells of mobile networks in requests.
@Suite(.inTurn) struct CellTests {
  @Test func aCellWithoutAccessPointsIsAsked() async throws {
    var harness = try Harness()
    harness.cells = CellScannerMock(cells: [.numbered(7)])
    harness.scanner.result = .failure(UserLocationError(.sourceUnavailable, detail: "no Wi-Fi"))
    #expect(await harness.first(harness.provider()).fix != nil)
    let body = try #require(harness.transport.requests.first).body
    #expect(String(decoding: body, as: UTF8.self).contains(#""cellId":7}],"wifiAccessPoints":[]"#))
  }

  @Test func modemsThatCanNotBeAskedDoNotMatterIfThereAreAccessPoints() async throws {
    var harness = try Harness()
    harness.cells = CellScannerMock(
      result: .failure(UserLocationError(.notAuthorized, detail: "polkit")))
    #expect(await harness.first(harness.provider()).fix != nil)
    harness.scanner.result = .failure(UserLocationError(.sourceUnavailable, detail: "no Wi-Fi"))
    #expect(await harness.first(harness.provider()).error?.detail == "no Wi-Fi")
  }

  @Test func anotherCellIsAMoveOnlyWithoutAccessPoints() throws {
    var memory = GeolocationMemory()
    let points = [WiFiAccessPoint.numbered(1), .numbered(2)]
    func outcome(_ scan: [WiFiAccessPoint], _ cell: Int) -> GeolocationMemory.Outcome? {
      memory.outcome(for: GeolocationRequest(scan: scan, cells: [.numbered(cell)]), at: .zero)
    }
    let answer = GeolocationAnswer(
      coordinate: try Coordinate(latitude: 1, longitude: 2), accuracy: 50)
    memory.note(
      .success(answer), for: GeolocationRequest(scan: points, cells: [.numbered(7)]), at: .zero)
    #expect(outcome(points, 8) != nil)
    memory.note(
      .success(answer), for: GeolocationRequest(scan: [], cells: [.numbered(7)]), at: .zero)
    #expect(outcome([], 7) != nil)
    #expect(outcome([], 8) == nil)
  }
}
