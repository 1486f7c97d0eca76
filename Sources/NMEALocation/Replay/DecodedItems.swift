import LocationCore
import LocationReplay
import NMEA0183

/// The items that the last chunk of a log completed.
struct DecodedItems {
  private(set) var items: [TrackItem] = []
  private var timeline = TrackTimeline()
  private var hasTime = false
  /// The bytes that belong to no item yet; `nil` if the bytes are not kept.
  private var bytes: RecordedBytes?
  /// The number of items that have their bytes.
  private var given = 0

  init(keepsBytes: Bool) { bytes = keepsBytes ? RecordedBytes() : nil }

  /// Begins with the next chunk; all items before it were taken.
  mutating func begin(_ chunk: UnsafeRawBufferPointer) {
    items.removeAll(keepingCapacity: true)
    given = 0
    bytes?.append(chunk)
  }

  /// Appends the updates of an epoch.
  mutating func append(
    _ epoch: NavigationEpoch, _ satellites: [EpochSatellite], from source: FixSource,
    _ receipt: Date?
  ) {
    let position = move(to: epoch)
    epoch.tell(
      satellites, from: source, receivedAt: receipt,
      sky: { items.append(TrackItem(.update(.sky($0)), position: position)) },
      fix: { items.append(TrackItem(.update(.fix($0)), position: position)) },
      loss: { items.append(TrackItem(.update(.fixLost($0)), position: position)) })
  }

  /// Moves on the track to an epoch; returns its position, if it is known.
  private mutating func move(to epoch: borrowing NavigationEpoch) -> Duration? {
    if let time = epoch.time {
      hasTime = true
      timeline.move(to: time, day: epoch.date.map(\.daysSince1970))
    }
    return hasTime ? timeline.position : nil
  }

  /// Gives the bytes before an offset to the first new item.
  mutating func giveBytes(upTo offset: Int) {
    guard bytes != nil, given < items.count else { return }
    if let recorded = bytes?.take(upTo: offset) { items[given].bytes = recorded }
    given = items.count
  }

  /// Gives away the remaining bytes, up to the end of the log.
  mutating func end(at offset: Int) {
    giveBytes(upTo: offset)
    if let rest = bytes?.take(upTo: offset), !rest.isEmpty {
      items.append(TrackItem(nil, position: hasTime ? timeline.position : nil, bytes: rest))
    }
  }
}
