import LocationCore
import LocationReplay

extension Track {
  /// One track with the segments of several tracks, in the order of their first times.
  ///
  /// Tracks without a time come last, in the given order. The title is the first one with a name, or the first
  /// one.
  public init(joining tracks: [Track]) {
    let starts = tracks.map { track in track.segments.lazy.joined().compactMap(\.timestamp).first }
    let order = tracks.indices.sorted { one, other in
      switch (starts[one], starts[other]) {
      case (let first?, let second?): first == second ? one < other : first < second
      case (_?, nil): true
      case (nil, _?): false
      case (nil, nil): one < other
      }
    }
    let sorted = order.map { tracks[$0] }
    let named = sorted.first { $0.title.name != nil } ?? sorted.first
    self.init(
      title: named?.title ?? TrackTitle(),
      segments: sorted.flatMap(\.segments).filter { !$0.isEmpty })
  }

  /// The way back: the last fix comes first.
  ///
  /// Only places, altitudes and names remain, because nobody has traveled back: times, speeds, courses and headings
  /// of the way there would be wrong.
  public func reversed() -> Track {
    Track(
      title: title,
      segments: segments.reversed().filter { !$0.isEmpty }.map { segment in
        segment.reversed().map { TrackPoint($0.fix.placeOnly, name: $0.name) }
      })
  }
}

extension TrackCollection {
  /// One track of all tracks of several collections, as of files, and their waypoints and routes in the given order.
  public init(joining collections: [TrackCollection]) {
    let tracks = collections.flatMap(\.tracks)
    self.init(
      tracks: tracks.isEmpty ? [] : [Track(joining: tracks)],
      waypoints: collections.flatMap(\.waypoints), routes: collections.flatMap(\.routes))
  }
}

extension Fix {
  /// The place and the altitudes, and nothing else.
  var placeOnly: Fix {
    var fix = Fix(coordinate: coordinate, mode: mode, source: source)
    fix.altitude = altitude
    fix.ellipsoidalAltitude = ellipsoidalAltitude
    fix.geoidSeparation = geoidSeparation
    fix.pressureAltitude = pressureAltitude
    return fix
  }
}
