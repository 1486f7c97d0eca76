import LocationCore

/// Moves a track to another start, and turns it about that start. Distances from the start stay the same.
struct Displacement: Sendable {
  /// Nearer places have no exact direction.
  private static let near = 1.0

  /// The start of the track, and where it is moved.
  let start, end: Coordinate
  /// Degrees, positive to the right.
  let turn: Double

  /// The same moment of the moved track.
  func moved(_ truth: GroundTruth) -> GroundTruth {
    var moved = truth
    let distance = start.distance(to: truth.coordinate)
    guard let away = start.bearing(to: truth.coordinate),
      let back = truth.coordinate.bearing(to: start)
    else {
      moved.coordinate = end
      moved.course = wrapped(degrees: truth.course + turn)
      return moved
    }
    moved.coordinate = end.destination(bearing: away + turn, distance: distance)
    // The course keeps its angle to the line from the start. Meridians converge, so far away that is not `turn`.
    let backAfter =
      distance > Self.near ? moved.coordinate.bearing(to: end) ?? back + turn : back + turn
    moved.course = wrapped(degrees: truth.course + backAfter - back)
    return moved
  }
}
