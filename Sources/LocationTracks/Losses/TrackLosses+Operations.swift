import LocationCore
import NMEALocation

extension TrackLosses {
  /// Adds what a decoder of NMEA left out.
  mutating func add(_ counters: NMEACounters) {
    var skipped = SkippedParts()
    if let datum = counters.otherDatum {
      skipped.add("positions in datum \(datum), not WGS 84", count: counters.otherDatumPositions)
    }
    skipped.add("sentences of unknown devices", count: counters.sentencesOfUnknownDevices)
    skipped.add("wrong fields of sentences", count: counters.fieldsLeftOut)
    add(skipped)
  }

  /// Adds the waypoints and route points that a collection lacks.
  package mutating func add(from before: TrackCollection, to after: TrackCollection) {
    for isLapEnd in [false, true] {
      let marks = [before, after].map { $0.waypoints.count { $0.isLapEnd == isLapEnd } }
      add(isLapEnd ? .lap : .waypoint, count: marks[0] - marks[1])
    }
    let points = [before, after].map { $0.routes.reduce(0) { $0 + $1.points.count } }
    add(.routePoint, count: points[0] - points[1])
  }

  /// Adds the values of tracks that an operation does not keep.
  package mutating func add(valuesOf tracks: TrackCollection, except kept: TrackContents) {
    for track in tracks.tracks {
      for point in track.segments.joined() {
        add(TrackContents(point.fix).union(TrackContents(point.sensors)).subtracting(kept))
        if point.name != nil, !kept.contains(.pointName) { add(.pointName) }
      }
    }
  }
}

extension UserLocationError {
  /// Nothing of a recording has a place in the output.
  package init(losingEverything losses: TrackLosses, of source: String? = nil) {
    self.init(
      .sourceEnded, source: source,
      detail: "nothing is left that the format can hold; left out: \(losses.words)")
  }
}
