import LocationCore
import LocationIO
import LocationReplay
import LocationTesting
import NMEA0183
import TestSupport
import TestTurns
import Testing

@testable import LocationTracks

/// A player that needs times does not play a track file without them.
@Suite(.inTurn) struct UntimedRecordingTests {
  private func provider(_ text: String, needsTimes: Bool = true) -> TrackReplayProvider {
    TrackReplayProvider(
      DataByteSource(bytes: text.utf8, name: "memory:track"), isExact: false,
      needsTimes: needsTimes, pace: .recorded, loops: false, maximumGap: nil, format: nil,
      derivesMotion: false, dates: KnownDates(), logger: nil,
      clock: ManualClock(jumpsToDeadlines: true))
  }

  private static func gpx(_ body: String) -> String {
    #"<gpx version="1.1" creator="us" xmlns="http://www.topografix.com/GPX/1/1">\#(body)</gpx>"#
  }

  private static func track(_ points: [(longitude: Int, second: Int?)]) -> String {
    let points = points.map { longitude, second in
      let time = second.map { "<time>2025-03-01T00:00:0\($0)Z</time>" } ?? ""
      return #"<trkpt lat="1" lon="\#(longitude)">\#(time)</trkpt>"#
    }
    return "<trk><trkseg>\(points.joined())</trkseg></trk>"
  }

  private static let line = #"{"type":"LineString","coordinates":[[1,2],[3,4]]}"#

  @Test(arguments: [
    (gpx(track([(1, nil), (2, nil)])), "it is GPX, and its track has no times"),
    (line, "it is GeoJSON, and its track has no times"),
    (
      gpx(#"<rte><rtept lat="1" lon="2"/><rtept lat="1" lon="3"/></rte>"#),
      "it is GPX without a track point"
    ),
    (gpx(#"<wpt lat="1" lon="2"/><wpt lat="1" lon="3"/>"#), "it is GPX without a track point"),
  ])
  func aFileThatCanOnlyBeTraveledIsAnError(text: String, words: String) async {
    let provider = provider(text)
    var updates = 0
    let error = await #expect(throws: UserLocationError.self) {
      for try await _ in provider.startUpdatingLocation() { updates += 1 }
    }
    #expect(updates == 0)
    #expect(error?.code == .sourceEnded)
    #expect(error?.detail == words)
    #expect((error?.cause as? UntimedRecording)?.argument == "-")
  }

  /// A route needs two places.
  @Test(arguments: ["", #"<wpt lat="1" lon="2"/>"#])
  func aFileThatCannotBeTraveledIsAnErrorWithoutACause(body: String) async {
    let provider = provider(Self.gpx(body))
    let error = await #expect(throws: UserLocationError.self) {
      _ = try await fixes(of: provider)
    }
    #expect(error?.detail == "it is GPX without a track point")
    #expect(error?.cause == nil)
  }

  @Test func pointsBeforeTheFirstTimeArePlayedInTheirOrder() async throws {
    let text = Self.gpx(
      Self.track([(1, nil), (2, nil)]) + Self.track([(3, nil), (4, 0), (5, nil), (6, 2)]))
    let longitudes = try await fixes(of: provider(text)).map(\.coordinate.longitude)
    #expect(longitudes == [1, 2, 3, 4, 5, 6])
    var items: [TrackItem] = []
    let next = provider(text).startPlaying()
    while let item = try await next() { items.append(item) }
    var plain: [TrackItem] = []
    let nextPlain = provider(text, needsTimes: false).startPlaying()
    while let item = try await nextPlain() { plain.append(item) }
    #expect(items == plain)
  }

  @Test func aPlayerThatNeedsNoTimesGetsAllAtOnce() async throws {
    let untimed = Self.gpx(Self.track([(1, nil), (2, nil)]))
    #expect(try await fixes(of: provider(untimed, needsTimes: false)).count == 2)
  }

  /// It may come from a receiver, which may never state a time.
  @Test func sentencesWithoutTimesArePlayed() async throws {
    let log = "$GPGLL,4807.038,N,01131.000,E,,A*28\r\n$GPGLL,4808.038,N,01131.000,E,,A*27\r\n"
    #expect(try await fixes(of: provider(log)).count == 2)
  }

  /// They have times of receipt.
  @Test func updatesWithoutTimesArePlayed() async throws {
    let updates = """
      {"format":"swift-location updates","version":1}
      {"at":0,"start":"authorizedWhenInUse"}
      {"at":0,"fix":{"coordinate":{"latitude":1,"longitude":2},"source":{"kind":"live","name":"a"}}}

      """
    #expect(try await fixes(of: provider(updates)).count == 1)
  }
}
