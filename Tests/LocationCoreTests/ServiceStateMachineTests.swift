import Synchronization
import TestTurns
import Testing

@testable import LocationCore

/// The decisions of a service, event by event: no tasks, no clock, no provider.
@Suite(.inTurn) struct ServiceStateMachineTests {
  private typealias Machine = ServiceStateMachine

  private var machine = ServiceStateMachine(status: .notDetermined)
  private let refusal = UserLocationError(.notAuthorized, detail: "join the group dialout")

  // MARK: Helpers

  private func request(
    _ id: Int, _ criteria: LocationCriteria = LocationCriteria(), at now: Duration = .zero
  ) -> ServiceRequest {
    ServiceRequest(id: id, criteria: criteria, at: now) { _ in }
  }

  private func stream(_ id: Int, fixesOnly: Bool = false) -> ServiceStream {
    ServiceStream(
      id: id, buffer: UpdateBuffer(capacity: 8) {},
      filter: LocationFilter(), isOfFixesOnly: fixesOnly)
  }

  private func fix(accuracy: Double? = nil, northBy degrees: Double = 0) throws -> Fix {
    try .munich(northBy: degrees, accuracy: accuracy)
  }

  private var pushed: LocationUpdates { LocationUpdates.makeStream().updates }

  /// Brings the machine from idle to running for one stream.
  private mutating func run(streamID: Int = 1) throws -> ServiceSubscription {
    _ = machine.streamBegan(stream(streamID), access: .granted)
    return try #require(machine.sourceStarted(pushed).subscription)
  }

  // MARK: Consumers begin

  @Test mutating func theFirstRequestStartsAnAuthorizedSource() {
    #expect(machine.requestBegan(request(1), access: .granted, at: .zero).source?.isStart == true)
    #expect(machine.phase.name == "starting")
  }

  @Test mutating func theFirstStreamStartsAnAuthorizedSource() {
    #expect(machine.streamBegan(stream(1), access: .granted).source?.isStart == true)
    #expect(machine.phase.name == "starting")
  }

  @Test mutating func theFirstConsumerAsksWhereTheAuthorizationIsNotDetermined() {
    let action = machine.requestBegan(request(1), access: .notDetermined, at: .zero)
    #expect(action.source?.isAsk == true)
    #expect(machine.phase.name == "asking")
  }

  @Test mutating func aSecondConsumerNeitherAsksNorStarts() throws {
    _ = machine.requestBegan(request(1), access: .notDetermined, at: .zero)
    #expect(machine.streamBegan(stream(2), access: .notDetermined).source?.isNone == true)
    _ = machine.answered(.granted)
    #expect(machine.requestBegan(request(3), access: .granted, at: .zero).source?.isNone == true)
    _ = machine.sourceStarted(pushed)
    #expect(machine.streamBegan(stream(4), access: .granted).source?.isNone == true)
    #expect(machine.requests.count == 2)
    #expect(machine.streams.map(\.id) == [2, 4])
  }

  @Test mutating func aConsumerWithAnAuthorizationStartsInPlaceOfAnOpenQuestion() {
    let asked = machine.requestBegan(request(1), access: .notDetermined, at: .zero)
    let started = machine.streamBegan(stream(2), access: .granted)
    guard case .wait(.ask(let question)) = asked, case .wait(.start(let canceled)) = started
    else {
      Issue.record("\(asked), \(started)")
      return
    }
    #expect(question === canceled)
    #expect(machine.phase.name == "starting")
    #expect(machine.answered(.refused(refusal)).isNone)
  }

  @Test mutating func aRefusedConsumerIsTurnedAwayAndChangesNothing() {
    let reply = machine.requestBegan(request(1), access: .refused(refusal), at: .zero).reply
    #expect(reply?.result.failure?.detail == refusal.detail)
    guard case .fail(let error) = machine.streamBegan(stream(2), access: .refused(refusal))
    else {
      Issue.record("the stream was not refused")
      return
    }
    #expect(error.detail == refusal.detail)
    #expect(machine.phase.name == "idle")
    #expect(machine.requests.isEmpty && machine.streams.isEmpty)
  }

