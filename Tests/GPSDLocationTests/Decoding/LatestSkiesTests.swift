import Foundation
import LocationCore
import TestTurns
import Testing

@testable import GPSDLocation

#if GPSD
  /// Each fix gets the DOPs and the number of satellites of its receiver's last SKY, if that is not too old.
  @Suite(.inTurn) struct LatestSkiesTests {
    /// A line of gpsd, and the second at which it arrives.
    private typealias Arrival = (second: Double, line: String)

    private func tpv(_ second: Int?, mode: Int = 3, device: String = "/dev/gps0") -> String {
      let time = second.map { #","time":"2024-07-04T12:00:0\#($0).000Z""# } ?? ""
      return #"{"class":"TPV","device":"\#(device)","mode":\#(mode)\#(time),"lat":48.1,"lon":11.5}"#
    }

    private func sky(
      _ used: Int, hdop: Double = 0.9, second: Int? = nil, device: String = "/dev/gps0"
    ) -> String {
      let time = second.map { #","time":"2024-07-04T12:00:0\#($0).000Z""# } ?? ""
      return #"{"class":"SKY","device":"\#(device)"\#(time),"vdop":1.2,"hdop":\#(hdop),"pdop":1.5,"#
        + #""nSat":2,"uSat":\#(used),"satellites":[{"PRN":1,"used":true},{"PRN":2,"used":false}]}"#
    }

    /// The fixes of a connection that begins at second 0.
    private func fixes(_ lines: [Arrival], interests: LocationInterests = []) throws -> [Fix] {
      try updates(lines, interests: interests).compactMap { update in
        if case .fix(let fix) = update { fix } else { nil }
      }
    }

    private func updates(
      _ lines: [Arrival], interests: LocationInterests
    ) throws -> [LocationUpdate] {
      let watch = SilenceWatch(limit: .seconds(3600), clock: SystemClock()) { _ in }
      defer { watch.stop() }
      var connection = GPSDConnection(
        source: "test:", device: nil, log: GPSDLog(source: "test:", logger: nil), watch: watch,
        memory: LastFixTimes(), interests: { interests })
      var updates: [LocationUpdate] = []
      for (second, line) in [(0, GPSDText.greeting)] + lines.map({ ($0.second, $0.line + "\n") }) {
        try Array(line.utf8).withUnsafeBytes { bytes in
          try connection.receive(bytes, at: Date(), .seconds(second)) { update, _ in
            updates.append(update)
          }
        }
      }
      return updates
    }

    private func used(_ lines: [Arrival]) throws -> [Int?] {
      try fixes(lines).map(\.satellitesUsed)
    }

    @Test(arguments: [[], .all] as [LocationInterests])
    func aFixHasTheValuesOfTheSkyThatComesWithIt(interests: LocationInterests) throws {
      let fixes = try fixes(
        [(0.90, sky(7)), (0.92, tpv(1)), (1.90, sky(8, hdop: 0.8)), (1.92, tpv(2))],
        interests: interests)
      #expect(fixes.map(\.satellitesUsed) == [7, 8])
      #expect(fixes.map(\.dilution.horizontal) == [0.9, 0.8])
      #expect(fixes.map(\.dilution.vertical) == [1.2, 1.2])
      #expect(fixes.map(\.dilution.position) == [1.5, 1.5])
      #expect(fixes.map(\.dilution.time) == [nil, nil])
    }

    /// Three SKYs within milliseconds after each TPV, as gpsd sends them for a receiver whose GSV follow
    /// GGA. The last SKY is the complete one.
    private func burst(_ second: Int) -> [Arrival] {
      let start = Double(second)
      return [
        (start, tpv(second)), (start + 0.001, sky(second)), (start + 0.001, sky(second + 1)),
        (start + 0.002, sky(second + 5)),
      ]
    }

    @Test func aSkyAfterAFixIsThatOfTheNextFixAndNoFixWaits() throws {
      #expect(try used((1...5).flatMap(burst)) == [nil, 6, 7, 8, 9])
      let updates = try updates((1...4).flatMap(burst), interests: .all)
      let kinds = updates.map { if case .fix = $0 { "fix" } else { "sky" } }
      #expect(kinds == (1...4).flatMap { _ in ["fix", "sky", "sky", "sky"] })
    }

    @Test(
      arguments: [#","status":}"#, #","satellites":[{"PRN":"one"}]}"#, "\u{1}}"],
      [[], .all] as [LocationInterests])
    func aDamagedSkyIsTheSameForThoseWhoDoNotReadIt(
      damage: String, interests: LocationInterests
    ) throws {
      let damaged = #"{"class":"SKY","device":"/dev/gps0","hdop":1.5,"uSat":5"# + damage
      let fixes = try fixes([(0.9, damaged), (0.91, tpv(1))], interests: interests)
      let isJSON = damage.hasSuffix("]}")
      #expect(fixes.map(\.satellitesUsed) == [isJSON ? 5 : nil])
    }

    /// On a busy machine, everything of several cycles arrives at once.
    @Test func reportsThatArriveTogetherHaveTheSkyBeforeThem() throws {
      let lines: [Arrival] = [
        (0.001, sky(6)), (0.001, tpv(1)), (0.001, sky(7)), (0.001, tpv(2)), (0.001, sky(8)),
        (0.001, tpv(3)), (0.001, tpv(3)),
      ]
      #expect(try used(lines) == [6, 7, 8, 8])
    }

    @Test func aSkyOfAnotherReceiverIsNotUsed() throws {
      let lines: [Arrival] = [
        (0.9, sky(7, device: "/dev/gps1")), (0.91, tpv(1)), (0.92, tpv(1, device: "/dev/gps1")),
      ]
      #expect(try used(lines) == [nil, 7])
    }

    @Test func aSkyCountsForTwoCycles() throws {
      let lines: [Arrival] = [(0.9, sky(7))] + (0...5).map { (Double($0) + 0.91, tpv($0)) }
      #expect(try used(lines) == [7, 7, nil, nil, nil, nil])
    }

    @Test func aSkyCountsForFiveSecondsWhileTheCycleIsUnknown() throws {
      let lines: [Arrival] = [(1, sky(7))] + [5.9, 6.1].map { ($0, tpv(nil)) }
      #expect(try used(lines) == [7, nil])
    }

    @Test func aReceiverMayReportItsSatellitesLessOftenThanItsFixes() throws {
      func tenth(_ tenth: Int) -> Arrival {
        let line = tpv(tenth / 10).replacingOccurrences(of: ".000Z", with: ".\(tenth % 10)00Z")
        return (Double(tenth) / 10 + 0.01, line)
      }
      let skies: [Arrival] = [(0, sky(5)), (1, sky(6)), (2, sky(7))]
      let lines = (skies + (0..<50).map(tenth)).sorted { $0.second < $1.second }
      let used = try used(lines)
      #expect(used[..<5] == [5, 5, nil, nil, nil])
      #expect(used[10..<20].allSatisfy { $0 == 6 })
      #expect(used[20..<40].allSatisfy { $0 == 7 })
      #expect(used[41...].allSatisfy { $0 == nil })
    }

    @Test func theCyclesOfTwoReceiversAreTheirOwn() throws {
      let other = "/dev/gps1"
      let lines: [Arrival] = [
        (0.9, sky(7)), (0.9, sky(4, device: other)), (0.91, tpv(0)), (0.91, tpv(0, device: other)),
        (1.91, tpv(1)), (2.91, tpv(2)), (3.91, tpv(3)), (4.91, tpv(4, device: other)),
      ]
      // One has a cycle of a second, and the other one of four.
      #expect(try used(lines) == [7, 4, 7, nil, nil, 4])
    }

    /// gpsd writes `"uSat":0` also if the receiver did not report which satellites it uses.
    @Test func noSatelliteInUseIsNoNumber() throws {
      #expect(try used([(0.90, sky(0)), (0.92, tpv(1))]) == [nil])
    }

    @Test func anOldReleaseDoesNotCountTheSatellites() throws {
      let sky = sky(7).replacingOccurrences(of: #""uSat":7,"#, with: "")
      #expect(try used([(0.90, sky), (0.92, tpv(1))]) == [1])
    }
  }
#endif
