/// Where the user is: any value with a place on Earth.
///
/// This library makes ``Fix``es; a test may use a type of its own.
public protocol UserLocation: Sendable {
  /// The place, in WGS 84 degrees.
  var coordinate: Coordinate { get }
}

extension Coordinate: UserLocation {
  /// The coordinate itself: a place alone is a location too.
  public var coordinate: Coordinate { self }
}
