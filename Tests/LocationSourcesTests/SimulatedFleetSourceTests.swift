import LocationCore
import LocationReplay
import NMEALocation
import Synchronization
import TestTurns
import Testing

@testable import LocationSources

/// Sources with the key `devices`.
@Suite(.inTurn) struct SimulatedFleetSourceTests {
  func updates(
    _ source: String, _ settings: SourceSettings = SourceSettings(pace: .unpaced)
  ) async throws -> [LocationUpdate] {
    var updates: [LocationUpdate] = []
    let provider = try StandardSourceAssembler().provider(for: source, settings: settings)
    for try await update in provider.startUpdatingLocation() {
      updates.append(update.received(at: Date(timeIntervalSince1970: 0)))
    }
    return updates
  }

  @Test func devicesHaveNamesAndOneReceiverHasNone() async throws {
    let fleet = try await updates("sim:drive?devices=2&for=3s")
    let fixes = fleet.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
    #expect(fixes.count == 6)
    #expect(Set(fixes.map(\.source.device)) == ["sim/0001", "sim/0002"])
    #expect(Set(fixes.map(\.source.name)) == ["sim:drive"])
    let alone = try await updates("sim:drive?for=3s")
    #expect(alone.count == 6)
    #expect(alone.allSatisfy { $0.source?.device == nil })
  }

  @Test(arguments: ["drive", "flaky"])
  func aTrackDoesNotDependOnTheNumberOfDevices(_ scenario: String) async throws {
    let few = try await updates("sim:\(scenario)?devices=2&for=40s&seed=3")
    let many = try await updates("sim:\(scenario)?devices=20&for=40s&seed=3")
    #expect(many.filter { ["sim/0001", "sim/0002"].contains($0.source?.device) } == few)
    #expect(Set(many.map { $0.source?.device }).count == 20)
  }

  @Test(arguments: ["0", "100001", "-1", "two", ""])
  func anImpossibleNumberOfDevicesIsAnError(_ count: String) {
    let error = #expect(throws: UserLocationError.self) {
      try StandardSourceAssembler().provider(for: "sim:drive?devices=\(count)")
    }
    #expect(error?.code == .invalidSource)
    #expect(error?.detail == "devices: the number of devices is a whole number from 1 to 100000")
  }

  @Test func severalDevicesHaveNoBytes() {
    let error = #expect(throws: UserLocationError.self) {
      try StandardSourceAssembler().byteSource(for: SourceDescription("sim:drive?devices=2"))
    }
    #expect(error?.code == .invalidSource)
  }

  @Test func damagedSentencesOfEachDeviceAreLostAndCounted() async throws {
    let provider = try StandardSourceAssembler().provider(
      for: "sim:flaky?devices=3&for=2m", settings: SourceSettings(pace: .unpaced))
    var fixes: [String: Int] = [:]
    for try await case .fix(let fix) in provider.startUpdatingLocation() {
      // A sentence is lost, and with it a value.
      if fix.errors.horizontal != nil { fixes[fix.source.device ?? "-", default: 0] += 1 }
    }
    #expect(fixes.count == 3)
    #expect(fixes.values.allSatisfy { $0 > 60 && $0 < 120 })
    let counters = try #require(provider as? any NMEAProvider).counters
    #expect(counters.badSentences > 100)
    #expect(counters.sentences > 3 * 120 * 4)
  }

  @Test func theTruthOfEachDeviceIsTold() async throws {
    let told = Mutex<[Fix]>([])
    var settings = SourceSettings(pace: .unpaced)
    settings.truth = { fix in told.withLock { $0.append(fix) } }
    _ = try await updates("sim:drive?devices=50&for=2s", settings)
    let names = told.withLock { $0.compactMap(\.source.device) }
    #expect(names.count == 100)
    #expect(Set(names).count == 50)
  }

  @Test(arguments: [
    ("sim:drive?devices=2", true), ("sim:drive?seed=2", false), ("gpsd://a", false),
  ])
  func aFleetHasDevices(_ source: String, _ hasDevices: Bool) throws {
    #expect(try SourceDescription(source).hasDevices == hasDevices)
  }
}
