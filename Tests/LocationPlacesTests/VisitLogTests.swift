import Foundation
import LocationCore
import LocationPlaces
import Synchronization
import TestSupport
import TestTurns
import Testing

@Suite(.inTurn) struct VisitLogTests {
  private func event(_ kind: PlaceEvent.Kind, at seconds: Double) throws -> PlaceEvent {
    PlaceEvent(
      kind, place: try Place.circle(), device: PlaceEventDetectorTests.device,
      time: PlaceEventDetectorTests.start.addingTimeInterval(seconds))
  }

  @Test func anEventHasAFewWords() throws {
    let kinds: [PlaceEvent.Kind] = [
      .entered, .left, .stayed(.milliseconds(1_500)), .stayed(.seconds(600)),
      .initial(isInside: true), .initial(isInside: false),
    ]
    #expect(
      try kinds.map { try event($0, at: 0).summary } == [
        "entered Home", "left Home", "at Home for 1.5 s", "at Home for 600 s", "at Home",
        "not at Home",
      ])
  }

  @Test func aStoreReadsTheVisitsOfTheLog() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("visits.sqlite")
    let log = VisitLog(path: path) { Issue.record("\($0)") }
    await log.record(try event(.entered, at: 0))
    await log.record(try event(.left, at: 60))
    let visits = try await SQLitePlaceStore(path: path).visits()
    #expect(visits.map(\.departure) == [PlaceEventDetectorTests.start.addingTimeInterval(60)])
  }

  @Test func onlyTheOwnerMayReadTheLog() async throws {
    let before = umask(0)
    defer { umask(before) }
    let directory = try TemporaryDirectory()
    let path = directory.path("visits.sqlite")
    let log = VisitLog(path: path) { Issue.record("\($0)") }
    await log.record(try event(.entered, at: 0))
    for name in try FileManager.default.contentsOfDirectory(atPath: directory.url.path) {
      let file = try FileManager.default.attributesOfItem(atPath: directory.path(name))
      #expect(file[.posixPermissions] as? Int == 0o600, "\(name)")
    }
  }

  /// Former versions let them.
  @Test func othersMayNotReadAFormerLogAnyMore() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("visits.sqlite")
    let names = ["", "-wal", "-shm"].map { path + $0 }
    let open = VisitLog(path: path) { Issue.record("\($0)") }
    await open.record(try event(.entered, at: 0))
    let messages = Mutex<[String]>([])
    for mode in [mode_t(0o644), 0o640, 0o604] {
      for name in names { #expect(chmod(name, mode) == 0) }
      let log = VisitLog(path: path) { message in messages.withLock { $0.append(message) } }
      for name in names {
        let file = try FileManager.default.attributesOfItem(atPath: name)
        #expect(file[.posixPermissions] as? Int == 0o600, "\(name)")
      }
      await log.record(try event(.left, at: 60))
    }
    #expect(
      messages.withLock { $0 }
        == Array(
          repeating: "\(path): others could use it; from now on only its owner can", count: 3))
    await open.record(try event(.left, at: 90))
  }

  @Test func aFailureIsReportedOnce() async throws {
    let directory = try TemporaryDirectory()
    let messages = Mutex<[String]>([])
    // A folder is no database.
    let log = VisitLog(path: directory.path("")) { message in
      messages.withLock { $0.append(message) }
    }
    await log.record(try event(.entered, at: 0))
    await log.record(try event(.left, at: 60))
    let reported = messages.withLock { $0 }
    #expect(reported.count == 1)
    #expect(reported.first?.hasPrefix("visits are not recorded: ") == true)
  }
}
