import TestTurns
import Testing

@testable import NMEA0183

@Suite(.inTurn) struct EpochSorterTests {
  private func time(_ second: Int) -> TimeOfDay? { TimeOfDay(hour: 12, minute: 0, second: second) }

  private func gga(_ second: Int?, latitude: Double? = 48) -> GGA {
    var gga = GGA()
    gga.time = second.flatMap(time)
    gga.latitude = latitude
    gga.longitude = 11
    gga.minuteDecimals = 5
    return gga
  }
  private func rmc(_ second: Int?, day: Int = 1) -> RMC {
    var rmc = RMC()
    rmc.time = second.flatMap(time)
    rmc.date = ShortDate(day: day, month: 3, yearOfCentury: 25)
    return rmc
  }

  private func sort(_ sorter: inout EpochSorter, _ member: some EpochMember) -> EpochSorter.Action {
    sorter.sort(member, SentenceKey(member, talker: .gps))
  }

  @Test func theSameTimeJoinsAndAnotherBegins() {
    var sorter = EpochSorter()
    #expect(sort(&sorter, gga(1)) == .join)
    #expect(sort(&sorter, rmc(1)) == .join)
    #expect(sort(&sorter, rmc(2)) == .begin(.complete))
    #expect(sort(&sorter, gga(2)) == .join)
    #expect(sorter.flush() == .complete)
    #expect(sorter.flush() == .nothing)
  }

  @Test func aSentenceWithoutATimeJoinsOnceAndThenWaits() {
    var sorter = EpochSorter()
    #expect(sort(&sorter, gga(1)) == .join)
    #expect(sort(&sorter, VTG()) == .join)
    #expect(sort(&sorter, VTG()) == .wait)
    #expect(sort(&sorter, gga(2)) == .begin(.complete))
    // The one that waited is in the new epoch, but the VTG of a time follows it.
    #expect(sort(&sorter, VTG()) == .join)
    #expect(sort(&sorter, VTG()) == .wait)
  }

  @Test func whatWaitsJoinsTheRunningEpochIfItsTimeIsStatedAgain() {
    var sorter = EpochSorter()
    #expect(sort(&sorter, GSA()) == .join)
    #expect(sort(&sorter, gga(1)) == .join)
    #expect(sort(&sorter, GSA()) == .wait)
    #expect(sort(&sorter, rmc(1)) == .joinWithWaiting)
  }

  @Test func whatWaitsForAWholeCycleIsAnEpochOfItsOwn() {
    var sorter = EpochSorter()
    #expect(sort(&sorter, gga(1)) == .join)
    #expect(sort(&sorter, VTG()) == .join)
    #expect(sort(&sorter, VTG()) == .wait)
    #expect(sort(&sorter, VTG()) == .beginAfterWaiting(.complete))
    #expect(sort(&sorter, VTG()) == .begin(.complete))
  }

  @Test func ofHeadingsTheLastOneWaits() {
    var sorter = EpochSorter()
    #expect(sort(&sorter, gga(1)) == .join)
    #expect(sort(&sorter, HDT()) == .join)
    #expect(sort(&sorter, HDT()) == .waitAsHeading)
    #expect(sort(&sorter, HDT()) == .waitAsHeading)
    #expect(sort(&sorter, rmc(1)) == .joinWithWaiting)
  }

  @Test func aRepetitionIsIgnored() {
    var sorter = EpochSorter()
    #expect(sort(&sorter, gga(1)) == .join)
    #expect(sort(&sorter, gga(1)) == .ignore)
    #expect(!sorter.isInDoubt)
  }

  @Test func anotherPlaceOrDateAtTheSameTimeBegins() {
    var sorter = EpochSorter()
    #expect(sort(&sorter, gga(1)) == .join)
    #expect(sort(&sorter, gga(1, latitude: 48.000001)) == .begin(.complete))
    #expect(sorter.isInDoubt)
    #expect(sort(&sorter, rmc(1)) == .join)
    #expect(sort(&sorter, rmc(1, day: 2)) == .begin(.complete))
  }

  @Test func aStepBackIsInDoubtForAWhile() {
    var sorter = EpochSorter()
    #expect(sort(&sorter, gga(30)) == .join)
    #expect(sort(&sorter, gga(20)) == .begin(.complete))
    #expect(sorter.isInDoubt)
    for index in 0..<100 { #expect(sort(&sorter, gga(21 + index % 30)) == .begin(.complete)) }
  }

  @Test(arguments: [false, true])
  func onlyALiveStreamDropsACutEpochOnceTheCycleIsKnown(isLive: Bool) {
    var sorter = EpochSorter(dropsParts: isLive)
    for second in 1...4 {
      _ = sort(&sorter, rmc(second))
      _ = sort(&sorter, gga(second))
    }
    #expect(sort(&sorter, rmc(5)) == .begin(.complete))
    #expect(sort(&sorter, rmc(40)) == .begin(isLive ? .cut : .complete))
    #expect(sort(&sorter, gga(40)) == .join)
    #expect(sort(&sorter, rmc(41)) == .begin(.complete))
  }

  @Test func theLastSentenceOfTheCycleIsLearned() {
    var sorter = EpochSorter()
    var ends: [Bool] = []
    for second in 1...5 {
      for member in [true, false] {
        if member { _ = sort(&sorter, rmc(second)) } else { _ = sort(&sorter, gga(second)) }
        let key = member ? SentenceKey(rmc(1), talker: .gps) : SentenceKey(gga(1), talker: .gps)
        ends.append(sorter.endsCycle(key))
      }
    }
    #expect(ends == [false, false, false, false, false, false, false, true, false, true])
    #expect(sort(&sorter, rmc(6)) == .begin(.handedOn))
  }

  /// A receiver that sends GSA only now and then is not taken for one that ends with GGA again and again.
  @Test func afterAWrongEndTheCycleIsLearnedMoreSlowly() {
    var sorter = EpochSorter()
    let key = SentenceKey(gga(1), talker: .gps)
    var ends: [Bool] = []
    for second in 1...16 {
      _ = sort(&sorter, rmc(second))
      _ = sort(&sorter, gga(second))
      ends.append(sorter.endsCycle(key))
      if second == 5 { _ = sort(&sorter, GSA()) }
    }
    #expect(ends.firstIndex(of: true) == 3)
    // The epoch of second 5 ended with GSA. Six others that end alike are needed now.
    #expect(ends == (1...16).map { [4, 5].contains($0) || $0 > 11 })
  }
}
