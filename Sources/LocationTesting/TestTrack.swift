public import LocationCore
public import LocationReplay

/// A short simulated track, for tests that need realistic fixes and no file.
///
/// A track has one fix a second, as a receiver with one antenna and no compass reports it: place,
/// time, heights, speed, climb, estimated errors, dilution of precision and the number of satellites.
/// There is a course only while the receiver moves. Every five seconds there is a sky view. The values
/// belong together: the places lie on geodesics, the speeds are the distances that the receiver
/// covers, and the dilutions are those of the satellites in the sky views.
///
/// Each track is always the same. It begins on 1 June 2025 at 09:00 UTC, and its source and its status
/// are `.simulated`.
///
/// ```swift
/// @Test func theDriveIsMeasured() async throws {
///   let service = UserLocationService(provider: TestTrack.drive.provider())
///   var places: [Coordinate] = []
///   for try await fix in service.locationUpdates() { places.append(fix.coordinate) }
///   let length = zip(places, places.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
///   #expect(abs(length - TestTrack.drive.length) < 1)
/// }
/// ```
public struct TestTrack: Sendable {
  /// The track's name, such as "drive". The name of its fixes' source is "TestTrack.drive".
  public let name: String
  /// The length of the way in meters, at height 0. It includes the part of the way without fixes.
  public let length: Double
  /// The time from the first update to the last.
  public let duration: Duration
  private let items: [TrackItem]

  init(name: String, length: Double, duration: Duration, items: [TrackItem]) {
    self.name = name
    self.length = length
    self.duration = duration
    self.items = items
  }

  /// All updates in order. They have no time of receipt, because nobody received them.
  public var updates: [LocationUpdate] { items.compactMap(\.update) }

  /// The fixes among ``updates``.
  public var fixes: [Fix] {
    updates.compactMap { update in
      if case .fix(let fix) = update { fix } else { nil }
    }
  }

  /// A provider that plays the track to each of its subscriptions.
  ///
  /// It waits for its consumer, so nothing is lost. A ``ManualClock`` that jumps to its deadlines plays
  /// the track at its own pace in a moment.
  ///
  /// - Parameters:
  ///   - pace: how fast to play. The default is as fast as the consumer takes the updates.
  ///   - timestamps: whether updates keep their timestamps, or begin at the moment of playing.
  ///   - loops: whether to start over at the end, without an end. The next round begins one second
  ///     after the last update.
  ///   - clock: keeps the pace, and dates `receivedAt` and rebased timestamps.
  public func provider(
    pace: ReplayPace = .unpaced, timestamps: ReplayTimestamps = .recorded, loops: Bool = false,
    clock: any LocationClock = SystemClock()
  ) -> TrackPlayer {
    TrackPlayer(pace: pace, timestamps: timestamps, loops: loops, clock: clock) {
      [items] _ in Reader(rest: items[...])
    }
  }

  private struct Reader: TrackReader {
    var rest: ArraySlice<TrackItem>

    mutating func next() throws(UserLocationError) -> TrackItem? { rest.popFirst() }
  }
}
