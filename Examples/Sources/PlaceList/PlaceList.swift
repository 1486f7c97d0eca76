import LocationPlaces
import Observation

/// Shows the user's places, and changes them.
@MainActor @Observable
public final class PlaceList {
  /// The places that are shown.
  public private(set) var places: [Place] = []
  /// What went wrong, for the user; `nil` if nothing did.
  public private(set) var message: String?

  private let service: PlaceService

  /// Makes a list that shows nothing yet.
  public init(service: PlaceService) { self.service = service }

  /// Fetches the places.
  public func show() async {
    await perform {}
  }

  /// Adds a place and shows it.
  public func add(_ place: Place) async {
    await perform { try await self.service.add(place) }
  }

  /// Changes a place and shows it.
  public func edit(_ place: Place) async {
    await perform { try await self.service.update(place) }
  }

  /// Deletes a place, which is shown no longer.
  public func delete(_ place: Place) async {
    await perform { try await self.service.delete(id: place.id) }
  }

  /// Makes a change, and shows the places afterwards.
  private func perform(_ change: () async throws -> Void) async {
    do {
      try await change()
      places = try await service.places()
      message = nil
    } catch {
      message = "\(error)"
    }
  }
}
