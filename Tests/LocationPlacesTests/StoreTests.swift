import Foundation
import LocationCore
import LocationPlaces
import LocationTesting
import TestSupport
import TestTurns
import Testing

@Suite(.inTurn) struct StoreTests {
  @Test(arguments: StoreKind.allCases)
  func aStoreKeepsTheContract(kind: StoreKind) async throws {
    let directory = try TemporaryDirectory()
    let suite = PlaceStoreConformance(
      reopening: { store in
        switch store {
        case let store as GeoJSONPlaceStore: GeoJSONPlaceStore(path: store.path)
        case let store as SQLitePlaceStore: SQLitePlaceStore(path: store.path)
        default: store
        }
      },
      making: { kind.store(at: directory.path("new/folder/\(UUID().uuidString)")) })
    try await suite.check()
  }

  @Test func theMockKeepsTheContract() async throws {
    let suite = PlaceStoreConformance { PlaceStoreMock() }
    try await suite.check()
  }

  @Test(arguments: StoreKind.allCases)
  func placesAfterADeletedOneKeepTheirIDs(kind: StoreKind) async throws {
    let directory = try TemporaryDirectory()
    let store = kind.store(at: directory.path("places"))
    func place(_ name: String, radius: Double = 100) throws -> Place {
      try Place(id: name, name: name, region: .circle(around: at(48, 11), radius: radius))
    }
    try await store.add(["a", "b", "c"].map { try place($0) })
    try await store.delete(id: "a")
    #expect(try await store.place(id: "b")?.name == "b")
    #expect(try await store.place(id: "c")?.name == "c")
    let larger = try place("b", radius: 200)
    try await store.update(larger)
    #expect(try await store.places() == [larger, place("c")])
  }

  @Test(arguments: StoreKind.files)
  func aFolderThatIsNotWritableIsAnError(kind: StoreKind) async throws {
    let store = kind.store(at: "/proc/nothing/places")
    let error = await #expect(throws: PlaceError.self) { try await store.add(Place.circle()) }
    #expect(error?.code == .storeUnavailable)
    #expect(error?.detail.contains("/proc/nothing") == true)
  }

  @Test(arguments: StoreKind.files)
  func aDamagedFileIsReportedAndNeverOverwritten(kind: StoreKind) async throws {
    let directory = try TemporaryDirectory()
    let damage = String(repeating: "{\"type\":\"FeatureCollection\",\"features\":[,\n", count: 50)
    let path = try directory.file("places", damage)
    let store = kind.store(at: path)
    let error = await #expect(throws: PlaceError.self) { try await store.places() }
    #expect(error?.code == .damagedStore)
    #expect(error?.detail.contains(path) == true)
    await #expect(throws: PlaceError(.damagedStore)) { try await store.add(Place.circle()) }
    await #expect(throws: PlaceError(.damagedStore)) { try await store.delete(id: "Home") }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == damage)
  }
}
