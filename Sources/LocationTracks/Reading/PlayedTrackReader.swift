import LocationCore
import LocationIO
import LocationReplay

/// Reads a recording for a provider that plays it.
///
/// A track file without a track point is an error, like a log without a fix. Recorded updates may have none: what
/// a failing receiver delivered is recorded too.
///
/// If times are needed, a track file whose points have none is an error too: its points wait for the first time.
final class PlayedTrackReader: TrackReader {
  /// The largest number of items that wait for a time. A track with more of them has no times.
  private static let mostHeld = 100_000

  private let source: any ByteSource
  private let request: TrackRequest
  private let file: TrackFileReader
  private let end: (SkippedParts) -> Void
  private var hasFix = false
  /// Whether items wait for the first time.
  private var needsTimes: Bool
  /// The items that wait, or that waited, in the order of the file.
  private var held: ArraySlice<TrackItem> = []
  private var places = UntimedRecording.Places()

  /// Reads an opened file.
  ///
  /// - Parameters:
  ///   - needsTimes: whether a track file without times is an error.
  ///   - end: gets what was not read, at the end of the file.
  init(
    _ file: TrackFileReader, of source: any ByteSource, _ request: TrackRequest,
    needsTimes: Bool = false, end: @escaping (SkippedParts) -> Void
  ) {
    self.file = file
    self.end = end
    self.source = source
    self.request = request
    self.needsTimes = needsTimes
  }

  nonisolated(nonsending) func next() async throws(UserLocationError) -> TrackItem? {
    if !needsTimes, let item = held.popFirst() { return withoutBytes(item) }
    repeat {
      guard let item = try await file.next() else {
        end(file.skipped)
        if hasFix, held.isEmpty { return nil }
        if file.keepsKinds, file.format == .updates { return nil }
        throw withoutTimes
      }
      note(item)
      guard !mustWait(item) else {
        held.append(item)
        continue
      }
      if hasFix { needsTimes = false }
      guard let first = held.popFirst() else { return withoutBytes(item) }
      held.append(item)
      return withoutBytes(first)
    } while held.count < Self.mostHeld
    throw withoutTimes
  }

  func takeBuffered(upTo limit: Int) -> ArraySlice<TrackItem> {
    if needsTimes { return [] }
    var items = held.prefix(max(0, limit))
    held = held.dropFirst(items.count)
    if items.isEmpty {
      items = file.takeBuffered(upTo: limit)
      if !hasFix { items.forEach { note($0) } }
    }
    return needsSentences ? items.map(withoutBytes)[...] : items
  }

  /// Whether an item waits for the first time. A log is played without times, because it may come from a receiver.
  private func mustWait(_ item: TrackItem) -> Bool {
    needsTimes && hasFix && item.position == nil && file.format != nil && file.format != .updates
  }

  private func note(_ item: TrackItem) {
    guard !hasFix else { return }
    switch item.content {
    case .update(.fix): hasFix = true
    case .waypoint: places.waypoints += 1
    case .routePoint: places.routePoints += 1
    default: break
    }
  }

  /// The recording has no track point, or only track points without times.
  private var withoutTimes: UserLocationError {
    UserLocationError(withoutTimes: file.format, of: source, hasTrack: hasFix, places)
  }

  private var needsSentences: Bool { request.keepsBytes && file.format != nil }

  /// The item without the bytes of a track file, because a server's clients expect those of a receiver.
  private func withoutBytes(_ item: TrackItem) -> TrackItem {
    guard needsSentences else { return item }
    var item = item
    item.bytes = []
    item.needsSentences = true
    return item
  }
}
