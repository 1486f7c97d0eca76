import LocationCore
import LocationPlaces
import LocationTesting
import TestTurns
import Testing

@Suite(.inTurn) struct PlaceTests {
  private func region() throws -> PlaceRegion { try .circle(around: at(1, 2), radius: 10) }

  @Test func namesAndTagsAreTrimmed() throws {
    let place = try Place(
      name: "  Home ", region: region(), tags: ["a", " a", "b"], note: "")
    #expect(place.name == "Home")
    #expect(place.tags == ["a", "b"])
    #expect(place.note == nil)
    #expect(place.storeID == nil)
    #expect(place.id == "Home")
  }

  @Test(arguments: ["", "  ", "two\nlines", "bell\u{7}", String(repeating: "x", count: 201)])
  func aNameThatIsNotOneLineIsRefused(name: String) throws {
    #expect(throws: PlaceError(.invalidPlace)) { try Place(name: name, region: region()) }
    #expect(throws: PlaceError(.invalidPlace)) { try Place(id: name, name: "x", region: region()) }
    #expect(throws: PlaceError(.invalidPlace)) {
      try Place(name: "x", region: region(), tags: [name])
    }
    var place = try Place(name: "x", region: region())
    #expect(throws: PlaceError(.invalidPlace)) { try place.rename(to: name) }
    #expect(place.name == "x")
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .seconds(400 * 86_400)])
  func aStayOutOfRangeIsRefused(stay: Duration) throws {
    #expect(throws: PlaceError(.invalidPlace)) {
      try Place(name: "x", region: region(), monitoring: MonitoringOptions(stay: stay))
    }
  }

  @Test func anErrorNamesThePlaceAndTheReason() throws {
    let error = #expect(throws: PlaceError.self) {
      try Place(name: "Home", region: region(), note: String(repeating: "x", count: 10_001))
    }
    #expect(error?.description == "Home: a note has at most 10,000 bytes")
    #expect("\(PlaceError(.unknownPlace))" == "there is no such place")
  }
}

/// Each test looks at what the service asked of its store.
@Suite(.inTurn) struct PlaceServiceTests {
  private func pier(_ name: String = "Pier") throws -> Place {
    try Place(name: name, region: .circle(around: at(1, 2), radius: 10))
  }

  @Test func listingFetches() async throws {
    let store = PlaceStoreMock()
    #expect(try await PlaceService(store: store).places() == [])
    #expect(store.isFetched)
    #expect(!store.isAdded && !store.isUpdated && !store.isDeleted)
  }

  @Test func aNewPlaceGetsAnID() async throws {
    let store = PlaceStoreMock()
    let service = PlaceService(store: store, makeID: { "made" })
    let added = try await service.add(pier())
    #expect(added.storeID == "made")
    #expect(store.isAdded)
    #expect(store.added == [added])
    #expect(try await service.place(named: " PIER ") == added)
  }

  @Test func anIDThatAPlaceHasIsKept() async throws {
    let store = PlaceStoreMock()
    try await PlaceService(store: store).add(pier().identified(by: "own"))
    #expect(store.added.map(\.storeID) == ["own"])
  }

  @Test func randomIDsDiffer() {
    let ids = Set((0..<1000).map { _ in PlaceService.randomID() })
    #expect(ids.count == 1000)
    #expect(ids.allSatisfy { $0.count == 16 })
  }

  @Test func anUpdateKeepsTheID() async throws {
    let store = PlaceStoreMock()
    let service = PlaceService(store: store)
    var place = try await service.add(pier())
    let id = place.storeID
    try place.rename(to: "Jetty")
    try await service.update(place)
    #expect(store.isUpdated)
    #expect(try await service.places().map(\.storeID) == [id])
    #expect(try await service.place(named: "jetty").storeID == id)
  }

  @Test func aDeletedPlaceIsGone() async throws {
    let store = PlaceStoreMock(places: [try pier().identified(by: "1")])
    let service = PlaceService(store: store)
    try await service.delete(id: "1")
    #expect(store.isDeleted)
    #expect(try await service.places() == [])
  }

  @Test func duplicateAndUnknownPlacesAreReported() async throws {
    let service = PlaceService(store: InMemoryPlaceStore())
    try await service.add(pier())
    let error = await #expect(throws: PlaceError.self) { try await service.add(pier("PIER")) }
    #expect(error?.code == .duplicateName)
    #expect(error?.subject == "PIER")
    await #expect(throws: PlaceError(.unknownPlace)) { try await service.place(named: "Nowhere") }
    await #expect(throws: PlaceError(.unknownPlace)) { try await service.place(id: "nothing") }
    await #expect(throws: PlaceError(.unknownPlace)) { try await service.delete(id: "nothing") }
    await #expect(throws: PlaceError(.unknownPlace)) { try await service.update(pier("New")) }
  }

  @Test func anErrorOfTheStoreArrives() async throws {
    let store = PlaceStoreMock(error: PlaceError(.damagedStore))
    await #expect(throws: PlaceError(.damagedStore)) {
      try await PlaceService(store: store).places()
    }
    #expect(store.isFetched)
  }

  @Test func nearbyPlacesAreSortedByDistance() async throws {
    let service = PlaceService(store: InMemoryPlaceStore())
    let far = try Place(name: "Far", region: .circle(around: at(1.01, 2), radius: 10))
    let around = try Place(name: "Around", region: .circle(around: at(1, 2), radius: 500))
    try await service.add([far, pier(), around])
    let near = try await service.places(near: at(1, 2), within: 2000)
    #expect(near.map(\.place.name) == ["Around", "Pier", "Far"])
    #expect(near[0].distance == -500)
    #expect(try await service.places(near: at(1, 2), within: 0).count == 2)
  }
}
