/// Where the user is: anything that has a place on Earth.
///
/// ``Fix`` is the one this library makes; a test may answer with a type of its own.
public protocol UserLocation: Sendable {
  /// The place, in WGS 84 degrees.
  var coordinate: Coordinate { get }
}

extension Coordinate: UserLocation {
  /// The coordinate itself: a bare place is a location too.
  public var coordinate: Coordinate { self }
}
