import Foundation
import LocationCore
import LocationPlaces
import TestSupport

/// A coordinate.
func at(_ latitude: Double, _ longitude: Double) throws(CoordinateError) -> Coordinate {
  try Coordinate(latitude: latitude, longitude: longitude)
}

extension Place {
  /// A circle around 48° north, 11° east.
  static func circle(
    _ name: String = "Home", radius: Double = 100,
    monitoring: MonitoringOptions = MonitoringOptions()
  ) throws -> Place {
    try Place(
      id: name, name: name, region: .circle(around: at(48, 11), radius: radius),
      monitoring: monitoring)
  }
}

/// The kinds of stores that tests run on.
enum StoreKind: String, CaseIterable, Sendable {
  case memory, geojson, sqlite

  /// The stores that keep places in a file.
  static let files: [StoreKind] = [.geojson, .sqlite]

  func store(at path: String) -> any PlaceStore {
    switch self {
    case .memory: InMemoryPlaceStore()
    case .geojson: GeoJSONPlaceStore(path: path)
    case .sqlite: SQLitePlaceStore(path: path)
    }
  }
}
