import LocationCore
import LocationReplay
import LocationTesting
import Synchronization

/// A track of a test, which counts how often it is opened.
final class ScriptedTrack: Sendable {
  let items: [TrackItem]
  let failure: UserLocationError?
  /// Whether the reader has all items in memory.
  let readsAhead: Bool
  private let record = Mutex<[TrackRequest]>([])

  init(_ items: [TrackItem], failure: UserLocationError? = nil, readsAhead: Bool = false) {
    self.items = items
    self.failure = failure
    self.readsAhead = readsAhead
  }

  /// A track with a fix at each of these seconds.
  convenience init(
    seconds: some Sequence<Int>, failure: UserLocationError? = nil, readsAhead: Bool = false
  ) {
    self.init(seconds.map { fix(at: $0) }, failure: failure, readsAhead: readsAhead)
  }

  /// The requests of all openings.
  var requests: [TrackRequest] { record.withLock { $0 } }

  func open(_ request: TrackRequest) -> any TrackReader {
    record.withLock { $0.append(request) }
    return ScriptedReader(track: self, rest: items[...])
  }

  func player(
    pace: ReplayPace = .recorded, timestamps: ReplayTimestamps = .recorded, loops: Bool = false,
    limit: Duration? = nil, maximumGap: Duration? = nil,
    clock: ManualClock = ManualClock(jumpsToDeadlines: true)
  ) -> TrackPlayer {
    TrackPlayer(
      pace: pace, timestamps: timestamps, loops: loops, limit: limit,
      maximumGap: maximumGap, clock: clock, opening: open)
  }
}

private struct ScriptedReader: TrackReader {
  let track: ScriptedTrack
  var rest: ArraySlice<TrackItem>

  mutating func next() throws(UserLocationError) -> TrackItem? {
    if let item = rest.popFirst() { return item }
    if let failure = track.failure { throw failure }
    return nil
  }

  mutating func takeBuffered(upTo limit: Int) -> ArraySlice<TrackItem> {
    guard track.readsAhead else { return [] }
    defer { rest = rest.dropFirst(limit) }
    return rest.prefix(limit)
  }
}

/// The timestamps of tracks count from this date.
let trackStart = Date(timeIntervalSince1970: 1_700_000_000)

/// A fix at a second of the track. Its latitude is a thousandth of a degree for each second.
func fix(at second: Int, position: Bool = true, bytes: [UInt8] = []) -> TrackItem {
  let place = try? Coordinate(latitude: Double(second) / 1000, longitude: 11)
  guard let place else { preconditionFailure("no latitude for second \(second)") }
  var fix = Fix(
    coordinate: place, mode: .twoD, source: FixSource(kind: .replayed, name: "script"))
  fix.timestamp = trackStart.addingTimeInterval(Double(second))
  return TrackItem(
    .update(.fix(fix)), position: position ? .seconds(second) : nil, bytes: bytes)
}

extension LocationProvider {
  /// All fixes to the end.
  func fixes() async throws(UserLocationError) -> [Fix] {
    var fixes: [Fix] = []
    var iterator = LocationFixes(startUpdatingLocation()).makeAsyncIterator()
    while let fix = try await iterator.next() { fixes.append(fix) }
    return fixes
  }
}

extension [Fix] {
  /// The seconds of the track, by the timestamps.
  var seconds: [Double?] { map { $0.timestamp?.timeIntervalSince(trackStart) } }
  /// When they were received, in seconds of a manual clock.
  var receipts: [Double?] { map { $0.receivedAt?.timeIntervalSince(ManualClock().date) } }
}
