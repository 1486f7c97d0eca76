import LocationCore
import LocationReplay
import LocationText

/// GeoJSON (RFC 7946) of tracks: a `FeatureCollection` with a feature for each track, each route and each
/// waypoint.
///
/// A track is a `LineString`, and with several segments a `MultiLineString`; see ``GeoJSONLine`` for segments of
/// one fix. Its property `coordTimes` has the time of each position, and `coordinateProperties` has other values
/// in the same order; `null` is a value that is not known. A route is a `LineString` of the kind `route`.
///
/// A feature has its values after its positions, so the document is written at the end. Until then it is in
/// temporary files without names.
struct GeoJSONTrackWriter: FormatWriter {
  /// A source rarely has so many receivers. Further ones share the last track.
  private static let maximumTracks = 64

  private struct Track {
    let device: String?
    var line: GeoJSONLine
  }

  private let features = PendingTrack()
  private var hasFeature = false
  private var tracks: [Track] = []
  /// The title of the track that begins with the next fix.
  private var title: TrackTitle?
  private var route: GeoJSONLine?
  private var isAtEnd = false

  var holds: TrackContents {
    TrackContents(FixField.listed.compactMap(\.content)).union([
      .waypoint, .lap, .waypointName, .waypointNote, .waypointTime, .waypointAltitude, .routePoint,
      .routeName, .routeNote, .routePointName, .routePointTime, .routePointAltitude, .untimedPoint,
      .trackName, .trackNote, .trackBreak, .segmentBreak, .pointName, .time, .ellipsoidalAltitude,
      .device,
    ])
  }

  func begin(into text: inout ByteText) {
    text.write(#"{"type":"FeatureCollection","features":["#)
  }

  mutating func write(_ update: LocationUpdate, into text: inout ByteText) {
    switch update {
    case .fix(let fix): write(fix: fix, into: &text)
    case .fixLost(let loss): interrupt(loss.source.device)
    case .sky, .authorization: break
    }
  }

  mutating func write(fix: Fix, into text: inout ByteText) { write(fix, name: nil) }

  private mutating func write(_ fix: Fix, name: String?) {
    endRoute()
    let device = fix.source.device
    let index: Int
    if let known = tracks.firstIndex(where: { $0.device == device }) {
      index = known
    } else if tracks.count < Self.maximumTracks {
      index = tracks.count
      tracks.append(Track(device: device, line: GeoJSONLine(title.take())))
    } else {
      index = tracks.count - 1
    }
    tracks[index].line.append(fix, name: name)
  }

  mutating func write(_ item: TrackItem, into text: inout ByteText) {
    switch item.content {
    case .update(.fix(let fix)): write(fix, name: item.name)
    case .update(let update): write(update, into: &text)
    case .waypoint(let mark):
      endRoute()
      beginFeature()
      features.text.feature(waypoint: mark)
      features.spill()
    case .routeStart(let title):
      endRoute()
      route = GeoJSONLine(title)
    case .routePoint(let mark):
      if route == nil { route = GeoJSONLine(nil) }
      route?.append(mark)
    case .trackStart(let title):
      endTracks()
      self.title = title
    case .segmentStart: interrupt(nil)
    case nil: break
    }
  }

  mutating func end(into text: inout ByteText) {
    endRoute()
    endTracks()
    isAtEnd = true
  }

  mutating func writeRest(into text: inout ByteText) -> Bool {
    guard isAtEnd else { return false }
    if features.appendNext(to: &text) { return true }
    isAtEnd = false
    text.write("\n]}\n")
    return true
  }

  private mutating func beginFeature() {
    features.text.write(hasFeature ? ",\n" : "\n")
    hasFeature = true
  }

  /// Ends the segment of a receiver; with `nil`, those of all receivers.
  private mutating func interrupt(_ device: String?) {
    for index in tracks.indices where device == nil || tracks[index].device == device {
      tracks[index].line.endSegment()
    }
  }

  private mutating func endTracks() {
    interrupt(nil)
    for track in tracks where !track.line.isEmpty {
      beginFeature()
      track.line.write(to: features)
    }
    tracks = []
    title = nil
  }

  private mutating func endRoute() {
    guard let route = route.take(), !route.isEmpty else { return }
    beginFeature()
    route.write(to: features)
  }
}

extension ByteText {
  fileprivate mutating func feature(waypoint mark: TrackWaypoint) {
    write(#"{"type":"Feature","geometry":{"type":"Point","coordinates":"#)
    position(mark.coordinate, altitude: mark.altitude)
    write(#"},"properties":{"kind":"waypoint""#)
    member(#","name":"#, string: mark.name)
    member(#","desc":"#, string: mark.note)
    member(#","time":"#, time: mark.timestamp)
    write("}}")
  }
}
