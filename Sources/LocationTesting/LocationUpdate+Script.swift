public import LocationCore

// The updates that a script of a ``LocationProviderMock`` needs most. They say that they are simulated.
extension LocationUpdate {
  private static let source = FixSource(kind: .simulated, name: "LocationTesting")

  /// A fix with a place, and nothing else.
  ///
  /// - Parameters:
  ///   - latitude: degrees, −90 … 90.
  ///   - longitude: degrees, −180 … 180.
  /// - Precondition: the place is on Earth.
  public static func fix(at latitude: Double, _ longitude: Double) -> LocationUpdate {
    guard let place = try? Coordinate(latitude: latitude, longitude: longitude) else {
      preconditionFailure("\(latitude), \(longitude) is no place on Earth")
    }
    return .fix(Fix(coordinate: place, source: source))
  }

  /// The receiver has no position.
  public static func lost(_ reason: FixLoss.Reason = .noFix) -> LocationUpdate {
    .fixLost(FixLoss(reason: reason, source: source))
  }
}
