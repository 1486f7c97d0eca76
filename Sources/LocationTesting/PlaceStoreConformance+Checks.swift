import LocationCore
import LocationPlaces

extension PlaceStoreConformance {
  func checkKeeping(_ store: any PlaceStore, _ samples: Samples) async throws -> [Violation] {
    var found: [Violation] = []
    let first = try await store.places()
    if !first.isEmpty { found.append(Violation(.startsEmpty, "it has \(first.count) places")) }
    try await store.add(samples.home)
    try await store.add(Array(samples.all.dropFirst()))
    let kept = try await store.places()
    for (place, sample) in zip(kept, samples.all) where place != sample {
      found.append(Violation(.keepsPlaces, "\(sample) came back as \(place)"))
    }
    if kept.count != samples.all.count {
      found.append(Violation(.keepsPlaces, "\(kept.count) of \(samples.all.count) places"))
    }
    for sample in samples.all where try await store.place(id: sample.id) != sample {
      found.append(Violation(.findsByID, "not found: \(sample.id)"))
    }
    if let place = try await store.place(id: "nobody") {
      found.append(Violation(.findsByID, "an unknown id found \(place.name)"))
    }
    return found
  }

  func checkNearby(_ store: any PlaceStore, _ samples: Samples) async throws -> [Violation] {
    try await store.add(samples.all)
    var found: [Violation] = []
    for (latitude, longitude, distance) in [
      (48.1, 11.5, 0.0), (48.11, 11.5, 1000), (48.11, 11.5, 1100), (-17, 180, 0),
      (-15.9, -179.95, 20_000), (-17, 179.5, 0), (52.515, 13.45, 0), (52.52, 13.5, 2000),
      (-90, 0, 0), (-84, 60, 600_000), (0, 0, 20_000_000),
    ] {
      let center = try Coordinate(latitude: latitude, longitude: longitude)
      let places = try await store.places(near: center, within: distance)
      let expected = samples.all.filter { $0.region.borderDistance(from: center) <= distance }
      if Set(places) != Set(expected) {
        found.append(
          Violation(
            .findsNearby,
            "within \(distance) m of \(center): \(places.map(\.name)), not \(expected.map(\.name))")
        )
      }
    }
    return found
  }

  func checkRefusals(_ store: any PlaceStore, _ samples: Samples) async throws -> [Violation] {
    try await store.add([samples.home, samples.island])
    var found: [Violation] = []
    var other = samples.river
    try other.rename(to: samples.home.name.uppercased())
    found += await refusal(.refusesDuplicates, .duplicateName) { try await store.add(other) }
    let twin = try samples.river.identified(by: samples.home.id)
    found += await refusal(.refusesDuplicates, .duplicateID) { try await store.add(twin) }
    var renamed = samples.island
    try renamed.rename(to: samples.home.name)
    found += await refusal(.refusesDuplicates, .duplicateName) {
      try await store.update(renamed)
    }
    let nameless = try Place(name: "No id", region: samples.home.region)
    found += await refusal(.refusesMissingIDs, .invalidPlace) { try await store.add(nameless) }
    let mixed = [samples.river, samples.pole, try samples.border.identified(by: "home")]
    found += await refusal(.addsAllOrNone, .duplicateID) { try await store.add(mixed) }
    let twins = [samples.river, try samples.pole.identified(by: samples.river.id)]
    found += await refusal(.refusesDuplicates, .duplicateID) { try await store.add(twins) }
    let places = try await store.places()
    if places != [samples.home, samples.island] {
      found.append(Violation(.addsAllOrNone, "after refusals it has \(places.map(\.name))"))
    }
    return found
  }

  func checkChanging(_ store: any PlaceStore, _ samples: Samples) async throws -> [Violation] {
    try await store.add(samples.all)
    var found: [Violation] = []
    var changed = samples.border
    try changed.rename(to: "Viti")
    changed.region = samples.home.region
    try await store.update(changed)
    var expected = samples.all
    expected[1] = changed
    if try await store.places() != expected {
      found.append(Violation(.updates, "the places are not the expected ones"))
    }
    // The new area is found at its new position only.
    let center = samples.home.region.center
    if try await !store.places(near: center, within: 0).contains(changed) {
      found.append(Violation(.updates, "the place is not found in its new area"))
    }
    try await store.delete(id: samples.home.id)
    expected.removeFirst()
    if try await store.places() != expected {
      found.append(Violation(.deletes, "the places are not the expected ones"))
    }
    if try await store.places(near: center, within: 0).contains(samples.home) {
      found.append(Violation(.deletes, "a deleted place is found in its area"))
    }
    // The former names are free.
    try await store.add(samples.border.identified(by: "again"))
    try await store.add(samples.home)
    if try await store.place(id: samples.home.id) != samples.home {
      found.append(Violation(.deletes, "a deleted place can not be added again"))
    }
    return found
  }

  func checkUnknown(_ store: any PlaceStore, _ samples: Samples) async throws -> [Violation] {
    var found = await refusal(.reportsUnknownPlaces, .unknownPlace) {
      try await store.update(samples.home)
    }
    found += await refusal(.reportsUnknownPlaces, .unknownPlace) {
      try await store.delete(id: "nobody")
    }
    return found
  }

  func checkReports(_ store: any PlaceStore, _ samples: Samples) async throws -> [Violation] {
    let listeners = [store.changes(), store.changes()]
    var changed = samples.home
    changed.isPrivate.toggle()
    try await store.add([samples.home, samples.river])
    try await store.update(changed)
    try await store.delete(id: samples.river.id)
    let expected: [PlaceChange] = [
      .added(samples.home), .added(samples.river), .updated(changed), .deleted(samples.river),
    ]
    var found: [Violation] = []
    for listener in listeners {
      let received = await within(limit) {
        var received: [PlaceChange] = []
        for await change in listener {
          received.append(change)
          if received.count == expected.count { break }
        }
        return received
      }
      if received != expected {
        found.append(Violation(.reportsChanges, "\(received.map { "\($0)" } ?? "too few")"))
      }
    }
    return found
  }

  func checkConcurrency(_ store: any PlaceStore, _ samples: Samples) async throws -> [Violation] {
    let count = 20
    let home = samples.home
    let successCount = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<count {
        group.addTask {
          try await store.add(Samples.numbered(number))
          let rival = try home.identified(by: "rival \(number)")
          return (try? await store.add(rival)) != nil
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    let places = try await store.places()
    var found: [Violation] = []
    if successCount != 1 {
      found.append(Violation(.isConcurrent, "\(successCount) places got the same name"))
    }
    if places.count != count + successCount {
      found.append(
        Violation(.isConcurrent, "\(places.count) places after \(count + successCount) additions"))
    }
    return found
  }

  /// A violation if a change is not refused with an error.
  private func refusal(
    _ rule: Rule, _ expected: PlaceErrorCode, _ change: () async throws -> Void
  ) async -> [Violation] {
    do {
      try await change()
      return [Violation(rule, "no error, but expected \(expected)")]
    } catch let error as PlaceError where error.code == expected {
      return []
    } catch {
      return [Violation(rule, "\(error), but expected \(expected)")]
    }
  }
}
