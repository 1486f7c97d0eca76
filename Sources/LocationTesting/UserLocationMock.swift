import LocationCore

/// A location that is nothing but a place.
public struct UserLocationMock: UserLocation, Hashable {
  /// The place.
  public var coordinate: Coordinate

  /// Puts the user somewhere.
  public init(coordinate: Coordinate) { self.coordinate = coordinate }

  /// Puts the user at WGS 84 degrees.
  ///
  /// - Throws: `CoordinateError` when that is not on Earth.
  public init(latitude: Double, longitude: Double) throws(CoordinateError) {
    self.init(coordinate: try Coordinate(latitude: latitude, longitude: longitude))
  }
}
