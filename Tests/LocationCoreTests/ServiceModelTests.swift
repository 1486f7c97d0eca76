import LocationSimulation
import TestSupport
import TestTurns
import Testing

@testable import LocationCore

/// Random histories of a service, against a model that only knows who waits and what was told.
@Suite(.inTurn) struct ServiceModelTests {
  /// The events of one service, and the rules that its actions must keep.
  private struct Play {
    private var machine = ServiceStateMachine(status: .notDetermined)
    private var random: RandomStream
    private var now = Duration.zero
    private var newestID = 0

    // What the model knows.
    private var requests: [Int: LocationCriteria] = [:]
    private var streams: [Int: UpdateBuffer] = [:]
    /// The fix that may be answered from memory.
    private var memory: (fix: Fix, at: Duration)?
    private var isAsking = false
    private var isStarting = false
    private var subscription: ServiceSubscription?
    private var former: [ServiceSubscription] = []
    private var isShutDown = false
    private var isRunningTold = false
    private var isLossTold = false
    private(set) var violation: String?

    init(_ random: RandomStream) { self.random = random }

    private mutating func expect(_ isTrue: Bool, _ rule: @autoclosure () -> String) {
      if !isTrue, violation == nil { violation = "after \(now / .seconds(1)) s: \(rule())" }
    }

    mutating func step() throws {
      now += .seconds(random.integer(below: 3))
      switch random.integer(below: 13) {
      case 0, 1: beginRequest()
      case 2: beginStream()
      case 3: endRequest()
      case 4: endStream()
      case 5: answer()
      case 6, 7: startSource()
      case 8, 9, 10: try receive()
      case 11: endSource()
      default: if random.oneIn(20) { shutDown() }
      }
      readChanges()
      expect(Set(machine.requests.keys) == Set(requests.keys), "other requests wait")
      expect(Set(machine.streams.map(\.id)) == Set(streams.keys), "other streams are open")
      if !isStarting, !isAsking {
        let isNeeded = !requests.isEmpty || !streams.isEmpty
        expect(isNeeded == (subscription != nil), "the source runs for nobody, or not for somebody")
      }
    }

    // MARK: Consumers

    private mutating func access() -> ServiceStateMachine.Access {
      switch random.integer(below: 8) {
      case 0: .refused(.notAuthorized)
      case 1, 2: .notDetermined
      default: .granted
      }
    }

    private mutating func beginRequest() {
      newestID += 1
      let criteria = LocationCriteria(
        maximumAge: random.oneIn(2) ? .seconds(3) : nil, accuracy: random.oneIn(2) ? 10 : nil)
      let access = access()
      let action = machine.requestBegan(
        ServiceRequest(id: newestID, criteria: criteria, at: now) { _ in }, access: access, at: now)
      if access.isRefused { memory = nil }
      switch action {
      case .answer(let reply):
        expect(reply.request.id == newestID, "another request was answered")
        guard case .success(let fix) = reply.result else {
          return expect(isShutDown || access.isRefused, "a request was refused without a reason")
        }
        expect(!isShutDown && access.isGranted, "a fix was given without authorization")
        expect(
          memory.map { $0.fix == fix && now - $0.at <= criteria.maximumAge ?? .zero } == true
            && criteria.isMet(by: fix), "a fix was given that is forgotten, old or coarse")
      case .wait(let source):
        expect(!isShutDown && !access.isRefused, "a request waits that must be refused")
        requests[newestID] = criteria
        perform(source, access)
      }
    }

    private mutating func beginStream() {
      newestID += 1
      let access = access()
      let buffer = UpdateBuffer(capacity: 1) {}
      let stream = ServiceStream(
        id: newestID, buffer: buffer,
        filter: LocationFilter(), isOfFixesOnly: false)
      if access.isRefused { memory = nil }
      switch machine.streamBegan(stream, access: access) {
      case .fail:
        expect(isShutDown || access.isRefused, "a stream was refused without a reason")
      case .wait(let source):
        expect(!isShutDown && !access.isRefused, "a stream is open that must be refused")
        streams[newestID] = buffer
        perform(source, access)
      }
    }

    private mutating func perform(
      _ action: ServiceStateMachine.SourceAction, _ access: ServiceStateMachine.Access
    ) {
      let isBusy = isStarting || subscription != nil
      switch action {
      case .none: expect(isBusy || isAsking && !access.isGranted, "nobody gets the source")
      case .ask:
        expect(!isBusy && !isAsking && !access.isGranted, "it asked in vain")
        isAsking = true
      case .start(let question):
        expect(!isBusy && access.isGranted, "a source was started twice")
        expect((question != nil) == isAsking, "a question stayed open")
        (isAsking, isStarting) = (false, true)
      }
    }

    private mutating func endRequest() {
      let id = random.integer(below: newestID + 2)
      let wasOpen = requests.removeValue(forKey: id) != nil
      let action = machine.requestEnded(id, .timedOut)
      expect((action.reply?.request.id == id) == wasOpen, "a request was not answered once")
      stopped(action.stopped)
    }

    private mutating func endStream() {
      let id = random.integer(below: newestID + 2)
      streams[id] = nil
      stopped(machine.streamEnded(id).stopped)
    }

