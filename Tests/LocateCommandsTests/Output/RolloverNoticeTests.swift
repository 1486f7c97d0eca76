import Foundation
import LocationCore
import LocationTesting
import Synchronization
import TestTurns
import Testing

@testable import LocateCommands

/// The date of a live receiver whose week counter started over.
@Suite(.inTurn) struct RolloverNoticeTests {
  private func fix(_ date: String, _ kind: FixSource.Kind, device: String? = nil) throws -> Fix {
    var source = FixSource(kind: kind, name: "serial:/dev/ttyS0")
    source.device = device
    var fix = Fix(
      coordinate: try Coordinate(latitude: 48, longitude: 11), mode: .threeD, source: source)
    fix.timestamp = try Date(date, strategy: .iso8601)
    return fix
  }

  private func said(_ fixes: [Fix]) async throws -> [String] {
    let lines = Mutex<[String]>([])
    let now = try Date("2026-05-08T12:00:00Z", strategy: .iso8601)
    let (updates, continuation) = LocationUpdates.makeStream()
    for fix in fixes { continuation.yield(.fix(fix)) }
    continuation.finish()
    let notice = RolloverNotice(
      base: LocationProviderMock(), name: "serial:/dev/ttyS0", now: { now }
    ) { line in lines.withLock { $0.append(line) } }
    for try await _ in notice.watching(updates) {}
    return lines.withLock { $0 }
  }

  @Test func anOldDateIsNamedOnceForEachDevice() async throws {
    let old = try fix("2006-09-22T12:00:00Z", .live)
    #expect(
      try await said([old, old]) == [
        "serial:/dev/ttyS0: the receiver's date is 2006-09-22, probably 1024 weeks too early (a GPS week rollover); "
          + "--not-before 2026-01-01 corrects it"
      ])
    let two = try fix("2006-09-22T12:00:00Z", .live, device: "two")
    #expect(try await said([old, two, two]).count == 2)
  }

  @Test func aDateThatIsNotTooOldOrOfARecordingIsNot() async throws {
    #expect(try await said([fix("2012-05-08T12:00:00Z", .live)]).isEmpty)
    #expect(try await said([fix("2006-09-22T12:00:00Z", .replayed)]).isEmpty)
  }
}
