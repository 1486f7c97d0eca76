import Foundation
import LocationCore
import LocationIO
import LocationReplay
import NMEA0183
import TestSupport
import TestTurns
import TestValues
import Testing

@testable import NMEALocation

/// The dates of positions before the first stated one.
@Suite(.inTurn) struct DateSearchTests {
  private func gga(_ time: String, tag: String = "") -> String {
    tag + sentence("GPGGA,\(time),4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,")
  }
  private func zda(_ time: String, _ date: String = "08,05,2026", tag: String = "") -> String {
    tag + sentence("GPZDA,\(time),\(date),,")
  }

  private func reader(_ text: String) throws -> NMEATrackReader {
    try NMEATrackReader(DataByteSource(bytes: Array(text.utf8)))
  }

  /// The time of each fix.
  private func times(_ text: String) async throws -> [String?] {
    let reader = try reader(text)
    var times: [String?] = []
    while let item = try await reader.next() {
      if let fix = item.update?.fix { times.append(fix.timestamp?.formatted(.iso8601)) }
    }
    return times
  }

  @Test func positionsBeforeTheFirstDateHaveIt() async throws {
    let text = gga("091500") + gga("091501") + zda("091502") + gga("091502") + gga("091503")
    let seconds = (0...3).map { "2026-05-08T09:15:0\($0)Z" }
    #expect(try await times(text) == seconds)
  }

  @Test func midnightIsCountedBack() async throws {
    let text = gga("235959") + gga("000000") + zda("000001") + gga("000001")
    #expect(
      try await times(text) == [
        "2026-05-07T23:59:59Z", "2026-05-08T00:00:00Z", "2026-05-08T00:00:01Z",
      ])
  }

  /// The receiver may have been off for days.
  @Test func theDateIsThatOfNoTimeBeforeALongStep() async throws {
    let text = gga("081500") + gga("091500") + zda("091501") + gga("091501")
    #expect(
      try await times(text) == [nil, "2026-05-08T09:15:00Z", "2026-05-08T09:15:01Z"])
  }

  @Test func eachDeviceHasItsOwnDate() async throws {
    let (one, two) = ("\\s:one*2D\\", "\\s:two*25\\")
    let text =
      gga("091500", tag: one) + gga("101500", tag: two) + zda("091501", tag: one)
      + gga("091501", tag: one) + gga("101501", tag: two) + zda("101502", "09,05,2026", tag: two)
      + gga("101502", tag: two) + gga("091502", tag: one)
    let times = try await times(text).compactMap { $0 }
    #expect(
      Set(times)
        == Set(
          (0...2).map { "2026-05-08T09:15:0\($0)Z" } + (0...2).map { "2026-05-09T10:15:0\($0)Z" }))
  }

  @Test func aPositionThatIsRepeatedCostsNoDate() async throws {
    let old = sentence("APGLL,3806.968,N,12137.458,W,055210,A")
    let text = gga("091500") + old + gga("091501") + old + gga("091502") + old + zda("091503")
    let times = try await times(text + gga("091503")).compactMap { $0 }
    #expect(times == (1...3).map { "2026-05-08T09:15:0\($0)Z" })
  }

  @Test func aRecordingWithoutADateIsReadWhole() async throws {
    let text = (0..<16_000).map { second in
      let numbers = [second / 3600, second / 60 % 60, second % 60]
      return gga(numbers.map { String(String(100 + $0).suffix(2)) }.joined())
    }
    let times = try await times(text.joined())
    #expect(times.count == 16_000)
    #expect(times.allSatisfy { $0 == nil })
    // The date comes after more bytes than are read ahead.
    let late = try await self.times(text.joined() + zda("042640") + gga("042640"))
    #expect(late.last == "2026-05-08T04:26:40Z" && late.first == .some(nil))
  }
}
