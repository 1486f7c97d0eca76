import LocationCore
import LocationIO
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocationSources

/// Which of three sources run and which one is in use, second by second.
@Suite(.inTurn) struct FallbackStateMachineTests {
  /// A machine, and its actions as short words: "start 0", "use 1", "fix".
  private struct Fallback {
    var machine: FallbackStateMachine
    /// The last run of each source.
    private var runs: [Int: Int] = [:]

    init(maximumAges: [Duration?] = [.seconds(10), .seconds(10), .seconds(10)]) throws {
      machine = FallbackStateMachine(
        maximumAges.enumerated().map { index, age in
          FallbackProvider.Source("source\(index)", LocationProviderMock(), maximumAge: age)
        },
        limits: FallbackStateMachine.Limits(
          patience: .seconds(10), steadiness: .seconds(5),
          retry: RetryPolicy(first: .seconds(1), limit: .seconds(4), jitter: { 1 })))
    }

    /// A machine whose first source failed at second 0, and whose second source is in use since.
    static func onItsSecondSource() throws -> Fallback {
      var fallback = try Fallback()
      _ = fallback.begin()
      _ = fallback.failure(0, at: 0)
      _ = try fallback.fix(1, at: 0)
      return fallback
    }

    mutating func begin() -> [String] { words(machine.begin(at: .zero)) }

    mutating func fix(_ index: Int, at second: Int) throws -> [String] {
      try received(.fix(.bare()), index, second)
    }

    mutating func loss(_ reason: FixLoss.Reason, _ index: Int, at second: Int) -> [String] {
      received(.fixLost(FixLoss(reason: reason, source: .live)), index, second)
    }

    mutating func received(_ update: LocationUpdate, _ index: Int, _ second: Int) -> [String] {
      words(
        machine.received(update, from: index, run: runs[index] ?? 0, at: .seconds(second)))
    }

    mutating func failure(
      _ index: Int, at second: Int, _ error: UserLocationError? = .sourceUnavailable
    ) -> [String] {
      words(machine.ended(index, run: runs[index] ?? 0, error, at: .seconds(second)))
    }

    mutating func passed(at second: Int) -> [String] {
      words(machine.timePassed(at: .seconds(second)))
    }

    func deadline(after second: Int) -> Duration? { machine.deadline(after: .seconds(second)) }

    private mutating func words(_ actions: [FallbackStateMachine.Action]) -> [String] {
      actions.map { action in
        switch action {
        case .start(let index, let run):
          runs[index] = run
          return "start \(index)"
        case .stop(let index): return "stop \(index)"
        case .use(let index): return "use \(index)"
        case .deliver: return "deliver"
        case .reportLoss(let reason): return "lost: \(reason)"
        case .fail(let index, _, let pause):
          return "fail \(index)" + (pause.map { ", again in \($0 / .seconds(1)) s" } ?? "")
        case .finish(let error): return "finish" + (error.map { ": \($0)" } ?? "")
        }
      }
    }
  }

  @Test func onlyTheFirstSourceRunsWhileItHasFixes() throws {
    var fallback = try Fallback()
    #expect(fallback.begin() == ["start 0"])
    #expect(try fallback.fix(0, at: 9) == ["use 0", "deliver"])
    #expect(fallback.passed(at: 10) == [])
    #expect(try fallback.fix(0, at: 18) == ["deliver"])
    #expect(fallback.deadline(after: 18) == .seconds(28))
  }

  @Test func withoutAFirstFixTheNextSourceStartsAfterThePatience() throws {
    var fallback = try Fallback()
    _ = fallback.begin()
    #expect(fallback.loss(.noFix, 0, at: 3) == ["deliver"])
    #expect(fallback.deadline(after: 3) == .seconds(10))
    #expect(fallback.passed(at: 10) == ["start 1"])
    #expect(fallback.passed(at: 19) == [])
    #expect(fallback.passed(at: 20) == ["start 2"])
  }

