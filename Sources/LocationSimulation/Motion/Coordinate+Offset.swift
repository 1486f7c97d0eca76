import LocationCore

extension Coordinate {
  /// The place at this distance in meters.
  func moved(north: Double, east: Double) -> Coordinate {
    destination(
      bearing: bearing(north: north, east: east),
      distance: (north * north + east * east).squareRoot())
  }

  private func bearing(north: Double, east: Double) -> Double {
    LocationSimulation.bearing(north: north, east: east)
  }
}
