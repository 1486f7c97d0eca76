import LocationCore

/// The places of a monitor, which all devices share.
struct WatchedRegions: Sendable {
  let places: [Place]
  /// Where each place is, in an array of its own: with 100,000 places, the memory that is read for each fix
  /// decides the speed.
  let bounds: [PlaceBound]
  /// See ``PlaceRegion/depth``. It is computed when a device comes near.
  private var depths: [Double?]

  /// - Parameter places: a place whose ``Place/monitoring`` is off is left out, and of two places with the same
  ///   ``Place/id`` the second one.
  init(_ places: [Place]) {
    var known: Set<String> = []
    self.places = places.filter { $0.monitoring.isOn && known.insert($0.id).inserted }
    bounds = self.places.map { PlaceBound($0.region) }
    depths = Array(repeating: nil, count: self.places.count)
  }

  mutating func depth(of index: Int) -> Double {
    if let depth = depths[index] { return depth }
    let depth = places[index].region.depth
    depths[index] = depth
    return depth
  }
}

/// A sphere around a place.
struct PlaceBound: Sendable {
  let center: GeocentricPoint
  /// In meters.
  let reach: Double

  init(_ region: PlaceRegion) {
    center = GeocentricPoint(region.center)
    reach = region.reach
  }

  func contains(_ position: GeocentricPoint) -> Bool {
    let (dx, dy, dz) = (position.x - center.x, position.y - center.y, position.z - center.z)
    return dx * dx + dy * dy + dz * dz <= reach * reach
  }
}

/// A fix, and what a monitor derives from it once for all places.
struct Moment {
  let fix: Fix
  let time: Date
  /// Whether there was no fix for long before this one.
  let isLate: Bool
  /// The estimated error in meters.
  let accuracy: Double
}
