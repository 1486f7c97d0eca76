import Foundation
import LocationPlaces
import TestSupport
import TestTurns
import Testing

private let isLong = ProcessInfo.processInfo.environment["LONG"] != nil

/// Other processes write to a store, and some are killed.
@Suite(.inTurn) struct StoreProcessTests {
  /// Starts a program that adds places.
  private func writer(
    _ kind: StoreKind, _ path: String, count: Int, prefix: String, confirmingIn output: String
  ) throws -> WriterToKill {
    try WriterToKill(
      ["\(kind.rawValue)-places", path, "0", "\(count)", prefix], confirmingIn: output)
  }

  @Test(.enabled(if: WriterToKill.isBuilt), arguments: StoreKind.files)
  func aKilledWriterLosesNoConfirmedPlace(kind: StoreKind) async throws {
    // A thousand places in one file make each write slow.
    for _ in 0..<10 { try await expectNoLoss(kind, total: 100, kills: 5) }
  }

  @Test(.enabled(if: WriterToKill.isBuilt && isLong), arguments: StoreKind.files)
  func aKilledWriterOfManyPlacesLosesNone(kind: StoreKind) async throws {
    try await expectNoLoss(kind, total: 1000, kills: 50)
  }

  /// Writes at least `total` places, kills the writer some times, and expects each confirmed place.
  private func expectNoLoss(_ kind: StoreKind, total: Int, kills: Int) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("places")
    var confirmed: [String] = []
    for round in 0..<kills {
      let output = directory.path("confirmed")
      try? FileManager.default.removeItem(atPath: output)
      let writer = try writer(
        kind, path, count: total, prefix: "r\(round)-", confirmingIn: output)
      #expect(await writer.kill(after: total / kills))
      confirmed += writer.confirmed
      let kept = Set(try await kind.store(at: path).places().map(\.name))
      #expect(kept.isSuperset(of: confirmed))
      // At most one place per kill was kept and not confirmed.
      #expect(kept.count <= confirmed.count + round + 1)
    }
    #expect(confirmed.count >= total)
  }

  @Test(.enabled(if: WriterToKill.isBuilt), arguments: StoreKind.files)
  func twoWritersLoseNothing(kind: StoreKind) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("places")
    let count = isLong ? 1000 : 60
    let writers = try ["a", "b"].map { prefix in
      try writer(kind, path, count: count, prefix: prefix, confirmingIn: directory.path(prefix))
    }
    var haveEnded = false
    // A thousand places take minutes.
    for _ in 0..<12 where !haveEnded {
      haveEnded = await eventually { !writers.contains { $0.process.isRunning } }
    }
    #expect(haveEnded)
    let confirmed = writers.flatMap(\.confirmed)
    #expect(confirmed.count == 2 * count)
    #expect(Set(try await kind.store(at: path).places().map(\.name)) == Set(confirmed))
  }
}
