package import LocationCore
package import LocationReplay

/// Collects the items of a track file in a ``TrackCollection``, and counts what has no place there.
///
/// Each receiver has a track of its own, also if their fixes alternate. The fixes of a segment are packed until
/// it is complete.
package struct TrackCollector {
  /// Everything that was collected.
  package var collection: TrackCollection {
    var complete = self
    complete.endSegments()
    return complete.collected
  }
  /// The number of fixes that were read.
  package private(set) var count = 0
  /// What has no place in a track.
  package private(set) var losses = TrackLosses()

  /// Whether a simulator made the fixes, which a log does not tell.
  private let isSimulated: Bool
  /// The tolerance in meters to which segments are simplified; `nil` if they keep all fixes.
  private let tolerance: Double?
  private var collected = TrackCollection()
  /// The fixes of the last segment of each track, which are not in `collected` yet.
  private var segments: [PackedFixes] = []
  /// The title of the track that begins with the next fix.
  private var title = TrackTitle()
  /// The receiver of the current track. Fixes come one after the other from the same receiver, so a
  /// comparison with the last receiver saves the search.
  private var device: String?
  /// The index of the current track; `nil` if the next fix begins a track.
  private var current: Int?
  /// The current tracks of all receivers, and whether the next fix begins a segment there.
  private var open: [String?: (index: Int, isInterrupted: Bool)] = [:]
  private var isInterrupted = false

  /// - Parameters:
  ///   - isSimulated: whether the fixes come from a simulator, also if their source is a log.
  ///   - tolerance: the tolerance in meters to which the tracks are simplified, which saves the memory of the
  ///     other fixes; `nil` for all fixes.
  package init(isSimulated: Bool = false, tolerance: Double? = nil) {
    self.isSimulated = isSimulated
    self.tolerance = tolerance
  }

  /// Reads a track to its end.
  package nonisolated(nonsending) mutating func read(
    _ reader: some TrackReader
  ) async throws(UserLocationError) {
    var reader = reader
    try await reader.forEach { append($0) }
  }

  package mutating func append(_ item: TrackItem) {
    switch item.content {
    case .update(.fix(let fix)):
      append(TrackPoint(fix, name: item.name, sensors: item.sensors, original: item.original))
    case .update(.sky): losses.add(.satellites)
    case .update(.fixLost(let loss)):
      losses.add(.loss)
      interrupt(loss.source.device)
    case .update(.authorization), nil: break
    case .waypoint(let mark): collected.waypoints.append(mark)
    case .routeStart(let title): collected.routes.append(PlannedRoute(title: title))
    case .routePoint(let mark):
      if collected.routes.isEmpty { collected.routes.append(PlannedRoute()) }
      collected.routes[collected.routes.count - 1].points.append(mark)
    case .trackStart(let title):
      endSegments()
      self.title = title
      open = [:]
      current = nil
    case .segmentStart: interrupt(nil)
    }
  }

  private mutating func append(_ point: consuming TrackPoint) {
    if current == nil || point.fix.source.device != device { select(point.fix.source.device) }
    guard let current else { return }
    if isInterrupted { endSegment(of: current) }
    isInterrupted = false
    if isSimulated { point.fix.source.kind = .simulated }
    segments[current].append(point)
    count += 1
  }

  /// Ends the segments of the current tracks of all receivers.
  private mutating func endSegments() {
    for track in open.values { endSegment(of: track.index) }
    if let current { endSegment(of: current) }
  }

  /// Moves the fixes of the last segment of a track to the track.
  private mutating func endSegment(of index: Int) {
    guard !segments[index].isEmpty else { return }
    let fixes = segments[index]
    segments[index] = PackedFixes()
    let kept =
      tolerance.map { SimplifiedLine(fixes.coordinates, tolerance: $0).kept }
      ?? Array(0..<fixes.count)
    collected.tracks[index].segments.append(kept.map { fixes[$0] })
  }

  /// Makes the track of a receiver the current one.
  private mutating func select(_ device: String?) {
    if let current { open[self.device] = (current, isInterrupted) }
    self.device = device
    if let known = open[device] {
      (current, isInterrupted) = known
    } else {
      current = collected.tracks.count
      collected.tracks.append(Track(title: title))
      segments.append(PackedFixes())
      isInterrupted = true
    }
  }

  /// The next fix of a receiver begins a segment; with `nil`, the next fix of each receiver.
  private mutating func interrupt(_ device: String?) {
    if device == nil || device == self.device { isInterrupted = true }
    for (key, track) in open where device == nil || key == device {
      open[key] = (track.index, true)
    }
  }
}
