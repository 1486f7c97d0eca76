import LocationCore
import LocationPlaces
import LocationTracks

extension LocateEnvironment {
  /// The format, which names places if it is for people or has `{place}`.
  ///
  /// - Throws: an error if a template names places, and they cannot be read. Text then leaves them out.
  func namingPlaces(_ format: OutputFormat) throws -> OutputFormat {
    switch format {
    case .people(var presentation):
      presentation.places = try? placeNames()
      return .people(presentation)
    case .track(let format):
      guard var template = format.template, template.fields.contains(.place) else {
        return .track(format)
      }
      template.presentation.places = try placeNames()
      return .track(.template(template))
    }
  }

  /// Names positions by the user's places; `nil` if there are none. Of several places at a position, the
  /// name is that of the one with the nearest center.
  private func placeNames() throws -> PlaceNames? {
    let places = try placeStore.blockingPlaces()
    if places.isEmpty { return nil }
    return PlaceNames { position in
      places.filter { $0.region.contains(position) }
        .min { one, other in
          one.region.center.distance(to: position) < other.region.center.distance(to: position)
        }?.name
    }
  }
}
