import GPSDProtocol
import LocationCore
import LocationText

/// GPX 1.1 (https://www.topografix.com/GPX/1/1/): a track for each receiver that begins a new segment
/// after each loss of the fix, or one waypoint.
///
/// A track cannot be written into another one, so only the first receiver's track is written at once.
/// The others follow at the end.
///
/// GPX 1.1 has no place for speed, course and errors in meters. Elements have the order of `wptType` in
/// the schema. Values that the schema does not allow are left out.
struct GPXWriter: FormatWriter {
  private let isWaypoint: Bool
  private var tracks: [Track] = []
  /// The track whose text ``writeRest(into:)`` writes next; `nil` before the end.
  private var next: Int?

  private struct Track {
    let device: String?
    var position = Position.beforeTrack
    /// The text of the track; `nil` for the first track, which is written at once.
    var pending: PendingTrack?
  }

  private enum Position {
    case beforeTrack, inSegment, betweenSegments
  }

  /// More receivers than a source has. If there are more, they share the last track, so that a server
  /// that invents names cannot fill the memory.
  private static let maximumTracks = 64

  /// Writes a waypoint, or a track.
  init(isWaypoint: Bool) { self.isWaypoint = isWaypoint }

  func begin(into text: inout ByteText) {
    text.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="swift-location" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation=\
      "http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd">

      """)
  }

  mutating func write(_ update: LocationUpdate, into text: inout ByteText) {
    switch update {
    case .fix(let fix): write(fix: fix, into: &text)
    case .fixLost(let loss):
      // A loss without a receiver concerns all receivers.
      let device = loss.source.device
      for index in tracks.indices where device == nil || tracks[index].device == device {
        if tracks[index].position == .inSegment { tracks[index].position = .betweenSegments }
      }
    case .sky, .authorization: break
    }
  }

  mutating func end(into text: inout ByteText) {
    for track in tracks where track.position != .beforeTrack {
      if let pending = track.pending {
        pending.text.write("</trkseg>\n</trk>\n")
      } else {
        text.write("</trkseg>\n</trk>\n")
      }
    }
    if tracks.count > 1 { next = 1 } else { text.write("</gpx>\n") }
  }

  mutating func writeRest(into text: inout ByteText) -> Bool {
    while let index = next {
      if index == tracks.count {
        next = nil
        text.write("</gpx>\n")
        return true
      }
      if tracks[index].pending?.appendNext(to: &text) == true { return true }
      next = index + 1
    }
    return false
  }

  mutating func write(fix: Fix, into text: inout ByteText) {
    if isWaypoint {
      point("<wpt lat=\"", fix, end: "</wpt>\n", into: &text)
      return
    }
    let index = track(of: fix.source.device)
    if let pending = tracks[index].pending {
      trackPoint(fix, at: tracks[index].position, into: &pending.text)
      pending.spill()
    } else {
      trackPoint(fix, at: tracks[index].position, into: &text)
    }
    tracks[index].position = .inSegment
  }

  /// The index of a receiver's track, which begins if it is new.
  private mutating func track(of device: String?) -> Int {
    if let index = tracks.firstIndex(where: { $0.device == device }) { return index }
    guard tracks.count < Self.maximumTracks else { return tracks.count - 1 }
    tracks.append(Track(device: device, pending: tracks.isEmpty ? nil : PendingTrack()))
    return tracks.count - 1
  }

  private func trackPoint(_ fix: Fix, at position: Position, into text: inout ByteText) {
    switch position {
    case .beforeTrack:
      text.write("<trk>\n")
      if let device = fix.source.device {
        text.write("<name>")
        text.write(xml: device)
        text.write("</name>\n")
      }
      source(of: fix, into: &text)
      text.write("<trkseg>\n")
    case .betweenSegments: text.write("</trkseg>\n<trkseg>\n")
    case .inSegment: break
    }
    point("<trkpt lat=\"", fix, end: "</trkpt>\n", into: &text)
  }

  private func point(
    _ start: StaticString, _ fix: Fix, end: StaticString, into text: inout ByteText
  ) {
    text.write(start)
    if let latitude = FixedPoint(fix.coordinate.latitude, places: 9) { text.write(latitude) }
    text.write("\" lon=\"")
    // The schema allows −180, but not 180.
    if let longitude = FixedPoint(fix.coordinate.longitude, places: 9) {
      text.write(longitude.wrappedTo180())
    }
    text.write("\">")
    text.element("<ele>", fix.altitude, places: 3, "</ele>")
    if let time = fix.timestamp.flatMap(UTCTime.init) {
      text.write("<time>")
      text.write(time)
      text.write("</time>")
    }
    if let variation = fix.magneticVariation.flatMap({ FixedPoint($0, places: 1) }) {
      text.write("<magvar>")
      text.write(variation.wrappedTo360())
      text.write("</magvar>")
    }
    text.element("<geoidheight>", fix.geoidSeparation, places: 3, "</geoidheight>")
    if isWaypoint { source(of: fix, into: &text) }
    text.write(kind(of: fix))
    if let used = fix.satellitesUsed, used >= 0 {
      text.write("<sat>")
      text.write(integer: used)
      text.write("</sat>")
    }
    text.element("<hdop>", fix.dilution.horizontal, places: 2, "</hdop>")
    text.element("<vdop>", fix.dilution.vertical, places: 2, "</vdop>")
    text.element("<pdop>", fix.dilution.position, places: 2, "</pdop>")
    text.element("<ageofdgpsdata>", fix.differentialAge, places: 1, "</ageofdgpsdata>")
    if let station = fix.differentialStation, (0...1023).contains(station) {
      text.write("<dgpsid>")
      text.write(integer: station)
      text.write("</dgpsid>")
    }
    text.write(end)
  }

  private func source(of fix: Fix, into text: inout ByteText) {
    text.write("<src>")
    text.write(xml: fix.source.name)
    if fix.isSimulated { text.write(" (simulated)") }
    text.write("</src>")
    if !isWaypoint { text.write("\n") }
  }

  private func kind(of fix: Fix) -> StaticString {
    switch fix.status {
    case .differential, .rtkFixed, .rtkFloat: "<fix>dgps</fix>"
    case .precise: "<fix>pps</fix>"
    default: fix.mode == .threeD ? "<fix>3d</fix>" : "<fix>2d</fix>"
    }
  }
}

extension ByteText {
  fileprivate mutating func element(
    _ start: StaticString, _ value: Double?, places: Int, _ end: StaticString
  ) {
    guard let value, let number = FixedPoint(value, places: places) else { return }
    write(start)
    write(number)
    write(end)
  }

  /// Writes character data. XML 1.0 cannot contain most control characters; they become U+FFFD. Tabs and
  /// line feeds stay.
  package mutating func write(xml string: String) {
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "&"): write("&amp;")
      case UInt8(ascii: "<"): write("&lt;")
      case UInt8(ascii: ">"): write("&gt;")
      case 0..<0x20 where byte != 0x09 && byte != 0x0A: write("\u{FFFD}")
      default: write(byte: byte)
      }
    }
  }
}