  @Test func theFirstFixOfAnySourceIsDeliveredAtOnceAndStopsTheWorseSources() throws {
    var fallback = try Fallback()
    _ = fallback.begin()
    _ = fallback.passed(at: 10)
    _ = fallback.passed(at: 20)
    #expect(try fallback.fix(1, at: 21) == ["use 1", "deliver", "stop 2"])
    #expect(try fallback.fix(1, at: 22) == ["deliver"])
  }

  @Test func theNextSourceStartsAtOnceAfterAFailure() throws {
    var fallback = try Fallback()
    _ = fallback.begin()
    _ = try fallback.fix(0, at: 1)
    #expect(
      fallback.failure(0, at: 2) == ["fail 0, again in 1.0 s", "lost: disconnected", "start 1"])
    #expect(try fallback.fix(1, at: 3) == ["use 1", "deliver"])
  }

  @Test func aSilentSourceIsReportedLostAndReplaced() throws {
    var fallback = try Fallback()
    _ = fallback.begin()
    _ = try fallback.fix(0, at: 1)
    #expect(fallback.passed(at: 10) == [])
    #expect(fallback.passed(at: 11) == ["lost: silent", "start 1"])
    #expect(fallback.passed(at: 12) == [])
    #expect(try fallback.fix(1, at: 12) == ["use 1", "deliver"])
  }

  @Test func aLossThatTheSourceReportedIsNotReportedTwice() throws {
    var fallback = try Fallback()
    _ = fallback.begin()
    _ = try fallback.fix(0, at: 1)
    #expect(fallback.loss(.noFix, 0, at: 2) == ["deliver"])
    #expect(fallback.passed(at: 11) == ["start 1"])
    #expect(fallback.failure(0, at: 12) == ["fail 0, again in 1.0 s"])
  }

  @Test func aSecondSilenceIsReportedAgain() throws {
    var fallback = try Fallback()
    _ = fallback.begin()
    _ = try fallback.fix(0, at: 1)
    #expect(fallback.passed(at: 11) == ["lost: silent", "start 1"])
    #expect(try fallback.fix(0, at: 12) == ["deliver", "stop 1"])
    #expect(fallback.passed(at: 22) == ["lost: silent", "start 1"])
  }

  @Test func aLossOfTheFixAloneDoesNotEndItsRecency() throws {
    var fallback = try Fallback()
    _ = fallback.begin()
    _ = try fallback.fix(0, at: 1)
    #expect(fallback.loss(.noFix, 0, at: 2) == ["deliver"])
    #expect(try fallback.fix(0, at: 9) == ["deliver"])
    #expect(fallback.passed(at: 18) == [])
  }

  @Test(arguments: [FixLoss.Reason.disconnected, .noDevice])
  func aSourceWithoutItsServerOrReceiverIsReplacedAtOnce(_ reason: FixLoss.Reason) throws {
    var fallback = try Fallback()
    _ = fallback.begin()
    _ = try fallback.fix(0, at: 1)
    #expect(fallback.loss(reason, 0, at: 2) == ["deliver", "start 1"])
    #expect(try fallback.fix(1, at: 2) == ["use 1", "deliver"])
  }

  @Test func aBetterSourceTakesOverOnlyAfterItWasSteady() throws {
    var fallback = try Fallback.onItsSecondSource()
    #expect(fallback.passed(at: 1) == ["start 0"])
    for second in 2...6 { #expect(try fallback.fix(0, at: second) == []) }
    #expect(try fallback.fix(1, at: 6) == ["deliver"])
    #expect(try fallback.fix(0, at: 7) == ["use 0", "deliver", "stop 1"])
  }

  @Test func aLossStartsTheSteadinessAgain() throws {
    var fallback = try Fallback.onItsSecondSource()
    _ = fallback.passed(at: 1)
    _ = try fallback.fix(0, at: 2)
    #expect(fallback.loss(.noFix, 0, at: 3) == [])
    _ = try fallback.fix(1, at: 4)
    #expect(try fallback.fix(0, at: 5) == [])
    #expect(try fallback.fix(0, at: 9) == [])
    #expect(try fallback.fix(0, at: 10) == ["use 0", "deliver", "stop 1"])
  }

  @Test func aGapStartsTheSteadinessAgain() throws {
    var fallback = try Fallback.onItsSecondSource()
    _ = fallback.passed(at: 1)
    _ = try fallback.fix(0, at: 2)
    _ = try fallback.fix(1, at: 10)
    #expect(try fallback.fix(0, at: 12) == [])
  }

  @Test func aBetterSourceTakesOverAtOnceIfTheOneInUseIsSilent() throws {
    var fallback = try Fallback.onItsSecondSource()
    _ = fallback.passed(at: 1)
    #expect(fallback.passed(at: 10) == ["lost: silent", "start 2"])
    #expect(try fallback.fix(0, at: 11) == ["use 0", "deliver", "stop 1", "stop 2"])
  }

  @Test func aSourceWithoutAMaximumAgeStaysUntilItReportsALoss() throws {
    var fallback = try Fallback(maximumAges: [nil, .seconds(10)])
    _ = fallback.begin()
    _ = try fallback.fix(0, at: 1)
    #expect(fallback.deadline(after: 1) == nil)
    #expect(fallback.passed(at: 100_000) == [])
    #expect(fallback.loss(.noFix, 0, at: 100_001) == ["deliver", "start 1"])
    #expect(try fallback.fix(1, at: 100_002) == ["use 1", "deliver"])
    #expect(try fallback.fix(0, at: 100_003) == ["use 0", "deliver", "stop 1"])
  }

  @Test func aSourceThatFailsIsTriedAgainWithLongerPausesWhileAnotherRuns() throws {
    var fallback = try Fallback(maximumAges: [.seconds(10), nil])
    _ = fallback.begin()
    #expect(fallback.failure(0, at: 0) == ["fail 0, again in 1.0 s", "start 1"])
    _ = try fallback.fix(1, at: 0)
    #expect(fallback.deadline(after: 0) == .seconds(1))
    #expect(fallback.passed(at: 1) == ["start 0"])
    #expect(fallback.failure(0, at: 1) == ["fail 0, again in 2.0 s"])
    #expect(fallback.passed(at: 2) == [])
    #expect(fallback.passed(at: 3) == ["start 0"])
    #expect(fallback.failure(0, at: 3) == ["fail 0, again in 4.0 s"])
    _ = fallback.passed(at: 7)
    _ = try fallback.fix(0, at: 8)
    #expect(fallback.failure(0, at: 9) == ["fail 0, again in 1.0 s"])
  }

  @Test func aSourceThatFailedGetsNoPatience() throws {
    var fallback = try Fallback.onItsSecondSource()
    _ = fallback.passed(at: 1)
    #expect(
      fallback.failure(1, at: 2) == ["fail 1, again in 1.0 s", "lost: disconnected", "start 2"])
  }

  @Test(arguments: [UserLocationError.notAuthorized, UserLocationError(.invalidSource)])
  func aRefusalIsNotTriedAgain(_ error: UserLocationError) throws {
    var fallback = try Fallback()
    _ = fallback.begin()
    #expect(fallback.failure(0, at: 0, error) == ["fail 0", "start 1"])
    #expect(fallback.passed(at: 1000) == ["start 2"])
  }

  @Test func theEndOfAllSourcesNamesEachWithItsReason() throws {
    var fallback = try Fallback()
    _ = fallback.begin()
    _ = fallback.failure(0, at: 0, UserLocationError(.inputOutput, detail: "broken"))
    _ = fallback.failure(
      1, at: 0, UserLocationError(.notAuthorized, source: "geoclue:", detail: "refused"))
    #expect(
      fallback.failure(2, at: 0).last
        == "finish: all sources failed: (1) source0: broken; (2) geoclue:: refused; "
        + "(3) source2: the source is not available")
  }

  @Test func theErrorHasTheCodeThatAllSourcesShare() throws {
    for (second, code) in [
      (UserLocationError.notAuthorized, UserLocationError.Code.notAuthorized),
      (.sourceUnavailable, .sourceUnavailable),
    ] {
      var machine = try Fallback(maximumAges: [nil, nil]).machine
      _ = machine.begin(at: .zero)
      _ = machine.ended(0, run: 1, .notAuthorized, at: .zero)
      guard case .finish(let error)? = machine.ended(1, run: 2, second, at: .zero).last else {
        Issue.record("it did not finish")
        return
      }
      #expect(error?.code == code)
    }
  }

  @Test func theEndOfARecordingIsNoErrorIfTheOtherSourcesFailed() throws {
    var fallback = try Fallback(maximumAges: [nil, nil])
    _ = fallback.begin()
    _ = fallback.failure(0, at: 0)
    _ = try fallback.fix(1, at: 0)
    #expect(fallback.failure(1, at: 0, nil) == ["finish"])
  }

  @Test func updatesOfAnEarlierRunAreIgnored() throws {
    var machine = try Fallback().machine
    _ = machine.begin(at: .zero)
    _ = machine.ended(0, run: 1, .sourceUnavailable, at: .zero)
    _ = machine.timePassed(at: .seconds(1))
    #expect(try machine.received(.fix(.bare()), from: 0, run: 1, at: .seconds(1)).isEmpty)
    #expect(machine.ended(0, run: 1, .cancelled, at: .seconds(1)).isEmpty)
    #expect(try !machine.received(.fix(.bare()), from: 0, run: 3, at: .seconds(1)).isEmpty)
  }

  @Test func satellitesAndLossesComeFromTheSourceInUseOnly() throws {
    let sky = LocationUpdate.sky(SkyView(satellites: [], source: .live))
    var fallback = try Fallback()
    _ = fallback.begin()
    #expect(fallback.received(sky, 0, 1) == ["deliver"])
    _ = fallback.passed(at: 10)
    #expect(fallback.received(sky, 1, 10) == [])
    #expect(fallback.loss(.noFix, 1, at: 10) == [])
    _ = try fallback.fix(1, at: 11)
    #expect(fallback.received(sky, 1, 11) == ["deliver"])
    #expect(fallback.received(sky, 0, 11) == [])
    #expect(fallback.loss(.noFix, 0, at: 11) == [])
  }

  @Test func aRevokedSourceIsReplaced() throws {
    var fallback = try Fallback(maximumAges: [nil, nil])
    _ = fallback.begin()
    _ = try fallback.fix(0, at: 1)
    #expect(fallback.received(.authorization(.denied), 0, 2) == ["lost: silent", "start 1"])
  }

  @Test func aWorseSourceDoesNotTakeOverFromOneThatOnlyWaitedForTheConsumer() throws {
    var fallback = try Fallback()
    _ = fallback.begin()
    _ = try fallback.fix(0, at: 1)
    #expect(fallback.passed(at: 11) == ["lost: silent", "start 1"])
    fallback.machine.waitedForConsumer(at: .seconds(12))
    for second in 12...21 { #expect(try fallback.fix(1, at: second) == []) }
    #expect(try fallback.fix(1, at: 22) == ["use 1", "deliver"])
  }

  @Test func theTimeThatASlowConsumerTakesIsNoSilence() throws {
    var fallback = try Fallback()
    _ = fallback.begin()
    _ = try fallback.fix(0, at: 1)
    fallback.machine.waitedForConsumer(at: .seconds(60))
    #expect(fallback.passed(at: 60) == [])
    #expect(fallback.passed(at: 70) == ["lost: silent", "start 1"])
  }
}
