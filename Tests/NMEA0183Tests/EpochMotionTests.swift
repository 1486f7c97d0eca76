import NMEA0183
import TestTurns
import TestValues
import Testing

/// The speed of VTG, which states no time, in streams without pauses and without RMC.
@Suite(.inTurn) struct EpochMotionTests {
  private func gga(_ second: Int, talker: String = "GP", quality: Int = 1) -> String {
    "\(talker)GGA,1235\(second),4807.038,N,01131.000,E,\(quality),08,0.9,545.4,M,46.9,M,,"
  }
  private func zda(_ second: Int, talker: String = "GP") -> String {
    "\(talker)ZDA,1235\(second),01,03,2025,,"
  }
  private func gll(_ second: Int) -> String { "GPGLL,4807.038,N,01131.000,E,1235\(second),A" }
  private func vtg(_ second: Int, talker: String = "GP") -> String {
    "\(talker)VTG,84.4,T,,M,\(second).0,N,,K,A"
  }
  private let gsa = "GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5,1.3,2.1"

  /// The speeds of all epochs, by the seconds of their times.
  private func speeds(_ bodies: [String]) throws -> [Int: Double] {
    var speeds: [Int: Double] = [:]
    for epoch in try epochs(bodies, isEnded: true) {
      if let second = epoch.time?.second, let speed = epoch.speed { speeds[second] = speed }
    }
    return speeds
  }

  private func each(_ seconds: ClosedRange<Int>) -> [Int: Double] {
    Dictionary(uniqueKeysWithValues: seconds.map { ($0, Double($0)) })
  }

  @Test func theSpeedIsOfTheTimeBeforeItWhereverTheRecordingBegins() throws {
    let bodies = (10...17).flatMap { [zda($0), gga($0), gsa, vtg($0)] }
    // The first cycle teaches the order.
    #expect(try speeds(bodies) == each(11...17))
    for (start, first) in [(1, 11), (2, 12), (3, 12), (4, 12)] {
      #expect(try speeds(Array(bodies.dropFirst(start))) == each(first...17))
    }
    // No VTG before the cut is of a later time.
    for end in 1...3 { #expect(try speeds(bodies.dropLast(end)) == each(11...16)) }
  }

  /// A receiver that sends VTG first, and stands in the second 14.
  @Test func theCourseOfTheNextTimeIsNotThatOfRMCWithoutOne() throws {
    let bodies = (10...17).flatMap { second in
      let course = second == 14 ? "" : "84.4"
      return [
        "GPVTG,\(course),T,,M,0.7,N,,K,A",
        "GPRMC,1235\(second),A,4807.038,N,01131.000,E,0.7,\(course),010325,,", gga(second),
      ]
    }
    let courses = try epochs(bodies, isEnded: true).map(\.course)
    #expect(courses == [84.4, 84.4, 84.4, 84.4, nil, 84.4, 84.4, 84.4])
  }

  @Test func aPrefixOfLinesChangesNothing() throws {
    for start in ["", "00,84.4*5E\r\n", "2026-05-08T09:15:00Z "] {
      var framer = SentenceFramer()
      var assembler = EpochAssembler()
      var speeds: [Double?] = []
      let bodies = (10...15).flatMap { [gga($0), vtg($0)] }
      let text = start + bodies.map { sealed($0) + "\r\n" }.joined(separator: start)
      framer.push(Array(text.utf8).span) { frame in
        try? assembler.add(frame) { epoch, _ in speeds.append(epoch.speed) }
      }
      assembler.finish { epoch, _ in speeds.append(epoch.speed) }
      #expect(speeds == [nil, 11, 12, 13, 14, 15], "\(start)")
    }
  }

  @Test func aSpeedOfAnotherTalkerCountsInAConstantOrder() throws {
    let receiver = (10...15).flatMap { [gga($0), vtg($0, talker: "GN")] }
    #expect(try speeds(receiver) == each(11...15))
    let gateway = (10...15).flatMap { [gll($0), vtg($0, talker: "II"), gsa] }
    #expect(try speeds(gateway) == each(11...15))
    let inside = (10...15).flatMap { [gga($0), vtg($0, talker: "GN"), zda($0)] }
    #expect(try speeds(inside) == each(11...15))
  }

  @Test func aSpeedOfAnotherTalkerThatStatesItsOwnTimesIsNotThisReceivers() throws {
    let bodies = (10...15).flatMap {
      [gga($0), vtg($0, talker: "GN"), zda($0, talker: "GN")]
    }
    #expect(try speeds(bodies).isEmpty)
  }

  /// Some cycles of a gateway state a time in ZDA that is a second before that of GLL. Nothing shows the time of their
  /// speeds, and the speeds of all other cycles are kept.
  @Test func cyclesWithTwoTimesDoNotMakeTheOthersTooLong() throws {
    let starts = Array(stride(from: 10, through: 58, by: 2))
    let torn = [20, 22, 44]
    let bodies = starts.flatMap { second in
      let gll = gll(torn.contains(second) ? second + 1 : second)
      return [zda(second), gll, vtg(second, talker: "II")]
    }
    // A longer period than a second needs five cycles to be believed.
    let whole = starts.filter { $0 >= 18 && !torn.contains($0) && $0 != 58 }
    let expected = Dictionary(uniqueKeysWithValues: whole.map { ($0, Double($0)) })
    #expect(try speeds(bodies).filter { $0.key != 58 } == expected)
  }

  @Test func aSpeedIsOfNoTimeIfSentencesMayBeMissing() throws {
    let bodies = (10...19).flatMap { [zda($0), gga($0), vtg($0)] }
    // The speed of 13 and the times of 14.
    let gap = bodies.filter {
      $0 != vtg(13) && $0 != zda(14) && $0 != gga(14)
    }
    #expect(try speeds(gap)[13] == nil)
    // One of the times of 14.
    let head = bodies.filter { $0 != vtg(13) && $0 != zda(14) }
    #expect(try speeds(head).allSatisfy { Double($0) == $1 })
    let tail = bodies.filter { $0 != vtg(13) && $0 != gga(14) }
    #expect(try speeds(tail).allSatisfy { Double($0) == $1 })
  }

  /// u-blox receivers without RMC send VTG before GGA. A recording that begins before their first fix shows it.
  @Test func aSpeedDirectlyAfterAnEpochWithoutAFixIsOfNoTime() throws {
    let bodies = (10...17).flatMap { second in
      second < 13
        ? ["GPVTG,,,,,,,,,N", gga(second, quality: 0), gsa] : [vtg(second), gga(second), gsa]
    }
    #expect(try speeds(bodies).isEmpty)
  }

  /// Hemisphere's receivers state a speed of 0 and the mode A while GGA has no satellites.
  @Test func speedsOfASearchDoNotTellTheOrder() throws {
    let bodies = (10...17).flatMap { [gga($0, quality: $0 < 13 ? 0 : 1), vtg($0), gsa] }
    #expect(try speeds(bodies) == each(13...17))
  }
}
