import LocationCore

/// A location with a place only.
public struct UserLocationMock: UserLocation, Hashable {
  /// The place.
  public var coordinate: Coordinate

  /// Makes a location at `coordinate`.
  public init(coordinate: Coordinate) { self.coordinate = coordinate }

  /// Makes a location from WGS 84 degrees.
  ///
  /// - Throws: `CoordinateError` when the place is not on Earth.
  public init(latitude: Double, longitude: Double) throws(CoordinateError) {
    self.init(coordinate: try Coordinate(latitude: latitude, longitude: longitude))
  }
}
