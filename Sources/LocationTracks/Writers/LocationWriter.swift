import GPSDProtocol
import LocationCore
import LocationText

/// Writes locations in one format: what comes before them, each update, and what comes after.
///
/// A writer only fills a buffer, so that it is a pure function of what it is told; who owns it
/// decides when the bytes go out. What was written after any call and completed by ``end(into:)``
/// is a valid document.
package protocol LocationWriter {
  /// Whether the format has a place for satellites; those of others need not be made.
  var writesSky: Bool { get }

  /// Writes what comes before the first update.
  mutating func begin(into text: inout ByteText)

  /// Writes an update, or nothing when the format has no place for it.
  mutating func write(_ update: LocationUpdate, into text: inout ByteText)

  /// Writes a fix as ``write(_:into:)`` does, where it was not made an update of.
  mutating func write(fix: Fix, into text: inout ByteText)

  /// Writes what comes after the last update.
  mutating func end(into text: inout ByteText)
}

extension LocationWriter {
  package var writesSky: Bool { false }

  package mutating func write(fix: Fix, into text: inout ByteText) { write(.fix(fix), into: &text) }

  package mutating func begin(into text: inout ByteText) {}
  package mutating func end(into text: inout ByteText) {}
}

/// What the locations that are written are going to be.
package enum OutputShape: Hashable {
  /// One location, by itself.
  case single
  /// Locations as they come, each complete when it is printed.
  case stream
  /// All locations of a recording, in one document.
  case document
}
