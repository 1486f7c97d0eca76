import LocationCore
import LocationReplay
import Testing

@testable import LocationTracks

/// Parses a text in pieces.
///
/// - Parameters:
///   - size: the size of each piece in bytes.
///   - format: the format of the text.
func parsedItems(
  of text: String, inPiecesOf size: Int = 1 << 20, keepsBytes: Bool = false,
  as format: FileFormat
) throws -> [TrackItem] {
  let (items, failure) = try partlyParsedItems(
    of: text, inPiecesOf: size, keepsBytes: keepsBytes, as: format)
  if let failure { throw failure }
  return items
}

/// Parses a text in pieces until an error. Returns the items before the error, and the error.
func partlyParsedItems(
  of text: String, inPiecesOf size: Int = 1 << 20, keepsBytes: Bool = false,
  as format: FileFormat
) throws -> (items: [TrackItem], failure: TrackFileError?) {
  var parser = try #require(try format.parser(source: "file:track", keepsBytes: keepsBytes))
  let bytes = Array(text.utf8)
  var items: [TrackItem] = []
  do throws(TrackFileError) {
    for start in stride(from: 0, to: bytes.count, by: size) {
      let piece = Array(bytes[start..<min(start + size, bytes.count)])
      try parser.parse(piece)
      items += parser.takeAllItems()
    }
    try parser.finish()
    return (items + parser.takeAllItems(), nil)
  } catch {
    return (items + parser.takeAllItems(), error)
  }
}

extension TrackParser {
  fileprivate mutating func takeAllItems() -> [TrackItem] {
    var items: [TrackItem] = []
    while true {
      let next = takeItems()
      if next.isEmpty { return items }
      items += next
    }
  }

  fileprivate mutating func parse(_ bytes: [UInt8]) throws(TrackFileError) {
    var failure: TrackFileError?
    bytes.withUnsafeBytes { bytes in
      do throws(TrackFileError) { try parse(bytes, receivedAt: nil) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}

extension TrackItem {
  /// The content and the position of the item in a few words.
  var brief: String {
    switch content {
    case .update(.fix(let fix)):
      brief("fix", fix.coordinate, fix.altitude, fix.timestamp, name)
    case .update: "other update"
    case .waypoint(let mark):
      brief("waypoint", mark.coordinate, mark.altitude, mark.timestamp, mark.name)
    case .routePoint(let mark):
      brief("route point", mark.coordinate, mark.altitude, mark.timestamp, mark.name)
    case .trackStart(let title): "track" + brief(title)
    case .routeStart(let title): "route" + brief(title)
    case .segmentStart: "segment"
    case nil: "bytes"
    }
  }

  private func brief(_ title: TrackTitle) -> String {
    [title.name, title.note].map { $0.map { " \"\($0)\"" } ?? "" }.joined()
  }

  /// For example `fix 51.5 -0.25 30 @1.5 "name"`. The time is in seconds since 1970.
  private func brief(
    _ kind: String, _ place: Coordinate, _ altitude: Double?, _ time: Date?, _ name: String?
  ) -> String {
    "\(kind) \(place.latitude) \(place.longitude)" + (altitude.map { " \($0)" } ?? "")
      + (time.map { " @\($0.timeIntervalSince1970)" } ?? "") + (name.map { " \"\($0)\"" } ?? "")
  }
}
