#if canImport(CoreLocation) && !os(tvOS)
  public import CoreLocation
  public import LocationCore

  extension Fix {
    /// Makes a fix from a location of CoreLocation; `nil` if its coordinate is invalid, which a negative
    /// `horizontalAccuracy` says too.
    ///
    /// CoreLocation marks values that are not known by negative numbers, also by a negative accuracy of
    /// the value; here they are `nil`. The accuracies are passed on as CoreLocation states them:
    /// `errors.horizontal` is the radius of a circle, and `errors.vertical` a distance up and down, which
    /// contain the true place with a probability of about 68 %. A fix that the system's simulator made
    /// has the source kind `.simulated`.
    ///
    /// - Parameters:
    ///   - location: the location.
    ///   - receivedAt: when this process received it.
    public init?(_ location: CLLocation, receivedAt: Date? = nil) {
      guard location.horizontalAccuracy >= 0,
        let coordinate = try? Coordinate(
          latitude: location.coordinate.latitude, longitude: location.coordinate.longitude)
      else { return nil }
      // Unlike the other accuracies, a vertical accuracy of 0 means that there is no altitude.
      let hasAltitude = location.verticalAccuracy > 0
      self.init(coordinate: coordinate, source: FixSource(location.sourceInformation))
      timestamp = location.timestamp
      self.receivedAt = receivedAt
      errors.horizontal = location.horizontalAccuracy
      if hasAltitude {
        altitude = location.altitude
        ellipsoidalAltitude = location.ellipsoidalAltitude
        errors.vertical = location.verticalAccuracy
      }
      if location.speed >= 0, location.speedAccuracy >= 0 {
        speed = location.speed
        errors.speed = location.speedAccuracy
      }
      if location.course >= 0, location.courseAccuracy >= 0 {
        course = location.course
        errors.course = location.courseAccuracy
      }
    }
  }

  extension FixSource {
    /// This device's own location service.
    static let coreLocation = FixSource(kind: .live, name: "CoreLocation")

    fileprivate init(_ information: CLLocationSourceInformation?) {
      self = .coreLocation
      if information?.isSimulatedBySoftware == true { kind = .simulated }
    }
  }
#endif
