import LocationCore
import LocationPOSIX

/// Rectangles of latitude and longitude that contain all places up to a distance from a center: two at
/// the antimeridian, and a whole cap around a pole.
struct SearchArea {
  /// In degrees; `west` is not greater than `east`.
  struct Box: Hashable {
    var south, north, west, east: Double
  }

  let boxes: [Box]

  /// - Parameter distance: in meters, not negative.
  init(around center: Coordinate, distance: Double) {
    // A degree of latitude is at least 110.57 km long.
    let height = distance / 110_500
    let (south, north) = (center.latitude - height, center.latitude + height)
    guard height.isFinite, south > -90, north < 90 else {
      boxes = [Box(south: max(-90, south), north: min(90, north), west: -180, east: 180)]
      return
    }
    let ratio = sin(height * .pi / 180) / cos(center.latitude * .pi / 180)
    // The ellipsoid makes degrees of longitude up to a percent shorter than a sphere does.
    let width = ratio < 1 ? 1.01 * asin(ratio) * 180 / .pi : 180
    let (west, east) = (center.longitude - width, center.longitude + width)
    if width >= 180 {
      boxes = [Box(south: south, north: north, west: -180, east: 180)]
    } else if west < -180 {
      boxes = [
        Box(south: south, north: north, west: -180, east: east),
        Box(south: south, north: north, west: west + 360, east: 180),
      ]
    } else if east > 180 {
      boxes = [
        Box(south: south, north: north, west: west, east: 180),
        Box(south: south, north: north, west: -180, east: east - 360),
      ]
    } else {
      // The antimeridian is at −180° and at 180°.
      boxes = [Box(south: south, north: north, west: west, east: east)]
    }
  }
}
