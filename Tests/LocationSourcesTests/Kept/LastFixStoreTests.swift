import Foundation
import LocationCore
import LocationTesting
import Synchronization
import TestSupport
import TestTurns
import Testing

@testable import LocationSources

/// The last known location in a file, and a place that the user names.
@Suite(.inTurn) struct LastFixStoreTests {
  private let folder: TemporaryDirectory
  private let store: LastFixStore
  private let received = Date(timeIntervalSince1970: 1_735_689_601.5)

  init() throws {
    folder = try TemporaryDirectory()
    store = LastFixStore(path: folder.path("new/last.json"))
  }

  private func fix() throws -> Fix {
    var fix = try Fix.full(
      source: FixSource(kind: .live, name: "gpsd://localhost:2947", device: "/dev/a"))
    fix.receivedAt = received
    return fix
  }

  @Test func aStoredFixComesBackAsARememberedOne() throws {
    try store.store(fix())
    let last = try store.lastFix()
    #expect(last.coordinate == (try fix().coordinate))
    #expect(last.timestamp == (try fix().timestamp))
    #expect(last.receivedAt == received)
    #expect(last.altitude == 545.4)
    #expect(last.horizontalAccuracy == 4)
    #expect(
      last.source == FixSource(kind: .remembered, name: "last:gpsd://localhost:2947"))
  }

  @Test func aFixWithoutATimeKeepsTheTimeOfItsReceipt() throws {
    var fix = try fix()
    fix.timestamp = nil
    try store.store(fix)
    #expect(try store.lastFix().timestamp == nil)
    #expect(try store.lastFix().receivedAt == received)
  }

  @Test func aNewFixReplacesTheLastOne() throws {
    try store.store(fix())
    var other = try fix()
    other.coordinate = try Coordinate(latitude: 1, longitude: 2)
    try store.store(other)
    #expect(try store.lastFix().coordinate.latitude == 1)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("new")) == ["last.json"])
  }

  @Test func onlyItsOwnerMayReadTheFile() throws {
    try store.store(fix())
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try mode(store.path) == 0o600)
    #expect(try mode(folder.path("new")) == 0o700)
  }

  @Test func withoutAFileNoLocationIsKnown() {
    let error = #expect(throws: UserLocationError(.sourceNotFound)) { try store.lastFix() }
    #expect(error?.source == "last:")
  }

  @Test(arguments: [
    "", "{", "[]", "null", #"{"source":"a"}"#, "not JSON",
    #"{"source":"a","received":"2025-01-01T00:00:00.000Z","fix":{"class":"TPV","mode":1}}"#,
    #"{"source":"a","received":"2025-01-01T00:00:00.000Z","fix":{"class":"TPV","mode":2,"lat":91,"lon":0}}"#,
    #"{"source":"a","received":"yesterday","fix":{"class":"TPV","mode":2,"lat":1,"lon":0}}"#,
    #"{"source":"a","received":"2025-01-01T00:00:00.000Z","fix":{"class":"TPV","mode":2,"lat":1,"lon":0}}}"#,
    #"{"source":1,"received":"2025-01-01T00:00:00.000Z","fix":{"class":"TPV","mode":2,"lat":1,"lon":0}}"#,
  ])
  func aDamagedFileIsNotUsed(content: String) throws {
    try store.store(fix())
    try content.write(toFile: store.path, atomically: false, encoding: .utf8)
    let error = #expect(throws: UserLocationError(.badData)) { try store.lastFix() }
    #expect(error?.detail == "\(store.path) is damaged, so it is not used; delete it")
  }

  @Test func eachTruncationIsDamage() throws {
    try store.store(fix())
    let whole = try Data(contentsOf: URL(filePath: store.path))
    for length in 0..<whole.count - 2 {
      try whole.prefix(length).write(to: URL(filePath: store.path))
      #expect(throws: UserLocationError(.badData)) { try store.lastFix() }
    }
  }

  @Test func onlyLiveLocationsOfThisMachineAreKept() throws {
    #expect(LastFixStore.accepts(try fix()))
    func accepts(_ change: (inout Fix) -> Void) throws -> Bool {
      var fix = try fix()
      change(&fix)
      return LastFixStore.accepts(fix)
    }
    #expect(try !accepts { $0.source.kind = .replayed })
    #expect(try !accepts { $0.source.kind = .simulated })
    #expect(try !accepts { $0.source.kind = .remembered })
    #expect(try !accepts { $0.status = .simulated })
    #expect(try !accepts { $0.status = .surveyed })
    for other in [
      "-", "mqtt://localhost/owntracks/+/+", "mqtts://example.org/a/#", "gpsd://example.org:2947",
      "tcp://192.0.2.1:10110", "udp://*:10110",
    ] {
      #expect(try !accepts { $0.source.name = other }, "\(other)")
    }
    for own in ["gpsd://localhost:2947", "tcp://127.0.0.1:10110", "geoclue:", "my receiver"] {
      #expect(try accepts { $0.source.name = own }, "\(own)")
    }
    #expect(try !accepts { $0.receivedAt = nil })
  }

  // MARK: Providers

  @Test func aNamedPlaceIsOneSurveyedFixWithoutATime() async throws {
    let provider = try TestAssembler(store: nil).provider(for: "at:48.137,11.575,520")
    var updates = provider.startUpdatingLocation().makeAsyncIterator()
    guard case .fix(let fix)? = try await updates.next() else {
      Issue.record("no fix")
      return
    }
    #expect(fix.coordinate == (try Coordinate(latitude: 48.137, longitude: 11.575)))
    #expect(fix.altitude == 520)
    #expect(fix.mode == nil)
    #expect(fix.status == .surveyed)
    #expect(fix.timestamp == nil)
    #expect(fix.source.name == "at:48.137,11.575,520.0")
  }

  @Test func theLastFixIsReadWhenASubscriptionStarts() async throws {
    let provider = try TestAssembler(store: store).provider(for: "last:")
    await #expect(throws: UserLocationError(.sourceNotFound)) {
      for try await _ in provider.startUpdatingLocation() {}
    }
    try store.store(fix())
    var updates = provider.startUpdatingLocation().makeAsyncIterator()
    #expect(try await updates.next() == .fix(store.lastFix()))
  }

  @Test func aFallbackKeepsTheLastFixUntilAReceiverIsThere() async throws {
    try store.store(fix())
    let clock = ManualClock()
    let receiver = LocationProviderMock()
    let fallback = FallbackProvider(
      [
        FallbackProvider.Source("receiver", receiver),
        FallbackProvider.Source(
          "last:", TestAssembler(store: store).lastFixProvider(), maximumAge: nil),
      ], clock: clock)
    var updates = fallback.startUpdatingLocation().makeAsyncIterator()
    await clock.waitForSleepers()
    clock.advance(by: .seconds(10))
    #expect(try await updates.next() == .fix(store.lastFix()))
    let now = LocationUpdate.fix(try .bare(source: .live))
    let isTaken = Atomic(false)
    async let next = {
      var updates = updates
      let update = try await updates.next()
      isTaken.store(true, ordering: .relaxed)
      return update
    }()
    // A fix each second, until the receiver takes over.
    #expect(
      await eventually {
        clock.advance(by: .seconds(1))
        receiver.send(now)
        return isTaken.load(ordering: .relaxed)
      })
    #expect(try await next == now)
  }
}

/// The real sources, with a store of the test.
private struct TestAssembler: SourceAssembler {
  let store: LastFixStore?
  func lastFixStore() -> LastFixStore? { store }
}
