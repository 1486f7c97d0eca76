/// A place on Earth: geodetic latitude and longitude in degrees, datum WGS 84.
///
/// A value of this type is always on Earth, because the initializer refuses anything else. No other
/// code has to check it again.
public struct Coordinate: Hashable, Sendable {
  /// Degrees north of the equator, −90 … 90; south is negative.
  public let latitude: Double

  /// Degrees east of Greenwich, −180 … 180; west is negative. −180 and 180 are the same
  /// meridian and are both kept as given.
  public let longitude: Double

  /// Makes a coordinate from WGS 84 degrees.
  ///
  /// - Throws: ``CoordinateError`` when a value is not a number or outside its range.
  public init(latitude: Double, longitude: Double) throws(CoordinateError) {
    guard latitude >= -90, latitude <= 90 else { throw .latitudeOutOfRange(latitude) }
    guard longitude >= -180, longitude <= 180 else { throw .longitudeOutOfRange(longitude) }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// For computed values that are known to be in range.
  package init(unchecked latitude: Double, _ longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// Why two numbers are not a ``Coordinate``.
public enum CoordinateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Latitude is not a number in −90 … 90 degrees.
  case latitudeOutOfRange(Double)
  /// Longitude is not a number in −180 … 180 degrees.
  case longitudeOutOfRange(Double)

  /// The value and the valid range.
  public var description: String {
    switch self {
    case .latitudeOutOfRange(let value): "latitude \(value) is not within -90...90 degrees"
    case .longitudeOutOfRange(let value): "longitude \(value) is not within -180...180 degrees"
    }
  }
}

/// The keys are `latitude` and `longitude`.
extension Coordinate: Codable {
  /// - Throws: `DecodingError.dataCorrupted` for a place that is not on Earth.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let latitude = try values.decode(Double.self, forKey: .latitude)
    let longitude = try values.decode(Double.self, forKey: .longitude)
    do {
      try self.init(latitude: latitude, longitude: longitude)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "\(error)", underlyingError: error))
    }
  }
}

extension Coordinate: CustomStringConvertible {
  /// Latitude and longitude in degrees, as "48.1173, 11.5167".
  public var description: String { "\(latitude), \(longitude)" }
}
