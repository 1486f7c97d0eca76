import LocationCore
import LocationReplay
import LocationTracks
import TestSupport
import TestTurns
import Testing

@Suite(.inTurn) struct MotionDerivationTests {
  private func completed(_ items: [TrackItem]) -> [Fix] {
    var derivation = MotionDerivation()
    return items.compactMap { item in
      if case .update(.fix(let fix)) = derivation.complete(item).content { fix } else { nil }
    }
  }

  private func completed(_ fixes: [Fix]) -> [Fix] {
    completed(fixes.map { TrackItem(.update(.fix($0))) })
  }

  /// Two fixes, ten seconds and 111 m to the east apart.
  private func pair() throws -> [Fix] { [try fix(0, 0, at: 0), try fix(0, 0.001, at: 10)] }

  @Test func speedAndCourseComeFromTheFixBefore() throws {
    let fixes = completed(try pair())
    #expect(fixes[0].speed == nil && fixes[0].course == nil && fixes[0].derived == nil)
    #expect(abs(try #require(fixes[1].speed) - 11.1319) < 1e-4)
    #expect(fixes[1].course == 90)
    #expect(fixes[1].derived == [.speed, .course])
    #expect(fixes[1].isSpeedDerived && fixes[1].isCourseDerived)
  }

  @Test(arguments: [(1.0, 0.0, 0.0), (0, 1, 90), (-1, 0, 180), (0, -1, 270)])
  func theCourseIsTheDirectionOfTheWay(north: Double, east: Double, course: Double) throws {
    let fixes = completed([try fix(0, 0, at: 0), try fix(north * 1e-3, east * 1e-3, at: 1)])
    #expect(fixes[1].course == course)
  }

  @Test func theCourseIsThatOfTheArrival() throws {
    // Along the great circle from 60° N, the bearing changes by about 0.9° for each degree of longitude.
    let fixes = completed([try fix(60, 0, at: 0), try fix(60, 1, at: 60)])
    #expect(abs(try #require(fixes[1].course) - 90.433) < 0.001)
  }

  @Test func aStatedValueIsNotReplaced() throws {
    var fixes = try pair()
    fixes[1].speed = 3
    #expect(completed(fixes)[1].speed == 3)
    #expect(completed(fixes)[1].derived == .course)
    fixes[1].course = 12
    #expect(completed(fixes)[1] == fixes[1])
    fixes[1].speed = nil
    #expect(completed(fixes)[1].course == 12)
    #expect(completed(fixes)[1].derived == .speed)
  }

  @Test func nothingIsDerivedOverAnInterruption() throws {
    let pair = try pair().map { TrackItem(.update(.fix($0))) }
    let loss = FixLoss(reason: .noFix, timestamp: nil, source: pair[0].update!.fixSource)
    let interruptions: [TrackItem.Content] = [
      .segmentStart, .trackStart(TrackTitle()), .update(.fixLost(loss)),
    ]
    for interruption in interruptions {
      let fixes = completed([pair[0], TrackItem(interruption), pair[1]])
      #expect(fixes[1].derived == nil && fixes[1].speed == nil, "\(interruption)")
    }
    let mark = TrackWaypoint(try Coordinate(latitude: 50, longitude: 9))
    let between: [TrackItem.Content?] = [.waypoint(mark), .routePoint(mark), nil]
    for content in between {
      #expect(completed([pair[0], TrackItem(content), pair[1]])[1].derived != nil)
    }
  }

  @Test(arguments: [(0.0, false), (-1, false), (0.5, true), (60, true), (60.5, false)])
  func timesIncreaseByAMinuteAtMost(seconds: Double, isDerived: Bool) throws {
    let fixes = completed([try fix(0, 0, at: 100), try fix(0, 0.001, at: 100 + seconds)])
    #expect((fixes[1].speed != nil) == isDerived && (fixes[1].course != nil) == isDerived)
  }

  @Test func aFixWithoutATimeGetsNothing() throws {
    #expect(completed([try fix(0, 0), try fix(0, 0.001, at: 1)])[1].derived == nil)
    #expect(completed([try fix(0, 0, at: 1), try fix(0, 0.001)])[1].derived == nil)
  }

  @Test func timesOfDayCountAlsoOverMidnight() throws {
    var fixes = [try fix(0, 0), try fix(0, 0.001), try fix(0, 0.002)]
    fixes[0].timeOfDay = 86_385
    fixes[1].timeOfDay = 86_395
    fixes[2].timeOfDay = 5
    let speeds = completed(fixes).map(\.speed)
    #expect(abs(try #require(speeds[1]) - 11.1319) < 1e-4)
    #expect(abs(try #require(speeds[2]) - 11.1319) < 1e-4)
  }

  @Test func aReceiverThatStandsHasNoCourse() throws {
    // 0.9 m in a second is too near; 11 m in 30 s is too slow.
    for (east, seconds) in [(8.1e-6, 1.0), (1e-4, 30)] {
      let fixes = completed([try fix(0, 0, at: 0), try fix(0, east, at: seconds)])
      #expect(fixes[1].course == nil && fixes[1].derived == .speed)
    }
    let same = completed([try fix(0, 0, at: 0), try fix(0, 0, at: 1)])
    #expect(same[1].speed == 0 && same[1].course == nil)
  }

  @Test func receiversAreNotMixed() throws {
    var fixes = try pair()
    fixes[0].source.device = "/dev/ttyACM0"
    fixes[1].source.device = "/dev/ttyACM1"
    #expect(completed(fixes)[1].derived == nil)
  }

  @Test func aTrackInMemoryIsCompletedSegmentBySegment() throws {
    let track = Track(fixes: [try pair(), try pair()]).derivingMotion()
    #expect(
      track.fixes.map { $0.map { $0.speed != nil } } == [[false, true], [false, true]])
  }

  @Test func theHighestSpeedOfStatisticsStaysDerived() throws {
    let plain = Track(fixes: [try pair()])
    let numbers = TrackStatistics(plain.derivingMotion())
    #expect(numbers.isMaximumSpeedDerived)
    #expect(numbers == TrackStatistics(plain))
  }

  @Test func jsonMarksDerivedValuesAndReadsTheMarks() throws {
    var fixes = completed(try pair())
    fixes[1].course = nil
    fixes[1].derived = .speed
    var writer = TrackWriter(.json)
    for fix in fixes { writer.write(fix) }
    let text = String(decoding: writer.takeBytes(), as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(!lines[0].contains("Derived"))
    #expect(lines[1].contains(#""speed":11.132,"speedIsDerived":true"#))
    #expect(!lines[1].contains("trackIsDerived"))
    #expect(try ParsedTrack(text, as: .gpsdJSON).fixes.map(\.derived) == [nil, .speed])
  }
}

extension LocationUpdate {
  fileprivate var fixSource: FixSource {
    if case .fix(let fix) = self { fix.source } else { FixSource(kind: .replayed, name: "") }
  }
}
