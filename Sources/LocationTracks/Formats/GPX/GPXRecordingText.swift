import LocationCore
import LocationText

/// The text of a recording in GPX.
///
/// ``GPXWriter`` keeps the tracks of all receivers but the first one until the end of the document, and a
/// recording has no end. So each change of the receiver ends the track, and a new writer begins the next one.
struct GPXRecordingText: RecordingText {
  static let documentEnd = Array("</gpx>\n".utf8)
  static let trackEnd = Array("</trkseg>\n</trk>\n".utf8)

  private var writer = newWriter
  /// The source of the track that is open; `nil` if no track is open.
  private var open: FixSource?
  /// The beginning of a track that is open in the file, whose receiver is not known yet.
  private var continued: [UInt8]?

  private static var newWriter: any FormatWriter { GPXWriter(.ordered) }

  /// The text before the first track.
  static let header: [UInt8] = {
    var writer = newWriter
    return ByteText.bytes { writer.begin(into: &$0) }
  }()

  /// Begins a recording, or continues one.
  ///
  /// - Parameter track: the beginning of the last track in the file, up to its first point; `nil` if the file
  ///   has none.
  init(continuing track: [UInt8]? = nil) { continued = track }

  var newRuns: GPXTrackRuns? { GPXTrackRuns() }

  func begins(_ head: [UInt8]) -> Bool { head.starts(with: Self.header) }

  var empty: [UInt8] { Self.header + Self.documentEnd }

  var footer: [UInt8] {
    (open == nil && continued == nil ? [] : Self.trackEnd) + Self.documentEnd
  }

  mutating func text(of update: LocationUpdate) -> [UInt8] {
    guard case .fix(let fix) = update else {
      return ByteText.bytes { writer.write(update, into: &$0) }
    }
    var end: [UInt8] = []
    if let track = continued.take() {
      writer = Self.newWriter
      let start = ByteText.bytes { writer.write(fix: fix, into: &$0) }
      if start.starts(with: track) {
        // The same receiver as before: the first point is written again, in a new segment of its track.
        interrupt(fix.source)
      } else {
        writer = Self.newWriter
        end = Self.trackEnd
      }
    } else if let open, open.name != fix.source.name || open.device != fix.source.device {
      writer = Self.newWriter
      end = Self.trackEnd
    }
    open = fix.source
    return end + ByteText.bytes { writer.write(fix: fix, into: &$0) }
  }

  mutating func interrupt() { if let open { interrupt(open) } }

  private mutating func interrupt(_ source: FixSource) {
    let loss = LocationUpdate.fixLost(FixLoss(reason: .silent, source: source))
    _ = ByteText.bytes { writer.write(loss, into: &$0) }
  }
}
