// A stub of Apple's CoreLocation: only the declarations that AppleLocation uses. The compiler checks
// AppleLocation against it on machines without CoreLocation. Nothing here is ever run.
@_exported import Foundation

/// Degrees, WGS 84.
public typealias CLLocationDegrees = Double
/// Meters, or a negative number.
public typealias CLLocationAccuracy = Double

/// A place that may be invalid.
public struct CLLocationCoordinate2D {
  /// Degrees north.
  public var latitude: CLLocationDegrees = 0
  /// Degrees east.
  public var longitude: CLLocationDegrees = 0
}

/// Where a location comes from.
open class CLLocationSourceInformation: NSObject {
  /// Whether a simulator made it.
  open var isSimulatedBySoftware: Bool { false }
}

/// One location.
open class CLLocation: NSObject {
  /// The place.
  open var coordinate: CLLocationCoordinate2D { CLLocationCoordinate2D() }
  /// Meters above mean sea level.
  open var altitude: Double { 0 }
  /// Meters above the ellipsoid.
  open var ellipsoidalAltitude: Double { 0 }
  /// Meters; negative if the place is invalid.
  open var horizontalAccuracy: CLLocationAccuracy { 0 }
  /// Meters; not positive if the altitudes are invalid.
  open var verticalAccuracy: CLLocationAccuracy { 0 }
  /// Degrees; negative if it is invalid.
  open var course: Double { 0 }
  /// Degrees; negative if the course is invalid.
  open var courseAccuracy: Double { 0 }
  /// m/s; negative if it is invalid.
  open var speed: Double { 0 }
  /// m/s; negative if the speed is invalid.
  open var speedAccuracy: Double { 0 }
  /// When it was determined.
  open var timestamp: Date { Date() }
  /// Where it comes from.
  open var sourceInformation: CLLocationSourceInformation? { nil }
}
