import LocationCore
public import LocationPlaces

/// Checks that a `PlaceStore` keeps its contract. It needs no test framework: give it a closure that
/// makes an empty store, and check it.
///
/// ```swift
/// @Test func keepsTheContract() async throws {
///   let suite = PlaceStoreConformance { InMemoryPlaceStore() }
///   try await suite.check()
/// }
/// ```
public struct PlaceStoreConformance: ConformanceSuite {
  /// A broken rule.
  public typealias Violation = ConformanceViolation<Rule>

  /// The rules.
  public enum Rule: String, Hashable, Sendable, CaseIterable {
    /// A new store is empty.
    case startsEmpty = "a new store is empty"
    /// Added places come back, all values equal, in the order in which they were added.
    case keepsPlaces = "places come back as they were added"
    /// A place is found by its id, and an unknown id is `nil`.
    case findsByID = "a place is found by its id"
    /// Exactly the places within the distance are found, also at the antimeridian and at a pole.
    case findsNearby = "the places near a position are found"
    /// Ids and names are unique, in upper and lower case, when adding and updating.
    case refusesDuplicates = "duplicates are refused"
    /// A place without an id is refused.
    case refusesMissingIDs = "a place without an id is refused"
    /// If one of several places is refused, none is added.
    case addsAllOrNone = "all places are added or none"
    /// An update replaces a place, which keeps its position among the others.
    case updates = "an update replaces a place in its position"
    /// A deleted place is gone, and its name is free.
    case deletes = "a deleted place is gone"
    /// Updating and deleting an unknown place fails.
    case reportsUnknownPlaces = "an unknown place is reported"
    /// Every change arrives once, in order, at every listener.
    case reportsChanges = "changes are reported in order"
    /// Concurrent additions are all kept, and of equal names only one.
    case isConcurrent = "concurrent changes lose nothing"
    /// Another store of the same storage has the same places.
    case persists = "another store of the same storage has the same places"
  }

  private let make: @Sendable () async throws -> any PlaceStore
  private let reopen: (@Sendable (any PlaceStore) async throws -> any PlaceStore)?
  let limit: Duration

  /// Describes how to check a store.
  ///
  /// - Parameters:
  ///   - limit: the longest real time that a change may take to arrive; more than zero.
  ///   - reopening: makes another store of the storage of a store, for `persists`; `nil` if a store
  ///     keeps its places only as long as it lives.
  ///   - making: makes an empty store with a storage of its own.
  /// - Precondition: `limit` is positive.
  public init(
    limit: Duration = .seconds(10),
    reopening: (@Sendable (any PlaceStore) async throws -> any PlaceStore)? = nil,
    making: @escaping @Sendable () async throws -> any PlaceStore
  ) {
    precondition(limit > .zero, "a check needs some time, not \(limit)")
    make = making
    reopen = reopening
    self.limit = limit
  }

  /// Runs every check on a new store. The result is empty if the store keeps its contract.
  ///
  /// - Throws: an error of the closures, or an error that the store throws where none is allowed.
  public func violations() async throws -> [Violation] {
    let samples = try Samples()
    var found = try await checkKeeping(try await make(), samples)
    found += try await checkNearby(try await make(), samples)
    found += try await checkRefusals(try await make(), samples)
    found += try await checkChanging(try await make(), samples)
    found += try await checkUnknown(try await make(), samples)
    found += try await checkReports(try await make(), samples)
    found += try await checkConcurrency(try await make(), samples)
    if let reopen {
      let store = try await make()
      try await store.add(samples.all)
      if try await reopen(store).places() != samples.all {
        found.append(Violation(.persists, "the other store has other places"))
      }
    }
    return found
  }

  /// Places of every kind.
  struct Samples {
    let home, border, river, pole, island: Place
    var all: [Place] { [home, border, river, pole, island] }

    init() throws {
      func at(_ latitude: Double, _ longitude: Double) throws(CoordinateError) -> Coordinate {
        try Coordinate(latitude: latitude, longitude: longitude)
      }
      home = try Place(
        id: "home", name: "Home \"sweet\" home",
        region: .circle(around: at(48.1, 11.5), radius: 80),
        tags: ["private", "Ä"], note: "two\nlines", monitoring: .init(stay: .seconds(600)),
        isPrivate: true,
        // Not the zone that a new place there would get.
        privacyZone: PrivacyZone(center: at(48.1011, 11.5022), radius: 600))
      border = try Place(
        id: "fiji", name: "Fiji",
        region: .polygon(
          PolygonRegion(
            corners: [at(-16, 179), at(-16, -179), at(-18, -179), at(-18, 179)],
            holes: [[at(-16.5, 179.9), at(-17, -179.9), at(-17, 179.9)]])),
        monitoring: .init(reportsEntering: false))
      river = try Place(
        id: "17", name: "River",
        region: .corridor(
          CorridorRegion(along: [at(52.5, 13.3), at(52.52, 13.4), at(52.51, 13.5)], radius: 30.5)),
        monitoring: .off)
      pole = try Place(
        id: "pole", name: "South Pole",
        region: .polygon(PolygonRegion(corners: [at(-85, 0), at(-85, 120), at(-85, -120)])))
      island = try Place(
        id: "island", name: "Island", region: .circle(around: at(0, 0), radius: 5000))
    }

    static func numbered(_ number: Int) throws -> Place {
      try Place(
        id: "n\(number)", name: "Number \(number)",
        region: .circle(
          around: Coordinate(latitude: 10, longitude: Double(number) / 10), radius: 50))
    }
  }
}
