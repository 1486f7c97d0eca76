import LocationCore
import LocationIO
import LocationReplay
import NMEALocation
import TestSupport
import TestTurns
import Testing

/// A log as a track.
@Suite(.inTurn) struct NMEATrackReaderTests {
  /// All items, and the error at the end.
  func read(
    _ log: [UInt8], _ request: TrackRequest = TrackRequest()
  ) async -> (items: [TrackItem], error: UserLocationError?) {
    var items: [TrackItem] = []
    do throws(UserLocationError) {
      let reader = try NMEATrackReader(DataByteSource(bytes: log), request)
      while let item = try await reader.next() { items.append(item) }
      return (items, nil)
    } catch {
      return (items, error)
    }
  }

  @Test func aNegativeNumberOfItemsIsNone() async throws {
    let reader = try NMEATrackReader(DataByteSource(bytes: RecordedTrack.rmc([1, 2, 3])))
    _ = try await reader.next()
    #expect(reader.takeBuffered(upTo: -1).isEmpty)
    #expect(!reader.takeBuffered(upTo: 9).isEmpty)
  }

  @Test(arguments: [true, false])
  func positionsCountFromTheFirstTime(_ dated: Bool) async {
    let (items, error) = await read(RecordedTrack.rmc([86_390, 86_399, 86_405], date: dated))
    #expect(items.map(\.position) == [.zero, .seconds(9), .seconds(15)])
    #expect(items.allSatisfy { $0.bytes.isEmpty && $0.update?.receivedAt == nil })
    #expect(error == nil)
  }

  @Test(arguments: [true, false])
  func aPositionStaysWhereItIsIfTheClockWasSetBack(_ dated: Bool) async {
    let (items, _) = await read(RecordedTrack.rmc([100, 110, 105, 106], date: dated))
    #expect(items.map(\.position) == [.zero, .seconds(10), .seconds(10), .seconds(11)])
  }

  @Test func aLogWithoutAFixThrowsAfterItsItems() async {
    let log = sentence("GPRMC,120000,V,,,,,,,010325,,,N")
    let (items, error) = await read(Array(log.utf8))
    #expect(items.count == 1)
    #expect(error?.code == .sourceEnded)
  }

  /// A plotter repeats its waypoints.
  @Test func waypointsComeOnceAndAreEnough() async throws {
    let home = sentence("GPWPL,4807.038,N,01131.000,E,HOME")
    let lake = sentence("IIWPL,4807.038,S,01131.000,W,LAKE")
    let log = [home, lake, home, sentence("GPWPL,,,,,NOWHERE"), lake].joined()
    let (items, error) = await read(Array(log.utf8), TrackRequest(keepsBytes: true))
    let latitude = 48 + 7.038 / 60
    let longitude = 11 + 31.0 / 60
    let places = [
      try Coordinate(latitude: latitude, longitude: longitude),
      try Coordinate(latitude: -latitude, longitude: -longitude),
    ]
    #expect(
      items.compactMap(\.content) == [
        .waypoint(TrackWaypoint(places[0], name: "HOME")),
        .waypoint(TrackWaypoint(places[1], name: "LAKE")),
      ])
    #expect(items.flatMap(\.bytes) == Array(log.utf8))
    #expect(error == nil)
  }

  @Test func theTimeOfReadingIsTheTimeOfReceiptOnRequest() async {
    let now = Date(timeIntervalSince1970: 5)
    let (items, _) = await read(RecordedTrack.rmc(0..<3), TrackRequest(now: { now }))
    #expect(items.compactMap { $0.update?.receivedAt } == [now, now, now])
  }

  @Test func decodedItemsAreBufferedInOrder() async throws {
    let reader = try NMEATrackReader(DataByteSource(bytes: RecordedTrack.rmc(0..<50)))
    #expect(reader.takeBuffered(upTo: 10).isEmpty)
    var positions = [try await reader.next()?.position]
    positions += reader.takeBuffered(upTo: 10).map(\.position)
    positions.append(try await reader.next()?.position)
    #expect(positions == (0..<12).map { .seconds($0) })
  }
}
