import NMEA0183
import TestTurns
import Testing

/// Groups of GSV whose sentences come in several epochs, as a Garmin GPS 15H sends them at 4800 baud.
@Suite(.inTurn) struct OpenSatelliteGroupTests {
  private func gga(_ second: Int) -> String {
    "GPGGA,1235\(second),4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"
  }
  /// The satellites `4n+1…` of a group of three sentences.
  private func gsv(_ number: Int, talker: String = "GP", inView: Int = 12) -> String {
    let first = (number - 1) * 4 + 1
    let satellites = (first..<first + 4).map { ",\($0),40,083,46" }.joined()
    return "\(talker)GSV,3,\(number),\(inView)\(satellites)"
  }

  /// The satellites of each epoch.
  private func skies(_ bodies: [String]) throws -> [[EpochSatellite]] {
    var assembler = EpochAssembler()
    var skies: [[EpochSatellite]] = []
    for body in bodies { assembler.add(try decode(body)) { skies.append($1) } }
    assembler.finish { skies.append($1) }
    return skies
  }

  @Test func aGroupThatTakesThreeSecondsComesWhenItIsComplete() throws {
    let bodies = (10...18).flatMap { [gga($0), gsv(($0 - 10) % 3 + 1)] }
    #expect(try skies(bodies).map(\.count) == [0, 0, 12, 0, 0, 12, 0, 0, 12])
    // The recording begins inside a group.
    #expect(try skies(Array(bodies.dropFirst(3))).map(\.count) == [0, 0, 0, 12, 0, 0, 12])
  }

  @Test func aGroupThatLacksASentenceDoesNotCome() throws {
    let bodies = (10...18).flatMap { [gga($0), gsv(($0 - 10) % 3 + 1)] }
    var lost = bodies
    lost.remove(at: 3)
    #expect(try skies(lost).map(\.count) == [0, 0, 0, 0, 0, 12, 0, 0, 12])
    // The number of satellites changed, so the rest is of another group.
    var other = bodies
    other[3] = gsv(2, inView: 11)
    #expect(try skies(other).map(\.count) == [0, 0, 0, 0, 0, 12, 0, 0, 12])
  }

  @Test func groupsOfTwoTalkersStayApart() throws {
    let bodies = (10...15).flatMap { second in
      let number = (second - 10) % 3 + 1
      return [gga(second), gsv(number), gsv(number % 3 + 1, talker: "GL")]
    }
    let skies = try skies(bodies)
    #expect(skies.map(\.count) == [0, 0, 12, 0, 12, 12])
    #expect(skies[2].allSatisfy { $0.identity?.system == .gps })
    #expect(skies[4].allSatisfy { $0.identity?.system == .glonass })
  }

  @Test func aReceiverOfWholeGroupsLosesOnlyTheSatellitesOfALostSentence() throws {
    var bodies = (10...12).flatMap { [gga($0), gsv(1), gsv(2), gsv(3)] }
    bodies.remove(at: 6)
    #expect(try skies(bodies).map(\.count) == [12, 8, 12])
  }
}