    private mutating func stopped(_ stopped: ServiceSubscription?) {
      guard let stopped else { return }
      expect(stopped.id == subscription?.id, "another subscription was stopped")
      former.append(stopped)
      subscription = nil
    }

    // MARK: The source

    private mutating func answer() {
      let access = access()
      let wasAsking = isAsking
      isAsking = false
      switch machine.answered(access) {
      case .none:
        expect(!wasAsking || access.isGranted && requests.isEmpty && streams.isEmpty, "no answer")
      case .start:
        expect(wasAsking && access.isGranted, "it started without a grant")
        isStarting = true
      case .end(let action):
        expect(wasAsking && !access.isGranted, "it ended without a refusal")
        memory = nil
        end(action)
      }
    }

    private mutating func startSource() {
      guard isStarting else { return }
      isStarting = false
      let isNeeded = !requests.isEmpty || !streams.isEmpty
      switch machine.sourceStarted(LocationUpdates.makeStream().updates) {
      case .receive(let started):
        expect(isNeeded && !isShutDown, "a source runs for nobody")
        subscription = started
      case .drop: expect(!isNeeded || isShutDown, "a source was dropped")
      }
    }

    private mutating func receive() throws {
      let (fine, coarse) = (try Fix.munich(accuracy: 5), try Fix.munich(accuracy: 50))
      let all: [LocationUpdate] = [
        .fix(fine), .fix(coarse), loss(.silent), loss(.disconnected), loss(.noFix),
        .sky(SkyView(satellites: [], source: fine.source)),
      ]
      let updates = (0...random.integer(below: 3)).map { _ in all[random.integer(below: all.count)]
      }
      // Updates of an earlier subscription may still come.
      let late = random.oneIn(6) ? former.last : nil
      guard let from = late ?? subscription else { return }
      let action = machine.received(updates, from: from.id, at: now)
      if late != nil {
        return expect(action.replies.isEmpty && action.deliveries.isEmpty, "late updates counted")
      }
      for buffer in streams.values {
        expect(
          action.deliveries.filter { $0.buffer === buffer }.map(\.updates) == [updates],
          "a stream did not get all updates")
      }
      var answered: [Int: Fix] = [:]
      var last: Fix?
      for case .fix(let fix) in updates {
        let isEnd = streams.isEmpty && requests.count == answered.count
        if !isEnd { last = fix }
        for (id, criteria) in requests where answered[id] == nil && criteria.isMet(by: fix) {
          answered[id] = fix
        }
      }
      if let last { memory = (last, now) }
      for reply in action.replies {
        expect(
          (try? reply.result.get()) == answered.removeValue(forKey: reply.request.id),
          "a request got another fix")
        requests[reply.request.id] = nil
      }
      expect(answered.isEmpty, "a request was not answered")
      stopped(action.stopped)
    }

    private func loss(_ reason: FixLoss.Reason) -> LocationUpdate {
      .fixLost(FixLoss(reason: reason, source: FixSource(kind: .live, name: "mock")))
    }

    private mutating func endSource() {
      let late = random.oneIn(4) ? former.last : nil
      guard let from = late ?? subscription else { return }
      let error = [nil, UserLocationError.sourceUnavailable, .notAuthorized][
        random.integer(below: 3)]
      let action = machine.sourceEnded(error, from: from.id)
      if late != nil {
        return expect(action.replies.isEmpty && action.buffers.isEmpty, "a late end counted")
      }
      if error?.code == .notAuthorized { memory = nil }
      end(action)
    }

    private mutating func shutDown() {
      let wasAsking = isAsking
      (isAsking, isShutDown) = (false, true)
      let action = machine.shutDown()
      expect((action.asking != nil) == wasAsking, "a question stayed open")
      end(action)
    }

    private mutating func end(_ action: ServiceStateMachine.EndAction) {
      expect(Set(action.replies.map(\.request.id)) == Set(requests.keys), "not all were answered")
      expect(action.buffers.count == streams.count, "not all streams were ended")
      (requests, streams) = ([:], [:])
      stopped(action.stopped)
    }

    // MARK: What listeners are told

    private mutating func readChanges() {
      for change in machine.takeChanges() {
        switch change {
        case .authorization: break
        case .started:
          expect(!isRunningTold, "started twice")
          isRunningTold = true
        case .stopped:
          expect(isRunningTold, "stopped twice")
          (isRunningTold, isLossTold) = (false, false)
        case .sourceLost:
          expect(isRunningTold && !isLossTold, "lost twice")
          isLossTold = true
        case .sourceBack:
          expect(isRunningTold && isLossTold, "back without a loss")
          isLossTold = false
        }
      }
      expect(isRunningTold == (subscription != nil), "listeners know another state")
    }
  }

  @Test func everyHistoryKeepsTheRules() {
    playRandomSequences { random in
      var play = Play(random)
      for _ in 0..<60 where play.violation == nil { try play.step() }
      return play.violation
    }
  }
}

extension ServiceStateMachine.Access {
  fileprivate var isGranted: Bool { if case .granted = self { true } else { false } }
  fileprivate var isRefused: Bool { if case .refused = self { true } else { false } }
}