  @Test mutating func aRequestsDeadlineCountsFromItsBeginning() {
    #expect(
      request(1, LocationCriteria(timeout: .seconds(5)), at: .seconds(3)).deadline == .seconds(8))
    #expect(request(1, LocationCriteria(timeout: nil)).deadline == nil)
  }

  // MARK: The last fix

  @Test mutating func aYoungFixAnswersAtOnce() throws {
    let subscription = try run()
    let fix = try fix(accuracy: 4)
    _ = machine.received([.fix(fix)], from: subscription.id, at: .seconds(10))
    let criteria = LocationCriteria(maximumAge: .seconds(5), accuracy: 4)
    let young = machine.requestBegan(request(2, criteria), access: .granted, at: .seconds(15))
    #expect(young.reply?.result.fix == fix)
    let old = machine.requestBegan(request(3, criteria), access: .granted, at: .seconds(16))
    #expect(old.reply == nil)
  }

  @Test mutating func aFixAfterTheDeadlineComesTooLate() throws {
    let subscription = try run()
    let criteria = LocationCriteria(timeout: .seconds(60))
    for (time, isInTime) in [(Duration.seconds(60), true), (.milliseconds(60_001), false)] {
      let id = isInTime ? 2 : 3
      _ = machine.requestBegan(request(id, criteria), access: .granted, at: .zero)
      let action = machine.received([.fix(try fix())], from: subscription.id, at: time)
      #expect(action.replies.map { $0.result.fix == nil } == [!isInTime])
    }
    #expect(machine.requests.isEmpty)
  }

  @Test mutating func aFixIsNotAnsweredFromMemoryWithoutAuthorization() throws {
    let subscription = try run()
    _ = machine.received([.fix(try fix())], from: subscription.id, at: .zero)
    _ = machine.sourceEnded(nil, from: subscription.id)
    let criteria = LocationCriteria(maximumAge: .seconds(60))
    let asked = machine.requestBegan(request(2, criteria), access: .notDetermined, at: .zero)
    #expect(asked.reply == nil)
    _ = machine.answered(.refused(refusal))
    // The refusal also made it forget the fix.
    let later = machine.requestBegan(request(3, criteria), access: .granted, at: .zero)
    #expect(later.reply == nil)
  }

  @Test mutating func aRefusedConsumerMakesTheServiceForgetTheFixAlsoForALaterGrant() throws {
    let subscription = try run()
    _ = machine.received([.fix(try fix())], from: subscription.id, at: .zero)
    _ = machine.streamEnded(1)
    _ = machine.streamBegan(stream(2), access: .refused(refusal))
    let criteria = LocationCriteria(maximumAge: .seconds(60))
    #expect(machine.requestBegan(request(3, criteria), access: .granted, at: .zero).reply == nil)
  }

  // MARK: What listeners are told

  @Test mutating func aStopDuringAnOutageForgetsTheOutage() throws {
    let first = try run(streamID: 1)
    _ = machine.received([.fixLost(.silent)], from: first.id, at: .zero)
    _ = machine.streamEnded(1)
    #expect(machine.takeChanges() == [.started, .sourceLost(.silent), .stopped(nil)])
    let second = try run(streamID: 2)
    _ = machine.received([.fix(try fix())], from: second.id, at: .zero)
    #expect(machine.takeChanges() == [.started])
  }

  @Test mutating func aSecondOutageIsToldAgain() throws {
    let subscription = try run()
    for update in [LocationUpdate.fixLost(.silent), .fix(try fix()), .fixLost(.disconnected)] {
      _ = machine.received([update], from: subscription.id, at: .zero)
    }
    #expect(
      machine.takeChanges() == [
        .started, .sourceLost(.silent), .sourceBack, .sourceLost(.disconnected),
      ])
  }

  // MARK: Answers and deliveries

  @Test mutating func eachRequestIsAnsweredByTheFirstFixThatMeetsItsCriteria() throws {
    _ = machine.requestBegan(request(1), access: .granted, at: .zero)
    _ = machine.requestBegan(
      request(2, LocationCriteria(accuracy: 10)), access: .granted, at: .zero)
    let subscription = try #require(machine.sourceStarted(pushed).subscription)
    let (coarse, fine) = (try fix(accuracy: 50), try fix(accuracy: 5))
    let first = machine.received([.fix(coarse)], from: subscription.id, at: .zero)
    #expect(first.replies.map(\.request.id) == [1])
    #expect(first.replies.first?.result.fix == coarse)
    #expect(first.stopped == nil)
    let second = machine.received([.fix(fine)], from: subscription.id, at: .zero)
    #expect(second.replies.map(\.request.id) == [2])
    #expect(second.replies.first?.result.fix == fine)
    #expect(second.stopped?.id == subscription.id)
    #expect(machine.phase.name == "idle")
  }

  @Test mutating func aRequestRemembersTheMostAccurateFix() throws {
    _ = machine.requestBegan(request(1, LocationCriteria(accuracy: 1)), access: .granted, at: .zero)
    let subscription = try #require(machine.sourceStarted(pushed).subscription)
    let fixes = [try fix(), try fix(accuracy: 9), try fix(accuracy: 30), try fix()]
    _ = machine.received(fixes.map { .fix($0) }, from: subscription.id, at: .zero)
    let action = machine.requestEnded(1, .timedOut)
    #expect(action.reply?.result.failure?.code == .timedOut)
    #expect(action.reply?.result.failure?.bestFix == fixes[1])
    #expect(action.stopped?.id == subscription.id)
  }

  @Test mutating func ofTwoFixesWithTheSameAccuracyTheNewerOneIsTheBest() throws {
    _ = machine.requestBegan(request(1, LocationCriteria(accuracy: 1)), access: .granted, at: .zero)
    let subscription = try #require(machine.sourceStarted(pushed).subscription)
    let fixes = [try fix(accuracy: 9), try fix(accuracy: 9, northBy: 0.1)]
    _ = machine.received(fixes.map { .fix($0) }, from: subscription.id, at: .zero)
    #expect(machine.requestEnded(1, .timedOut).reply?.result.failure?.bestFix == fixes[1])
  }

  @Test mutating func everyStreamGetsWhatItReports() throws {
    _ = machine.streamBegan(stream(1), access: .granted)
    _ = machine.streamBegan(stream(2, fixesOnly: true), access: .granted)
    let subscription = try #require(machine.sourceStarted(pushed).subscription)
    let fix = try LocationUpdate.fix(fix())
    let batch = [LocationUpdatesTests.loss, fix]
    let action = machine.received(batch, from: subscription.id, at: .zero)
    #expect(action.deliveries.map(\.updates) == [batch, [fix]])
    let loss = machine.received([LocationUpdatesTests.loss], from: subscription.id, at: .zero)
    #expect(loss.deliveries.count == 1)
  }

  @Test mutating func theUpdatesAndTheEndOfAnEarlierSubscriptionAreIgnored() throws {
    let old = try run(streamID: 1)
    #expect(machine.streamEnded(1).stopped?.id == old.id)
    let current = try run(streamID: 2)
    #expect(machine.received([.fix(try fix())], from: old.id, at: .zero).deliveries.isEmpty)
    #expect(machine.sourceEnded(.sourceUnavailable, from: old.id).buffers.isEmpty)
    #expect(machine.received([.fix(try fix())], from: current.id, at: .zero).deliveries.count == 1)
  }

  // MARK: Consumers leave

  @Test mutating func theSourceStopsWithItsLastConsumer() throws {
    let subscription = try run(streamID: 1)
    _ = machine.requestBegan(request(2), access: .granted, at: .zero)
    #expect(machine.streamEnded(1).stopped == nil)
    let action = machine.requestEnded(2, .cancelled)
    #expect(action.reply?.result.failure?.code == .cancelled)
    #expect(action.stopped?.id == subscription.id)
    #expect(machine.phase.name == "idle")
  }

  @Test mutating func anAnsweredRequestCannotEndAgain() throws {
    let subscription = try run()
    _ = machine.requestBegan(request(2), access: .granted, at: .zero)
    _ = machine.received([.fix(try fix())], from: subscription.id, at: .zero)
    let action = machine.requestEnded(2, .timedOut)
    #expect(action.reply == nil && action.stopped == nil)
  }

  @Test mutating func aSourceThatStartedForNobodyIsDropped() {
    _ = machine.streamBegan(stream(1), access: .granted)
    #expect(machine.streamEnded(1).stopped == nil)
    #expect(machine.phase.name == "starting")
    #expect(machine.sourceStarted(pushed).subscription == nil)
    #expect(machine.phase.name == "idle")
  }

  @Test mutating func aConsumerThatComesWhileTheSourceStartsKeepsIt() {
    _ = machine.streamBegan(stream(1), access: .granted)
    _ = machine.streamEnded(1)
    #expect(machine.streamBegan(stream(2), access: .granted).source?.isNone == true)
    #expect(machine.sourceStarted(pushed).subscription != nil)
  }

  // MARK: Authorization

  @Test mutating func aGrantStartsTheSourceForThoseThatWait() {
    _ = machine.requestBegan(request(1), access: .notDetermined, at: .zero)
    #expect(machine.answered(.granted).isStart)
    #expect(machine.phase.name == "starting")
  }

  @Test mutating func aGrantForNobodyStartsNothing() {
    _ = machine.requestBegan(request(1), access: .notDetermined, at: .zero)
    _ = machine.requestEnded(1, .cancelled)
    #expect(machine.phase.name == "asking")
    #expect(machine.answered(.granted).isNone)
    #expect(machine.phase.name == "idle")
  }

  @Test mutating func aRefusalEndsEveryConsumer() {
    _ = machine.requestBegan(request(1), access: .notDetermined, at: .zero)
    _ = machine.streamBegan(stream(2), access: .notDetermined)
    guard case .end(let action) = machine.answered(.refused(refusal)) else {
      Issue.record("nobody was told")
      return
    }
    #expect(action.replies.map(\.request.id) == [1])
    #expect(action.replies.first?.result.failure?.code == .notAuthorized)
    #expect(action.buffers.count == 1)
    #expect(action.error?.detail == refusal.detail)
    #expect(machine.phase.name == "idle")
  }

  @Test mutating func aLateAnswerIsIgnored() throws {
    let subscription = try run()
    #expect(machine.answered(.refused(refusal)).isNone)
    #expect(
      machine.received([.fix(try fix())], from: subscription.id, at: .zero).deliveries.count == 1)
  }

  // MARK: The end

  @Test(arguments: [nil, UserLocationError.sourceUnavailable])
  mutating func theEndOfTheSourceEndsEveryConsumer(_ error: UserLocationError?) throws {
    let subscription = try run(streamID: 1)
    _ = machine.requestBegan(request(2), access: .granted, at: .zero)
    let action = machine.sourceEnded(error, from: subscription.id)
    // A sequence simply ends with its source, but a request has to say why there is no location.
    #expect(action.replies.first?.result.failure?.code == error?.code ?? .sourceEnded)
    #expect(action.error?.code == error?.code)
    #expect(action.buffers.count == 1)
    #expect(action.stopped?.id == subscription.id)
    #expect(machine.phase.name == "idle")
  }

  @Test mutating func aReleaseEndsEveryConsumerAndStopsTheSource() throws {
    let subscription = try run(streamID: 1)
    _ = machine.requestBegan(request(2), access: .granted, at: .zero)
    let action = machine.shutDown()
    #expect(action.replies.first?.result.failure?.code == .cancelled)
    #expect(action.buffers.count == 1)
    #expect(action.stopped?.id == subscription.id)
    #expect(machine.phase.name == "shutDown")
  }

  @Test mutating func aReleaseCancelsTheQuestionAndIgnoresItsAnswer() {
    _ = machine.requestBegan(request(1), access: .notDetermined, at: .zero)
    let action = machine.shutDown()
    #expect(action.asking != nil)
    #expect(action.replies.count == 1)
    #expect(machine.answered(.granted).isNone)
  }

  @Test mutating func aSourceThatStartedAfterTheReleaseIsDropped() {
    _ = machine.streamBegan(stream(1), access: .granted)
    _ = machine.shutDown()
    #expect(machine.sourceStarted(pushed).subscription == nil)
    #expect(machine.phase.name == "shutDown")
  }

  @Test mutating func aReleasedServiceTurnsConsumersAway() {
    _ = machine.shutDown()
    let reply = machine.requestBegan(request(1), access: .granted, at: .zero).reply
    #expect(reply?.result.failure?.code == .cancelled)
    #expect(machine.streamBegan(stream(2), access: .granted).source == nil)
    #expect(machine.streams.isEmpty)
  }
}
