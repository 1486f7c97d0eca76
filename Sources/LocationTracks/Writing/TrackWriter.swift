public import LocationCore
public import LocationReplay
import LocationText

/// Writes locations in one of the formats of ``TrackFormat``.
///
///     var track = TrackWriter(.gpx)
///     for try await update in provider.startUpdatingLocation() {
///       track.write(update)
///       try track.flush { try file.write(contentsOf: $0) }
///     }
///     track.end()
///     try track.flush { try file.write(contentsOf: $0) }
///
/// The writer does no input and output. It appends text (UTF-8) to a buffer, which you empty as often
/// as you like with ``flush(to:)`` or ``takeBytes()``. If you call ``end()`` after any
/// number of updates, the bytes of all calls together are a complete document. Values that a receiver
/// did not report are left out.
public struct TrackWriter: ~Copyable {
  /// How much one output contains.
  public enum Shape: Hashable, Sendable {
    /// All locations of a track. GPX is a track, GeoJSON is a `FeatureCollection`.
    case document
    /// All items of a file, in any order. GPX wants waypoints before routes, and routes before tracks, so
    /// routes and tracks are in temporary files without names until the end. The other formats are as for
    /// ``document``.
    case unordered
    /// Locations that a reader uses before the end has come. GeoJSON is one Feature a line.
    case stream
    /// One location. GPX is a waypoint, GeoJSON is a Feature.
    case single
  }

  private enum Progress {
    case notBegun, begun, ended
  }

  private var writer: any FormatWriter
  private var text = ByteText()
  private var progress = Progress.notBegun

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - format: the format of the output.
  ///   - shape: how much the output contains.
  ///   - now: the current time. Only ``TrackFormat/updates`` and a template with `{age}` use it.
  public init(
    _ format: TrackFormat, as shape: Shape = .document,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.init(format.writer(shape, now: now))
  }

  /// Makes a writer that copies elements of a document; with `nil`, it writes everything anew.
  ///
  /// - Parameter recording: the name that each line of CSV states; `nil` for no such column.
  package init(
    _ format: TrackFormat, as shape: Shape, copying original: OriginalDocument?,
    naming recording: String? = nil, now: @escaping @Sendable () -> Date
  ) {
    self.init(format.writer(shape, copying: original, naming: recording, now: now))
  }

  /// Makes a writer of a format that is defined in another module.
  package init(_ writer: any FormatWriter) {
    self.writer = writer
    holds = writer.holds
  }

  /// The interests of a subscription whose updates this writer writes: satellites if the format contains
  /// them.
  public var interests: LocationInterests { writer.writesSky ? [.satellites] : [] }

  /// What the format has a place for.
  package let holds: TrackContents

  /// What was left out, because the format has no place for it.
  package private(set) var losses = TrackLosses()

  /// The number of track points, waypoints and route points that were written.
  package private(set) var count = 0

  /// Whether something was written: an update, or the end of an empty document.
  package var hasBegun: Bool { progress != .notBegun }

  /// Appends an update. An update that the format has no place for appends nothing.
  ///
  /// Does nothing after ``end()``.
  public mutating func write(_ update: LocationUpdate) {
    begin()
    guard progress == .begun else { return }
    count(update)
    writer.write(update, into: &text)
  }

  /// Appends a fix.
  ///
  /// Does nothing after ``end()``.
  public mutating func write(_ fix: Fix) {
    begin()
    guard progress == .begun else { return }
    count(fix)
    writer.write(fix: fix, into: &text)
  }

  /// Appends an item of a track file: an update, a waypoint, a route point, or the start of a track, a route
  /// or a segment. An item that the format has no place for appends nothing.
  ///
  /// Does nothing after ``end()``.
  public mutating func write(_ item: TrackItem) {
    begin()
    guard progress == .begun else { return }
    count(item)
    writer.write(item, into: &text)
  }

  /// Appends a part of a recording as it is.
  package mutating func write(copied bytes: [UInt8]) {
    begin()
    if progress == .begun { text.write(utf8: bytes) }
  }

  /// Counts a fix whose bytes are copied.
  package mutating func countCopiedFix() { count += 1 }

  /// Writes on where another writer of the same format ended: without the text before the first update. The format
  /// is one of lines.
  package mutating func continueLines() { progress = .begun }

  /// Completes the document. Without any update before it, the document is empty but valid.
  public mutating func end() {
    begin()
    if progress == .begun { writer.end(into: &text) }
    progress = .ended
  }

  /// Returns the bytes that were appended since the last call, and removes them from the buffer. For documents
  /// that fit into memory: after ``end()`` it returns the whole rest, which may be most of the document.
  public mutating func takeBytes() -> [UInt8] {
    while progress == .ended, writer.writeRest(into: &text) {}
    defer { text.removeAll() }
    return text.bytes
  }

  /// Passes the bytes in the buffer to `sink`, and then removes them from the buffer. The memory stays
  /// bounded for a document of any length: after ``end()`` it passes the rest in parts.
  ///
  /// - Parameter sink: receives the bytes, which are valid only during the call. It is not called if
  ///   there are none.
  /// - Throws: the error of `sink`. The bytes then stay in the buffer.
  public mutating func flush<Failure>(
    to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    repeat {
      if !text.isEmpty {
        try text.withBytes(sink)
        text.removeAll()
      }
    } while progress == .ended && writer.writeRest(into: &text)
  }

  // MARK: What is left out

  private mutating func count(_ fix: Fix) {
    let lacking = writer.lacking(of: fix)
    losses.add(lacking)
    if !lacking.contains(.untimedPoint) { count += 1 }
  }

  private mutating func count(_ update: LocationUpdate) {
    switch update {
    case .fix(let fix): count(fix)
    case .sky: count([.satellites])
    case .fixLost: count([.loss])
    case .authorization: break
    }
  }

  private mutating func count(_ item: TrackItem) {
    switch item.content {
    case .update where item.original != nil && writer.copiesElements: count += 1
    case .update(let update):
      count(update)
      if item.name != nil { count([.pointName]) }
      if !item.sensors.isEmpty { count(TrackContents(item.sensors)) }
    case .waypoint(let mark):
      count(mark: TrackContents(waypoint: mark), mark.isLapEnd ? .lap : .waypoint)
    case .routePoint(let mark): count(mark: TrackContents(routePoint: mark), .routePoint)
    case .trackStart(let title):
      losses.add(writer.lacking(of: title))
      if count > 0 { count([.trackBreak]) }
    case .segmentStart: count([.segmentBreak])
    case .routeStart(let title) where holds.contains(.routePoint):
      if title.name != nil { count([.routeName]) }
      if title.note != nil { count([.routeNote]) }
    case .routeStart, nil: break
    }
  }

  /// Counts contents for which the format has no place.
  private mutating func count(_ contents: TrackContents) {
    losses.add(contents.subtracting(holds))
  }

  /// Counts a waypoint or a route point.
  private mutating func count(mark contents: TrackContents, _ kind: TrackContent) {
    guard holds.contains(kind) else { return losses.add(kind) }
    count += 1
    count(contents)
  }

  @inline(__always)
  private mutating func begin() {
    guard progress == .notBegun else { return }
    progress = .begun
    writer.begin(into: &text)
  }
}
