import LocationCore
import LocationIO
import LocationReplay
import LocationTesting
import LocationTracks
import NMEA0183
import NMEALocation
import TestSupport
import TestTurns
import Testing

/// What a replay of any format has in common with that of NMEA 0183.
@Suite(.inTurn) struct TrackReplayProviderTests {
  /// A track of three points: 0 s, 1 s and 601 s.
  static let gpx = """
    <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
    <trkpt lat="48.1" lon="11.5"><time>2025-03-01T00:00:00Z</time></trkpt>
    <trkpt lat="48.1" lon="11.6"><time>2025-03-01T00:00:01Z</time></trkpt>
    <trkpt lat="48.1" lon="11.7"><time>2025-03-01T00:10:01Z</time></trkpt>
    </trkseg></trk></gpx>
    """

  private let clock = ManualClock(jumpsToDeadlines: true)

  private func source(_ text: String) -> DataByteSource {
    DataByteSource(bytes: text.utf8, name: "memory:track")
  }

  @Test func aTrackPlaysAtItsPaceWithoutItsLongPauses() async throws {
    let provider = TrackReplayProvider(
      source(Self.gpx), timestamps: .rebased, maximumGap: .seconds(5), clock: clock)
    let start = clock.date
    let fixes = try await fixes(of: provider)
    #expect(fixes.map { $0.timestamp?.timeIntervalSince(start) } == [0, 1, 6])
    #expect(fixes.allSatisfy { $0.isReplayed && $0.source.name == "memory:track" })
    #expect(clock.now.offset == .seconds(6))
  }

  @Test func aTrackIsRepeated() async throws {
    let provider = TrackReplayProvider(
      source(Self.gpx), pace: .unpaced, loops: true, clock: clock)
    var longitudes: [Double] = []
    for try await fix in LocationFixes(provider.startUpdatingLocation()) {
      longitudes.append(fix.coordinate.longitude)
      if longitudes.count == 5 { break }
    }
    #expect(longitudes == [11.5, 11.6, 11.7, 11.5, 11.6])
  }

  @Test func aTrackIsSought() async throws {
    let provider = TrackReplayProvider(source(Self.gpx), clock: clock)
    var iterator = LocationFixes(provider.startUpdatingLocation()).makeAsyncIterator()
    #expect(try await iterator.next()?.coordinate.longitude == 11.5)
    provider.seek(to: .seconds(300))
    #expect(try await iterator.next()?.coordinate.longitude == 11.7)
    #expect(try await iterator.next() == nil)
  }

  @Test func motionIsDerivedOnRequest() async throws {
    let provider = TrackReplayProvider(
      source(Self.gpx), pace: .unpaced, derivesMotion: true, clock: clock)
    let fixes = try await fixes(of: provider)
    #expect(fixes.contains { $0.speed != nil && $0.derived?.contains(.speed) == true })
  }

  @Test func sentencesAreCountedAndThoseOfAnotherFormatAreNone() async throws {
    let log = TrackReplayProvider(
      DataByteSource(bytes: RecordedTrack.rmc(0..<3), name: "memory:log"), pace: .unpaced,
      clock: clock)
    #expect(try await fixes(of: log).count == 3)
    #expect(log.counters.fixes == 3)
    let track = TrackReplayProvider(source(Self.gpx), pace: .unpaced, clock: clock)
    #expect(try await fixes(of: track).count == 3)
    #expect(track.counters.fixes == 0)
  }

  @Test func aTrackWithoutAPointIsAnError() async throws {
    let empty = source(#"<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"></gpx>"#)
    let provider = TrackReplayProvider(empty, clock: clock)
    let error = await #expect(throws: UserLocationError.self) { _ = try await fixes(of: provider) }
    #expect(error?.source == "memory:track")
    #expect(error?.detail.contains("GPX") == true)
  }

  /// Another program expects what a receiver sends.
  @Test func aServerGetsNoBytesOfATrackFile() async throws {
    let next = TrackReplayProvider(source(Self.gpx), pace: .unpaced, clock: clock).startPlaying()
    var items: [TrackItem] = []
    while let item = try await next() { items.append(item) }
    #expect(items.contains { $0.update != nil })
    #expect(items.allSatisfy { $0.needsSentences && $0.bytes.isEmpty })
  }

  /// `locate` labels recorded updates as replayed, because people look at them; a test needs the same values.
  @Test(arguments: [true, false])
  func onlyAnExactReplayHasTheRecordedAuthorization(_ isExact: Bool) async throws {
    let updates = source(
      """
      {"format":"swift-location updates","version":1}
      {"at":0,"start":"authorizedWhenInUse"}
      {"at":0,"fix":{"coordinate":{"latitude":1,"longitude":2},"source":{"kind":"live","name":"a"}}}
      {"at":1,"authorization":"denied"}

      """)
    let provider = TrackReplayProvider(
      updates, isExact: isExact, pace: .recorded, loops: false, maximumGap: nil, format: nil,
      derivesMotion: false, dates: KnownDates(), logger: nil, clock: clock)
    #expect(
      provider.authorizationStatus == (isExact ? .authorizedWhenInUse : .authorizedAlways))
    var fixes: [Fix] = []
    for try await update in provider.startUpdatingLocation() {
      if case .fix(let fix) = update { fixes.append(fix) }
    }
    #expect(fixes.map(\.isReplayed) == [!isExact])
    #expect(provider.authorizationStatus == (isExact ? .denied : .authorizedAlways))
  }
}
