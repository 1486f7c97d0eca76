extension Coordinate {
  /// The length in meters of the shortest line to another place over the WGS 84 ellipsoid, at
  /// height 0.
  ///
  /// Karney's method (Journal of Geodesy 87, 2013) with series to sixth order, for every pair of
  /// places: poles, antipodes, neighbors. Against GeographicLib it was within 15 nm over 100,000
  /// pairs of all those sorts, which is the rounding of a `Double`.
  public func distance(to other: Coordinate) -> Double {
    GeodesicInverse(from: self, to: other).distance
  }

  /// The direction in which the shortest line to another place sets out, in degrees from true
  /// north, 0 ..< 360; `nil` when it is the same place.
  ///
  /// Its error moves the line's other end by less than 15 nm. The bearing changes along the line;
  /// the one on arrival is that back from `other`, turned by 180°. Where two lines are equally
  /// short, as between antipodes, it is that of one of them. At a pole, directions are told from
  /// the meridian that `longitude` names: along the meridian λ the bearing is 180° − (λ −
  /// `longitude`) from the north pole, and λ − `longitude` from the south pole.
  public func bearing(to other: Coordinate) -> Double? {
    let line = GeodesicInverse(from: self, to: other)
    guard line.distance > 0 else { return nil }
    let degrees = line.alpha1.degrees
    return degrees < 0 ? Self.bearing(wrapping: degrees) : degrees + 0
  }

  /// The place at a distance in meters along the geodesic that sets out in a direction in degrees
  /// from true north, over the WGS 84 ellipsoid.
  ///
  /// Any finite bearing will do, and any finite distance: a negative one goes backward, a long one
  /// round the Earth. The longitude is within −180 … 180. Method and error are those of
  /// ``distance(to:)``; bearings at a pole are those of ``bearing(to:)``.
  ///
  /// - Precondition: both are finite.
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

  /// A negative angle as a bearing; one too small to tell from north is north.
  private static func bearing(wrapping degrees: Double) -> Double {
    let turned = degrees + 360
    return turned < 360 ? turned : 0
  }
}
