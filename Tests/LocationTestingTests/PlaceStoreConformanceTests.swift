import LocationCore
import LocationPlaces
import LocationTesting
import Synchronization
import TestTurns
import Testing

/// The suite accepts a good store and finds each kind of fault.
@Suite(.inTurn) struct PlaceStoreConformanceTests {
  typealias Rule = PlaceStoreConformance.Rule

  /// A store in memory with one fault.
  final class FaultyStore: PlaceStore {
    enum Fault: CaseIterable, Sendable {
      case startsFull, forgetsNotes, findsAnything, findsEverythingNear, allowsSameNames, addsSome
      case moves, deletesNothing, ignoresUnknown, isSilent
    }

    let store = InMemoryPlaceStore()
    let fault: Fault?

    init(_ fault: Fault?) throws {
      self.fault = fault
      if fault == .startsFull {
        let center = try Coordinate(latitude: 1, longitude: 1)
        try store.add(
          [Place(id: "first", name: "First", region: .circle(around: center, radius: 1))])
      }
    }

    func places() async throws(PlaceError) -> [Place] { store.places() }

    func place(id: String) async throws(PlaceError) -> Place? {
      fault == .findsAnything ? store.places().first : store.place(id: id)
    }

    func places(
      near center: Coordinate, within distance: Double
    ) async throws(PlaceError) -> [Place] {
      if fault == .findsEverythingNear { return store.places() }
      return try await store.places(near: center, within: distance)
    }

    func add(_ places: [Place]) async throws(PlaceError) {
      switch fault {
      case .forgetsNotes:
        var changed: [Place] = []
        for place in places {
          var place = place
          try place.setNote(nil)
          changed.append(place)
        }
        try store.add(changed)
      case .allowsSameNames:
        for place in places {
          var place = place
          if store.places().contains(where: { $0.name.lowercased() == place.name.lowercased() }) {
            try place.rename(to: "\(place.name) (\(store.places().count))")
          }
          try store.add([place])
        }
      case .addsSome: for place in places { try store.add([place]) }
      default: try store.add(places)
      }
    }

    func update(_ place: Place) async throws(PlaceError) {
      guard let id = place.storeID else { throw PlaceError(.unknownPlace) }
      if fault == .ignoresUnknown, store.place(id: id) == nil { return }
      guard fault == .moves else { return try store.update(place) }
      try store.delete(id: id)
      try store.add([place])
    }

    func delete(id: String) async throws(PlaceError) {
      if fault == .ignoresUnknown, store.place(id: id) == nil { return }
      if fault == .deletesNothing, store.place(id: id) != nil { return }
      try store.delete(id: id)
    }

    func changes() -> AsyncStream<PlaceChange> {
      fault == .isSilent ? AsyncStream { $0.finish() } : store.changes()
    }
  }

  @Test func aGoodStorePasses() async throws {
    let suite = PlaceStoreConformance(reopening: { $0 }) { try FaultyStore(nil) }
    try await suite.check()
  }

  @Test(arguments: [
    (FaultyStore.Fault.startsFull, Rule.startsEmpty), (.forgetsNotes, .keepsPlaces),
    (.findsAnything, .findsByID), (.findsEverythingNear, .findsNearby),
    (.allowsSameNames, .refusesDuplicates), (.addsSome, .addsAllOrNone), (.moves, .updates),
    (.deletesNothing, .deletes), (.ignoresUnknown, .reportsUnknownPlaces),
    (.isSilent, .reportsChanges),
  ])
  func aFaultIsFound(fault: FaultyStore.Fault, rule: Rule) async throws {
    let suite = PlaceStoreConformance(limit: .milliseconds(200)) { try FaultyStore(fault) }
    do {
      #expect(try await suite.violations().map(\.rule).contains(rule))
    } catch let error as PlaceError {
      // A store that is broken further stops the suite.
      #expect(fault == .deletesNothing, "\(error)")
    }
  }

  @Test func aStoreThatForgetsIsFound() async throws {
    let suite = PlaceStoreConformance(reopening: { _ in InMemoryPlaceStore() }) {
      InMemoryPlaceStore()
    }
    #expect(try await suite.violations().map(\.rule) == [.persists])
  }

  @Test func theMockFailsAsTold() throws {
    let mock = PlaceStoreMock()
    mock.error = PlaceError(.storeUnavailable)
    #expect(throws: PlaceError(.storeUnavailable)) { try mock.delete(id: "x") }
    #expect(mock.deleted == ["x"])
    mock.error = nil
    #expect(try mock.places() == [])
    #expect(mock.fetchCount == 1)
  }
}
