import Foundation
import LocationCore
import Testing

@testable import GPSDLocation

#if GPSD
  /// Each fix gets the DOPs and the number of satellites of its own epoch's SKY, and of no other SKY.
  struct EpochSkyTests {
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
      let watch = SilenceWatch(limit: .seconds(3600), clock: ContinuousClock()) { _ in }
      defer { watch.stop() }
      var connection = GPSDConnection(
        source: "test:", device: nil, log: GPSDLog(source: "test:", logger: nil), watch: watch,
        memory: FixMemory(), interests: { interests })
      var updates: [LocationUpdate] = []
      var last = 0.0
      for (second, line) in [(0, GPSDText.greeting)] + lines.map({ ($0.second, $0.line + "\n") }) {
        if connection.holdsFix, second - last > 0.005 {
          connection.release(afterPause: true) { update, _ in updates.append(update) }
        }
        last = second
        try Array(line.utf8).withUnsafeBytes { bytes in
          try connection.receive(bytes, at: Date(), .seconds(second)) { update, _ in
            updates.append(update)
          }
        }
      }
      connection.release(afterPause: true) { update, _ in updates.append(update) }
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

    @Test func aFixWaitsForSkiesThatAlwaysComeAtOnce() throws {
      #expect(try used((1...5).flatMap(burst)) == [6, 7, 8, 9, 10])
      let updates = try updates((1...4).flatMap(burst), interests: .all)
      let kinds = updates.map { if case .fix = $0 { "fix" } else { "sky" } }
      #expect(kinds == (1...4).flatMap { _ in ["fix", "sky", "sky", "sky"] })
    }

    @Test func theReportsOfTheFirstEpochHaveTheSkyThatFollowsThem() throws {
      let first = (0..<3).map { _ in (second: 1.0, line: tpv(1)) }
      let skies = [(second: 1.001, line: sky(6)), (second: 1.002, line: sky(8))]
      #expect(try used(first + skies + [(2, tpv(2))]) == [8, 8, 8, nil])
    }

    @Test func aFixWithoutAPauseBeforeItDoesNotWait() throws {
      let lines = [(second: 0.01, line: tpv(1)), (second: 0.011, line: sky(6))]
      #expect(try used(lines) == [nil])
      #expect(try used(lines.map { ($0.second + 1, $0.line) }) == [6])
    }

    @Test func aFixWithoutItsSkiesIsNotLostAndHasNone() throws {
      let known = (1...3).flatMap(burst)
      // The next TPV and nothing at all end the wait.
      #expect(try used(known + [(4, tpv(4)), (5, tpv(5))]) == [6, 7, 8, nil, nil])
      let foreign = known + [(4, tpv(4)), (4.001, sky(3, device: "/dev/gps1")), (4.002, sky(9))]
      #expect(try used(foreign) == [6, 7, 8, nil])
      #expect(try used(known + [(4, tpv(4)), (4.001, sky(9))]) == [6, 7, 8, nil])
    }

    /// The fixes are the same for a program that reads satellites and for one that does not.
    @Test(arguments: [[], .all] as [LocationInterests])
    func aSkyOfAnotherReceiverDoesNotEndTheWait(interests: LocationInterests) throws {
      let foreign: Arrival = (4.001, sky(3, device: "/dev/gps1"))
      let (first, rest) = (burst(4).prefix(2), burst(4).dropFirst(2))
      let fixes = try fixes((1...3).flatMap(burst) + first + [foreign] + rest, interests: interests)
      #expect(fixes.map(\.satellitesUsed) == [6, 7, 8, 9])
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

    @Test func aSkyAfterItsFixIsNotThatOfTheNextFix() throws {
      let lines: [Arrival] = [
        (0.9, tpv(1)), (1.0, sky(7)), (1.9, tpv(2)), (2.0, sky(8)), (2.9, tpv(3)),
      ]
      #expect(try used(lines) == [nil, nil, nil])
    }

    @Test func aDelayedSkyThatArrivesWithTheNextFixIsNotOfThatFix() throws {
      let lines: [Arrival] = [
        (0.9, tpv(1)), (1.0, sky(7)), (1.9, tpv(2)), (2.9, sky(8)), (2.9, tpv(3)),
      ]
      #expect(try used(lines) == [nil, nil, nil])
    }

    @Test func aReceiverWithSatellitesBeforeAndAfterItsFixMixesTwoEpochs() throws {
      let lines: [Arrival] = [
        (0.9, tpv(1)), (0.95, sky(7)), (1.88, sky(8)), (1.9, tpv(2)),
      ]
      #expect(try used(lines) == [nil, nil])
    }

    @Test func withoutAPauseNothingShowsToWhichFixASkyBelongs() throws {
      let lines: [Arrival] = [
        (0.001, sky(6)), (0.001, tpv(1)), (0.001, sky(7)), (0.001, tpv(2)), (0.3, sky(8)),
        (0.5, tpv(3)),
      ]
      #expect(try used(lines) == [nil, nil, nil])
    }

    @Test func aSkyBetweenTwoReportsOfOneTimeIsOfThatTime() throws {
      let lines: [Arrival] = [
        (0.9, tpv(1)), (0.9, sky(7)), (0.9, tpv(1)), (0.9, tpv(1)), (1.9, tpv(2)),
      ]
      #expect(try used(lines) == [nil, 7, 7, nil])
    }

    @Test func aSkyWithATimeIsOfTheFixOfThatTimeOnly() throws {
      let lines: [Arrival] = [
        (0.1, sky(5, second: 1)), (0.1, tpv(1)), (0.1, sky(6, second: 1)), (0.1, tpv(2)),
        (0.9, sky(7, second: 2)), (0.9, tpv(3)), (0.9, tpv(nil)),
      ]
      #expect(try used(lines) == [5, nil, nil, nil])
    }

    @Test func aSkyOfAnotherReceiverIsNotUsed() throws {
      let lines: [Arrival] = [
        (0.9, sky(7, device: "/dev/gps1")), (0.91, tpv(1)), (0.92, tpv(1, device: "/dev/gps1")),
      ]
      #expect(try used(lines) == [nil, 7])
    }

    /// The values of a former epoch are never carried over.
    @Test func aCycleWithoutASkyHasNoSatellites() throws {
      let lines: [Arrival] = [
        (0.9, sky(7)), (0.92, tpv(1)), (1.92, tpv(2)), (2.9, sky(8)), (2.92, tpv(3)),
      ]
      #expect(try used(lines) == [7, nil, 8])
    }

    @Test func aReceiverThatIsPluggedInDuringItsCycleHasNoSatellitesAtFirst() throws {
      let lines: [Arrival] = [(60.1, sky(7)), (61.0, tpv(1)), (61.95, sky(8)), (62.0, tpv(2))]
      #expect(try used(lines) == [nil, nil])
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
