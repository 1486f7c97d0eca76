extension Coordinate {
  /// The length in meters of the shortest line to another place over the WGS 84 ellipsoid, at
  /// height 0.
  ///
  /// Karney's method (Journal of Geodesy 87, 2013) with series to sixth order. It works for every
  /// pair of places, including poles, antipodes and neighbors. Over 100,000 such pairs it differed
  /// from GeographicLib by less than 15 nm, which is the rounding of a `Double`.
  public func distance(to other: Coordinate) -> Double {
    GeodesicInverse(from: self, to: other).distance
  }

  /// The direction of the shortest line to another place, at its start, in degrees from true north,
  /// 0 ..< 360; `nil` when both places are the same.
  ///
  /// The error of the bearing moves the other end of the line by less than 15 nm. The bearing changes
  /// along the line; at its end it is the bearing from `other` back, turned by 180°. If two lines are
  /// equally short, as between antipodes, the result is the bearing of one of them. At a pole,
  /// directions count from the meridian `longitude`: along the meridian λ the bearing is 180° − (λ −
  /// `longitude`) from the north pole, and λ − `longitude` from the south pole.
  public func bearing(to other: Coordinate) -> Double? {
    let line = GeodesicInverse(from: self, to: other)
    guard line.distance > 0 else { return nil }
    let degrees = line.alpha1.degrees
    return degrees < 0 ? Self.bearing(wrapping: degrees) : degrees + 0
  }

  /// The place at a distance in meters along the geodesic that starts here with a bearing in degrees
  /// from true north, over the WGS 84 ellipsoid.
  ///
  /// Any finite bearing and any finite distance are valid: a negative distance goes backward, a long
  /// one round the Earth. The longitude of the result is within −180 … 180. Method and error are
  /// those of ``distance(to:)``; bearings at a pole are those of ``bearing(to:)``.
  ///
  /// - Precondition: bearing and distance are finite.
  public func destination(bearing: Double, distance: Double) -> Coordinate {
    precondition(
      bearing.isFinite && distance.isFinite,
      "a destination needs a finite bearing and distance, not \(bearing) and \(distance)")
    if distance == 0 { return self }
    let line = Geodesic(
      beta1: Geodesic.reducedLatitude(degrees: latitude),
      alpha1: GeodesicAngle(degrees: bearing))
    let end = line.point(at: distance)
    let east = (longitude + end.longitude).remainder(dividingBy: 360)
    return Coordinate(unchecked: end.latitude, east)
  }

  /// A negative angle as a bearing. An angle too small to differ from north is north.
  private static func bearing(wrapping degrees: Double) -> Double {
    let turned = degrees + 360
    return turned < 360 ? turned : 0
  }
}
