import Foundation
import LocationCore
import TestSupport
import TestTurns
import Testing

@testable import NMEA0183
@testable import NMEALocation

/// A receiver that sends already when its line is opened.
@Suite(.inTurn) struct JoinedCycleTests {
  private static let tracks = ["drive", "midnight", "ten-hertz", "no-date", "old-receiver"]

  private func updates(
    _ text: some StringProtocol, pauseAfter count: Int, isJoined: Bool
  ) throws -> [LocationUpdate] {
    var steps: [ScriptedByteSource.Step] = isJoined ? [.joined] : []
    for (index, line) in text.split(separator: "\r\n").enumerated() {
      steps.append(.bytes(line + "\r\n"))
      if index % count == count - 1 { steps.append(.silence) }
    }
    let source = ScriptedByteSource(.success(steps + [.end]))
    var session = LiveSession(
      source: FixSource(kind: .live, name: source.name),
      timing: LiveTiming(quiet: .milliseconds(250), silence: .seconds(5)), decoders: [:],
      log: SourceLog(source: source.name, logger: nil),
      clock: DatedClock { Date(timeIntervalSince1970: 0) })
    var updates: [LocationUpdate] = []
    try session.run(try source.open()) { said, _ in updates += said }
    return updates
  }

  /// The values that a part of a cycle lacks.
  private struct Values: Hashable {
    let coordinate: Coordinate
    let altitude, speed: Double?
    let satellites: Int?
    let mode: FixMode?

    init(_ fix: Fix) {
      (coordinate, altitude, speed) = (fix.coordinate, fix.altitude, fix.speed)
      (satellites, mode) = (fix.satellitesUsed, fix.mode)
    }
  }

  @Test(arguments: tracks) func noFixIsAPartOfACycleWhereverTheLineIsJoined(_ track: String) throws
  {
    let bytes = try FixtureTests.bytes("\(track).nmea")
    let text = String(decoding: bytes, as: UTF8.self)
    // A cycle that is known to end early comes without what follows.
    let whole = Set(
      (try updates(text, pauseAfter: .max, isJoined: false).compactMap(\.fix)
        + FixtureTests.decode(bytes)).map(Values.init))
    for start in stride(from: 0, to: 1_000, by: 7) {
      let rest = text.unicodeScalars.dropFirst(start)
      let fixes = try updates(String(rest), pauseAfter: .max, isJoined: true).compactMap(\.fix)
      let first = try #require(fixes.first)
      #expect(whole.contains(Values(first)) as Bool, "joined at byte \(start)")
    }
  }

  private static let cycle = [
    "GPRMC,12000%,A,4807.0000,N,01131.0000,E,022.4,084.4,040724,,,A",
    "GPGGA,12000%,4807.0000,N,01131.0000,E,1,08,0.9,545.4,M,46.9,M,,",
    "GPGSA,A,3,02,05,09,12,,,,,,,,,1.7,0.9,1.4",
  ]

  private func text(_ seconds: ClosedRange<Int>, dropping count: Int) -> String {
    seconds.flatMap { second in
      Self.cycle.map { sentence($0.replacing("%", with: "\(second)")) }
    }.dropFirst(count).joined()
  }

  @Test(arguments: [(1, 2.0), (2, 3)])
  func theFirstCycleThatIsWholeIsTheFirstFix(_ missing: Int, _ second: Double) throws {
    let all = try updates(text(1...4, dropping: missing), pauseAfter: .max, isJoined: true)
    let first = try #require(all.compactMap(\.fix).first)
    #expect(first.timestamp?.timeIntervalSince1970 == 1_720_094_400 + second)
    #expect(first.altitude != nil && first.speed != nil && first.dilution.position != nil)
    // Satellites of the part are withheld too.
    #expect(all.first?.receivedAt == first.receivedAt)
  }

  @Test func afterAPauseTheFirstCycleCounts() throws {
    let all = try updates(text(1...3, dropping: 0), pauseAfter: .max, isJoined: false)
    #expect(all.compactMap(\.fix).count == 3)
  }

  @Test func theThirdEpochCountsEvenIfItHasLess() throws {
    let all = try updates(
      text(1...1, dropping: 0) + text(2...2, dropping: 2) + text(3...3, dropping: 2)
        + (4...6).map { sentence(Self.cycle[0].replacing("%", with: "\($0)")) }
        .joined(),
      pauseAfter: .max, isJoined: true)
    #expect(all.compactMap(\.fix).first?.timestamp?.timeIntervalSince1970 == 1_720_094_405)
  }

  @Test func whatIsWithheldComesIfNothingElseDoes() throws {
    let only = try updates(text(1...1, dropping: 1), pauseAfter: .max, isJoined: true)
    #expect(only.compactMap(\.fix).count == 1)
  }

  /// The first part and its update together have RMC, so an epoch without it is a part too.
  @Test func anEpochIsWholeIfItHasAllThatTheFirstPartHad() throws {
    var cycle = JoinedCycle(isInMiddle: true)
    func taken(_ kind: SentenceKind, isUpdate: Bool = false) throws -> Int {
      var epoch = NavigationEpoch()
      epoch.time = TimeOfDay(hour: 12, minute: 0, second: 0)
      (epoch.contents, epoch.isUpdate) = ([kind], isUpdate)
      return cycle.taken([.fix(try .bare())], of: epoch).count
    }
    #expect(try taken(.rmc) == 0)
    #expect(try taken(.gga, isUpdate: true) == 0)
    #expect(try taken(.gga) == 0)
    #expect(try taken(.gga) == 1)
  }
}
