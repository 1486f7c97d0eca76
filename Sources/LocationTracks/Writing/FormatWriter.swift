import LocationCore
package import LocationReplay
import LocationText

/// The grammar of one format: the text before the first location, the text of each location, and the
/// text after the last one.
///
/// The output depends only on the calls, so it is easy to test. ``TrackWriter`` owns the text and calls
/// these functions in the right order.
package protocol FormatWriter {
  /// What the format has a place for.
  var holds: TrackContents { get }

  /// Whether items with their original elements are copied, so that nothing of them is lost.
  var copiesElements: Bool { get }

  /// Whether a source has to make satellites.
  var writesSky: Bool { get }

  /// What the next track point states and the format has no place for. A point that the format cannot contain
  /// at all lacks only ``TrackContent/untimedPoint``.
  func lacking(of fix: Fix) -> TrackContents

  /// What the title of a track states and the format has no place for.
  func lacking(of title: TrackTitle) -> TrackContents

  /// Writes the text before the first update.
  mutating func begin(into text: inout ByteText)

  /// Writes an update, or nothing if the format has no place for it.
  mutating func write(_ update: LocationUpdate, into text: inout ByteText)

  /// Writes the same as ``write(_:into:)`` does for `.fix(fix)`, without a copy of the fix.
  mutating func write(fix: Fix, into text: inout ByteText)

  /// Writes an item of a track file, or nothing if the format has no place for it.
  mutating func write(_ item: TrackItem, into text: inout ByteText)

  /// Writes the text after the last update, or its beginning.
  mutating func end(into text: inout ByteText)

  /// Writes the next part of the text that ``end(into:)`` began; false if there is no more.
  mutating func writeRest(into text: inout ByteText) -> Bool
}

extension FormatWriter {
  package var copiesElements: Bool { false }
  package var writesSky: Bool { holds.contains(.satellites) }

  package func lacking(of fix: Fix) -> TrackContents { TrackContents(fix).subtracting(holds) }

  package func lacking(of title: TrackTitle) -> TrackContents {
    TrackContents(title).subtracting(holds)
  }

  package mutating func write(fix: Fix, into text: inout ByteText) { write(.fix(fix), into: &text) }

  package mutating func write(_ item: TrackItem, into text: inout ByteText) {
    if let update = item.update { write(update, into: &text) }
  }

  package mutating func begin(into text: inout ByteText) {}

  package mutating func writeRest(into text: inout ByteText) -> Bool { false }
  package mutating func end(into text: inout ByteText) {}
}
