import Foundation
import LocationPlaces
import TestSupport
import TestTurns
import Testing

/// The program that adds places, built together with these tests.
private let writer = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
  .deletingLastPathComponent().appending(path: "store-writer").path
private let isWriterBuilt = FileManager.default.isExecutableFile(atPath: writer)

private let isLong = ProcessInfo.processInfo.environment["LONG"] != nil

/// Other processes write to a store, and some are killed.
@Suite(.inTurn) struct StoreProcessTests {
  private func ids(in path: String) -> [String] {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  @Test(.enabled(if: isWriterBuilt), arguments: StoreKind.files)
  func aKilledWriterLosesNoConfirmedPlace(kind: StoreKind) async throws {
    // A thousand places in one file make each write slow.
    for _ in 0..<10 { try await expectNoLoss(kind, total: 100, kills: 5) }
  }

  @Test(.enabled(if: isWriterBuilt && isLong), arguments: StoreKind.files)
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
      let child = try ChildProcess(
        writer, [kind.rawValue, path, "r\(round)-", "0", "\(total)"], output: output)
      let wanted = total / kills
      #expect(await eventually { ids(in: output).count >= wanted || !child.isRunning })
      child.kill()
      confirmed += ids(in: output)
      let kept = Set(try await kind.store(at: path).places().map(\.name))
      #expect(kept.isSuperset(of: confirmed))
      // At most one place per kill was kept and not confirmed.
      #expect(kept.count <= confirmed.count + round + 1)
    }
    #expect(confirmed.count >= total)
  }

  @Test(.enabled(if: isWriterBuilt), arguments: StoreKind.files)
  func twoWritersLoseNothing(kind: StoreKind) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("places")
    let count = isLong ? 1000 : 60
    let writers = try ["a", "b"].map { prefix in
      try ChildProcess(
        writer, [kind.rawValue, path, prefix, "0", "\(count)"],
        output: directory.path(prefix))
    }
    var haveEnded = false
    // A thousand places take minutes.
    for _ in 0..<12 where !haveEnded {
      haveEnded = await eventually { !writers.contains { $0.isRunning } }
    }
    #expect(haveEnded)
    let confirmed = ids(in: directory.path("a")) + ids(in: directory.path("b"))
    #expect(confirmed.count == 2 * count)
    #expect(Set(try await kind.store(at: path).places().map(\.name)) == Set(confirmed))
  }
}
