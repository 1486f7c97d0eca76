import Foundation
import LocationCore
import LocationPlaces
import LocationTesting
import PlaceList
import Testing

/// A mock records what the list asks of its store.
@MainActor @Suite struct PlaceListTests {
  private let store = PlaceStoreMock()
  private let list: PlaceList

  init() { list = PlaceList(service: PlaceService(store: store)) }

  private func pier(_ name: String = "Pier") throws -> Place {
    let center = try Coordinate(latitude: 51.5, longitude: -0.25)
    return try Place(name: name, region: .circle(around: center, radius: 50))
  }

  @Test func showingTheListFetches() async {
    await list.show()
    #expect(store.isFetched)
  }

  @Test func anAddedPlaceHasAnID() async throws {
    await list.add(try pier())
    #expect(store.isAdded)
    #expect(list.places.first?.id != nil)
  }

  @Test func anEditedPlaceKeepsItsID() async throws {
    await list.add(try pier())
    var place = try #require(list.places.first)
    try place.rename(to: "Jetty")
    await list.edit(place)
    #expect(store.isUpdated)
    #expect(list.places == [place])
  }

  @Test func aDeletedPlaceIsNotShown() async throws {
    await list.add(try pier())
    await list.delete(try #require(list.places.first))
    #expect(store.isDeleted)
    #expect(list.places.isEmpty)
  }

  @Test func aDuplicateIsExplained() async throws {
    await list.add(try pier())
    await list.add(try pier("PIER"))
    #expect(list.message == "PIER: there is another place with this name")
    #expect(list.places.count == 1)
  }
}

/// The same with each real store.
@MainActor @Suite struct PlaceListWithStoresTests {
  enum Kind: CaseIterable, Sendable { case memory, geoJSON, sqlite }

  @Test(arguments: Kind.allCases)
  func theListShowsWhatTheStoreKeeps(kind: Kind) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "places-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "places").path()
    let store: any PlaceStore =
      switch kind {
      case .memory: InMemoryPlaceStore()
      case .geoJSON: GeoJSONPlaceStore(path: path)
      case .sqlite: SQLitePlaceStore(path: path)
      }
    let list = PlaceList(service: PlaceService(store: store))
    await list.show()
    #expect(list.places.isEmpty)
    let center = try Coordinate(latitude: 51.5, longitude: -0.25)
    await list.add(try Place(name: "Pier", region: .circle(around: center, radius: 50)))
    var place = try #require(list.places.first)
    #expect(place.storeID != nil)
    try place.rename(to: "Jetty")
    await list.edit(place)
    #expect(list.places == [place])
    await list.delete(place)
    #expect(list.places.isEmpty)
    #expect(list.message == nil)
  }
}
