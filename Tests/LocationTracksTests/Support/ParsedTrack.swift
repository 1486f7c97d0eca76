import LocationCore
import LocationReplay

@testable import LocationTracks

/// What a parser made of a file: the items, and the error that stopped it.
struct ParsedTrack {
  var items: [TrackItem] = []
  var error: TrackFileError?
  /// What the parser left out.
  var skipped = SkippedParts()

  /// Parses a file.
  ///
  /// - Parameter size: the number of bytes of each piece.
  init(
    _ bytes: some Sequence<UInt8>, as format: FileFormat, inPiecesOf size: Int = 1 << 20,
    keepsBytes: Bool = false
  ) throws {
    let bytes = Array(bytes)
    guard var parser = try format.parser(source: "file:track", keepsBytes: keepsBytes) else {
      throw UserLocationError(.invalidSource)
    }
    do throws(TrackFileError) {
      for start in stride(from: 0, to: bytes.count, by: size) {
        try bytes[start..<min(start + size, bytes.count)].withUnsafeBufferPointer {
          piece throws(TrackFileError) in
          try parser.parse(UnsafeRawBufferPointer(piece), receivedAt: nil)
        }
        take(&parser)
      }
      try parser.finish()
    } catch {
      self.error = error
    }
    take(&parser)
    skipped = parser.skipped
  }

  private mutating func take(_ parser: inout any TrackParser) {
    while true {
      let next = parser.takeItems()
      if next.isEmpty { return }
      items += next
    }
  }

  init(_ text: String, as format: FileFormat, inPiecesOf size: Int = 1 << 20) throws {
    try self.init(text.utf8, as: format, inPiecesOf: size)
  }

  /// The fixes among the items.
  var fixes: [Fix] {
    items.compactMap { item in if case .fix(let fix) = item.update { fix } else { nil } }
  }

  /// The waypoints among the items.
  var waypoints: [TrackWaypoint] {
    items.compactMap { item in
      if case .waypoint(let mark) = item.content { mark } else { nil }
    }
  }

  /// A word for each item.
  var kinds: [String] {
    items.map { item in
      switch item.content {
      case .update(.fix): "fix"
      case .update(.fixLost): "loss"
      case .update(.sky): "sky"
      case .update(.authorization): "authorization"
      case .waypoint: "waypoint"
      case .routePoint: "route point"
      case .trackStart: "track"
      case .routeStart: "route"
      case .segmentStart: "segment"
      case nil: "bytes"
      }
    }
  }
}

extension Date {
  /// A time of 2025-03-01, UTC.
  static func march(_ hour: Int, _ minute: Int, _ second: Double) -> Date {
    Date(timeIntervalSince1970: 1_740_787_200 + Double(hour * 3600 + minute * 60) + second)
  }
}
