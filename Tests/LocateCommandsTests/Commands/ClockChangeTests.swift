import Foundation
import LocationCore
import LocationPlaces
import TestTurns
import Testing

@testable import LocateCommands

/// Local times on days of 23 and of 25 hours. What they should be comes from Foundation's table of zones.
@Suite(.inTurn) struct ClockChangeTests {
  /// In Cairo and Havana the clocks change at midnight, and in Lord Howe by half an hour.
  static let zones = [
    "Europe/Lisbon", "Europe/Berlin", "Australia/Lord_Howe", "America/New_York", "Africa/Cairo",
    "America/Havana", "Asia/Kolkata",
  ]

  /// The changes of 2025; one that does nothing where there is none.
  private func changes(of zone: TimeZone) -> [Date] {
    var time = Date(timeIntervalSince1970: 1_735_689_600)
    var changes: [Date] = []
    while let next = zone.nextDaylightSavingTimeTransition(after: time),
      next.timeIntervalSince1970 < 1_767_225_600
    {
      changes.append(next)
      time = next
    }
    return changes.isEmpty ? [time] : changes
  }

  /// What the clocks show, as ISO 8601 without an offset.
  private func shown(at time: Date, in zone: TimeZone) -> String {
    let clock = time.addingTimeInterval(Double(zone.secondsFromGMT(for: time)))
    return String(clock.formatted(.iso8601).dropLast())
  }

  /// Runs with a value of the variable TZ.
  private func inZone(_ name: String, _ body: () throws -> Void) throws {
    let before = getenv("TZ").map { String(cString: $0) }
    defer {
      if let before { setenv("TZ", before, 1) } else { unsetenv("TZ") }
      tzset()
    }
    setenv("TZ", name, 1)
    tzset()
    try body()
  }

  private func instant(_ text: String) throws -> Date {
    try TimeArgument(argument: text).date(isLocal: true, onDayOf: Date(timeIntervalSince1970: 0))
  }

  /// A time that the clocks show twice is the first one.
  @Test(arguments: zones)
  func aLocalTimeIsWhenTheClocksShowIt(name: String) throws {
    let zone = try #require(TimeZone(identifier: name))
    try inZone(name) { () throws in
      for change in changes(of: zone) {
        var first: [String: Date] = [:]
        for quarter in -120...120 {
          let time = change.addingTimeInterval(Double(quarter) * 900)
          let text = shown(at: time, in: zone)
          let expected = first[text] ?? time
          first[text] = expected
          #expect(try instant(text) == expected, "\(text)")
        }
      }
    }
  }

  @Test(arguments: [
    ("Europe/Berlin", "2025-03-30T02:30", "2025-03-30T01:30:00Z"),
    ("Europe/Lisbon", "2025-03-30T01:00", "2025-03-30T01:00:00Z"),
    ("Australia/Lord_Howe", "2025-10-05T02:15", "2025-10-04T15:45:00Z"),
    ("Africa/Cairo", "2025-04-25", "2025-04-24T22:00:00Z"),
    ("America/Havana", "2025-03-09", "2025-03-09T05:00:00Z"),
  ])
  func aTimeThatTheClocksSkipIsAsMuchLater(name: String, text: String, utc: String) throws {
    try inZone(name) { () throws in #expect(try instant(text).formatted(.iso8601) == utc) }
  }

  @Test(arguments: zones)
  func aVisitIsDividedWhereTheDaysEnd(name: String) throws {
    let zone = try #require(TimeZone(identifier: name))
    for change in changes(of: zone) {
      let arrival = change.addingTimeInterval(-100_000)
      let visit = Visit(
        place: "home", name: "Home", arrival: arrival,
        departure: arrival.addingTimeInterval(260_000))
      let days = VisitDay.days(of: [visit], from: nil, until: nil, now: .distantFuture) {
        zone.secondsFromGMT(for: $0)
      }
      #expect(days.map(\.seconds).reduce(0, +) == 260_000)
      let names = days.map { shown(at: $0.time, in: zone).prefix(10) }
      #expect(Set(names).count == days.count && names == names.sorted())
      for day in days {
        for part in day.parts where part.end > part.start {
          let last = shown(at: part.end.addingTimeInterval(-1), in: zone)
          #expect(last.prefix(10) == shown(at: part.start, in: zone).prefix(10), "\(names)")
        }
      }
    }
  }
}
