import LocationCore
import NMEALocation

extension NMEACounters {
  /// What a decoder left out.
  var skipped: SkippedParts {
    var skipped = SkippedParts()
    if let otherDatum {
      skipped.add(
        fault: "position in datum \(otherDatum), not WGS 84", count: otherDatumPositions)
    }
    skipped.add(fault: "damaged sentence", count: badSentences)
    skipped.add(fault: "sentence of an unknown device", count: sentencesOfUnknownDevices)
    skipped.add(fault: "wrong field of a sentence", count: fieldsLeftOut)
    return skipped
  }
}

extension TrackLosses {
  /// Adds the sentences that new ones of the locations, which replace all, have no place for.
  package mutating func add(sentencesOf counters: NMEACounters) {
    let written: Set = ["RMC", "GGA", "GNS", "GLL", "GSA", "GSV", "VTG", "ZDA", "GST", "HDT"]
    var skipped = SkippedParts()
    for kind in counters.kinds where !written.contains(kind.type.description) {
      skipped.add("\(kind.type) sentences", count: kind.count)
    }
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
