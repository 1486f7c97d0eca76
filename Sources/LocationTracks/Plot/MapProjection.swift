package import LocationCore
import LocationPOSIX

/// A flat map of a box: the parallels and meridians are straight, and lengths are right in its middle.
package struct MapProjection {
  /// The width and the height of the box, in degrees of latitude.
  package let width, height: Double
  private let west, south, shrinking: Double

  package init(_ box: CoordinateBox) {
    let middle = (box.south + box.north) / 2
    // Near a pole the map would have no width.
    shrinking = max(cos(middle * .pi / 180), 0.01)
    // Even a single point needs a map around it, of some twenty meters.
    let least = 0.0002
    width = max(box.width * shrinking, least)
    height = max(box.north - box.south, least)
    west = box.west - (width / shrinking - box.width) / 2
    south = middle - height / 2
  }

  /// The degrees of latitude from the left and from the bottom of the map.
  package func point(_ place: Coordinate) -> (x: Double, y: Double) {
    ((longitude(place.longitude) - west) * shrinking, place.latitude - south)
  }

  /// The meridians at the left and at the right; the right one may be beyond 180.
  var longitudes: ClosedRange<Double> { west...(west + width / shrinking) }

  /// The parallels at the bottom and at the top.
  var latitudes: ClosedRange<Double> { south...(south + height) }

  /// The place of a meridian of ``longitudes``, in degrees of latitude from the left.
  func x(ofMeridian longitude: Double) -> Double { (longitude - west) * shrinking }

  /// The longitude, 360 greater if it is west of the map.
  private func longitude(_ degrees: Double) -> Double {
    // The margin keeps the western border of the box inside.
    degrees < west - 1e-9 ? degrees + 360 : degrees
  }
}
