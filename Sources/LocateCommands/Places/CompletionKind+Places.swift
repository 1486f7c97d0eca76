import ArgumentParser
import LocationIO
import LocationPlaces

extension CompletionKind {
  /// The names of the user's places.
  static var places: CompletionKind {
    .words { prefix in
      guard let path = UserFolder.data.path(of: LocateEnvironment.placesFile),
        let places = try? GeoJSONPlaceStore(path: path).blockingPlaces()
      else { return [] }
      let key = prefix.lowercased()
      return places.map(\.name).filter { $0.lowercased().hasPrefix(key) }
    }
  }
}
