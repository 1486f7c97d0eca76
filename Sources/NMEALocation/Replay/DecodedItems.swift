import LocationCore
import LocationReplay
import NMEA0183

/// The items that the last chunk of a log completed.
struct DecodedItems {
  private(set) var items: [TrackItem] = []
  /// The positions of each device. Its clock may differ from the others'.
  private var timelines: [String?: TrackTimeline] = [:]
  /// The position of the last epoch with a time.
  private var position: Duration?
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

  /// Appends the updates of an epoch; without satellites, those except its sky.
  mutating func append(
    _ epoch: NavigationEpoch, _ satellites: [EpochSatellite]?, from source: FixSource,
    _ receipt: Date?
  ) {
    move(to: epoch, of: source.device)
    let position = position
    epoch.tell(
      satellites, from: source, receivedAt: receipt,
      sky: { items.append(TrackItem(.update(.sky($0)), position: position)) },
      fix: { items.append(TrackItem(.update(.fix($0)), position: position)) },
      loss: { items.append(TrackItem(.update(.fixLost($0)), position: position)) })
  }

  mutating func append(_ waypoint: TrackWaypoint) {
    items.append(TrackItem(.waypoint(waypoint), position: position))
  }

  /// Moves on the track to an epoch.
  private mutating func move(to epoch: borrowing NavigationEpoch, of device: String?) {
    guard let time = epoch.time else { return }
    let latest = position ?? .zero
    // A device begins where the recording is when it appears.
    let moved = timelines[device, default: TrackTimeline(at: latest)]
      .move(to: time, day: epoch.date.map(\.daysSince1970))
    position = max(latest, moved)
  }

  /// Gives the bytes before a sentence at an offset to the first new item.
  mutating func giveBytes(beforeSentenceAt offset: Int) {
    guard bytes != nil, given < items.count else { return }
    if let recorded = bytes?.take(beforeSentenceAt: offset) { items[given].bytes = recorded }
    given = items.count
  }

  /// Gives away the remaining bytes, up to the end of the log.
  mutating func end(at offset: Int) {
    giveBytes(beforeSentenceAt: offset)
    if let rest = bytes?.take(upTo: offset), !rest.isEmpty {
      items.append(TrackItem(nil, position: position, bytes: rest))
    }
  }
}
