import LocationCore
import LocationReplay

/// The items of a track file that are complete and not taken yet, with their positions on the track and
/// their bytes.
package struct ParsedItems {
  /// When the bytes that are parsed now were received; `nil` if the items have to wait for their time.
  private(set) var receipt: Date?

  /// What the parser leaves out.
  var skipped = SkippedParts()

  /// The elements whose text is kept.
  let keptElements: KeptElements

  private var items: [TrackItem] = []
  /// The bytes that belong to no item yet; `nil` if the bytes are not kept.
  private var bytes: RecordedBytes?
  /// Whether the items carry their bytes.
  private let givesBytes: Bool
  /// The track that begins with the next update.
  private var newTrack: TrackTitle?
  /// The route that begins with the next route point.
  private var newRoute: TrackTitle?
  private var isNewSegment = false
  /// Whether the current track has an update.
  private var isTrackBegun = false
  private var timeline = FileTimeline()

  init(keepsBytes: Bool, keptElements: KeptElements = .none) {
    bytes = keepsBytes || keptElements != .none ? RecordedBytes() : nil
    givesBytes = keepsBytes
    self.keptElements = keptElements
  }

  /// Bytes of the file that belong to no item yet.
  func bytes(from first: Int, upTo end: Int) -> [UInt8] {
    bytes?.bytes(from: first, upTo: end) ?? []
  }

  /// Notes the next bytes of the file, which are parsed now. Keeps them if bytes are kept at all.
  ///
  /// - Parameter receipt: when they were received; `nil` if the items have to wait for their time.
  mutating func receive(_ piece: UnsafeRawBufferPointer, at receipt: Date?) {
    bytes?.append(piece)
    self.receipt = receipt
  }

  /// Begins a track. Its start is an item before its first update, so a track without updates is left out.
  mutating func beginTrack(_ title: TrackTitle = TrackTitle()) {
    newTrack = title
    isNewSegment = false
    isTrackBegun = false
  }

  /// Changes the title of the current track. After its first update this does nothing.
  mutating func entitleTrack(_ change: (inout TrackTitle) -> Void) {
    guard var title = newTrack else { return }
    change(&title)
    newTrack = title
  }

  /// Begins a route. Its start is an item before its first point, so a route without points is left out.
  mutating func beginRoute(_ title: TrackTitle = TrackTitle()) { newRoute = title }

  /// Changes the title of the current route. After its first point this does nothing.
  mutating func entitleRoute(_ change: (inout TrackTitle) -> Void) {
    guard var title = newRoute else { return }
    change(&title)
    newRoute = title
  }

  /// Begins a new segment of the track before the next update. Before the first update of a track it does
  /// nothing.
  mutating func beginSegment() { isNewSegment = isTrackBegun }

  /// Appends a fix.
  ///
  /// - Parameters:
  ///   - sensors: what sensors measured at the fix.
  ///   - offset: the offset in the file of the first byte after the fix; `nil` if its bytes belong to a later
  ///     item.
  mutating func append(
    _ fix: consuming Fix, sensors: SensorValues = SensorValues(), endingAt offset: Int?
  ) {
    fix.receivedAt = receipt
    append(.fix(fix), sensors: sensors, endingAt: offset)
  }

  /// Appends an update.
  ///
  /// - Parameters:
  ///   - name: the name of the track point.
  ///   - sensors: what sensors measured at the track point.
  ///   - original: the text of the track point.
  ///   - offset: the offset in the file of the first byte after the update; `nil` if its bytes belong to a
  ///     later item.
  mutating func append(
    _ update: LocationUpdate, name: String? = nil, sensors: SensorValues = SensorValues(),
    original: OriginalElement? = nil, endingAt offset: Int?
  ) {
    let recorded = takeBytes(upTo: offset)
    timeline.move(to: update)
    let position = timeline.position
    if let title = newTrack.take() {
      items.append(TrackItem(.trackStart(title), position: position))
    } else if isNewSegment {
      items.append(TrackItem(.segmentStart, position: position))
    }
    isNewSegment = false
    isTrackBegun = true
    // To change an update copies it, and a fix has half a kilobyte.
    let received = update.receivedAt == receipt ? update : update.received(at: receipt)
    var item = TrackItem(
      .update(received), name: name, sensors: sensors, position: position, bytes: recorded)
    item.original = original
    items.append(item)
  }

  /// Appends a place that is no part of the track: a waypoint or a route point.
  ///
  /// - Parameter offset: the offset in the file of the first byte after the place; `nil` if its bytes
  ///   belong to a later item.
  mutating func append(_ place: TrackItem.Content, endingAt offset: Int?) {
    if case .routePoint = place, let title = newRoute.take() {
      items.append(TrackItem(.routeStart(title)))
    }
    items.append(TrackItem(place, bytes: takeBytes(upTo: offset)))
  }

  private mutating func takeBytes(upTo offset: Int?) -> [UInt8] {
    guard let offset, let taken = bytes?.take(upTo: offset) else { return [] }
    return givesBytes ? taken : []
  }

  /// Gives away the bytes after the last item, as an item without content. Call it at the end of the file.
  mutating func end(at offset: Int) {
    if let rest = bytes?.take(upTo: offset), givesBytes, !rest.isEmpty {
      items.append(TrackItem(nil, position: timeline.position, bytes: rest))
    }
  }

  /// Whether no item is complete and not taken yet.
  var isEmpty: Bool { items.isEmpty }

  mutating func take() -> [TrackItem] {
    if items.isEmpty { return [] }
    let taken = items
    items = []
    // The next bytes give about as many.
    items.reserveCapacity(taken.count)
    return taken
  }
}

extension Coordinate {
  /// A place in a file; `nil` if a number is missing, or if the numbers are no place on the Earth.
  init?(_ latitude: Double?, _ longitude: Double?) {
    guard let latitude, let longitude,
      let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    self = coordinate
  }
}

/// The elements whose text a reader keeps, because a writer of the same format copies it.
package enum KeptElements: Hashable, Sendable {
  case none
  /// Waypoints and points of routes.
  case marks
  /// Track points too.
  case all
}
