package import LocationCore

/// The user's places by their distance from the last location.
package struct NearbyPlaces: Sendable {
  /// A place near the last location.
  package struct Neighbor: Hashable, Sendable {
    package let name: String
    /// Meters to the border; zero or less inside.
    package let distance: Double
    /// Degrees from true north to the center; `nil` at the center.
    package let bearing: Double?
  }

  private static let limit = 20
  /// Meters outside at which a place counts as left, unless the error of the location is larger.
  private static let margin = 10.0

  private let places: [Place]
  /// The names of the places at which the receiver is; `nil` before the first location.
  private var entered: Set<String>?
  package private(set) var nearest: [Neighbor] = []

  package init(_ places: [Place]) { self.places = places }

  /// Whether the user has no places.
  package var isEmpty: Bool { places.isEmpty }

  /// Moves to a location.
  ///
  /// - Returns: what the user should know, as "left Home".
  package mutating func move(to fix: Fix) -> [String] {
    guard !places.isEmpty else { return [] }
    let position = fix.coordinate
    let margin = max(Self.margin, fix.horizontalAccuracy ?? 0)
    let former = entered
    var now = former ?? []
    var events: [String] = []
    var distances: [(place: Place, distance: Double)] = []
    for place in places {
      let distance = place.region.borderDistance(from: position)
      distances.append((place, distance))
      if distance <= 0, now.insert(place.name).inserted {
        events.append(former == nil ? "at \(place.name)" : "entered \(place.name)")
      } else if distance > margin, now.remove(place.name) != nil {
        events.append("left \(place.name)")
      }
    }
    entered = now
    nearest = distances.sorted { $0.distance < $1.distance }.prefix(Self.limit).map {
      Neighbor(
        name: $0.place.name, distance: $0.distance,
        bearing: position.bearing(to: $0.place.region.center))
    }
    return events
  }
}
