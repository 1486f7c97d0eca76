import LocationPlaces
import LocationTracks

/// The user's places by their distance.
struct PlacesPanel: ViewPanel {
  let places: NearbyPlaces
  let units: UnitSystem
  /// How many places are shown.
  var limit = 4

  var title: String { "Places" }

  func rows(in columns: Int) -> ClosedRange<Int>? {
    places.nearest.isEmpty ? nil : 1...min(places.nearest.count, limit)
  }

  func draw(into frame: inout ViewFrame, _ area: ViewArea) {
    for (row, place) in places.nearest.prefix(area.rows).enumerated() {
      let isInside = place.distance <= 0
      var distance = isInside ? "inside" : ViewText.distance(place.distance, units)
      if !isInside, let bearing = place.bearing { distance += " \(compassPoint(bearing))" }
      let style = isInside ? ViewStyle(color: .green, isBold: true) : .plain
      let end = max(area.columns - distance.count, 0)
      frame.write(
        place.name, style, in: area.part(row: row, column: 0, columns: max(end - 1, 0)), row: 0)
      frame.write(distance, style, in: area, row: row, column: end)
    }
  }
}
