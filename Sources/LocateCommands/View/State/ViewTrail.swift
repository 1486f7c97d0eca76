import LocationCore
import LocationDashboard
import LocationTracks

/// The way to the last location, in pieces that a lost location divides.
struct ViewTrail: Hashable, Sendable {
  let pieces: [[Coordinate]]
  /// The smallest box around all places; `nil` without a place.
  let box: CoordinateBox?

  init(_ track: DeviceTrack) {
    var pieces: [[Coordinate]] = []
    var bounds = CoordinateBounds()
    for point in track.points {
      bounds.add(point.coordinate)
      if point.startsSegment || pieces.isEmpty {
        pieces.append([point.coordinate])
      } else {
        pieces[pieces.count - 1].append(point.coordinate)
      }
    }
    (self.pieces, box) = (pieces, bounds.box)
  }

  /// The last place; `nil` if there is none.
  var last: Coordinate? { pieces.last?.last }
}
