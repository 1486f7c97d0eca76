import LocationCore
import LocationIO
import LocationSimulation
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocationSources

/// Random histories of three sources, against a model that only knows which ones run and what was told.
@Suite(.inTurn) struct FallbackModelTests {
  private struct Play {
    private var machine: FallbackStateMachine
    private var random: RandomStream
    private var now = Duration.zero

    // What the model knows.
    private var running: [Int: Int] = [:]
    private var ended: [(index: Int, run: Int)] = []
    private var current: Int?
    private var isLossTold = false
    private(set) var isFinished = false
    private(set) var violation: String?

    init(_ random: RandomStream) {
      var random = random
      machine = FallbackStateMachine(
        (0..<3).map { index in
          FallbackProvider.Source(
            "\(index)", LocationProviderMock(), maximumAge: random.oneIn(3) ? nil : .seconds(10))
        },
        limits: FallbackStateMachine.Limits(
          patience: .seconds(10), steadiness: .seconds(5),
          retry: RetryPolicy(first: .seconds(1), limit: .seconds(4), jitter: { 1 })))
      self.random = random
      perform(machine.begin(at: now))
    }

    private mutating func expect(_ isTrue: Bool, _ rule: @autoclosure () -> String) {
      if !isTrue, violation == nil { violation = "after \(now / .seconds(1)) s: \(rule())" }
    }

    mutating func step() throws {
      let deadline = machine.deadline(after: now)
      switch random.integer(below: 10) {
      case 0...5:
        now += .seconds(random.integer(below: 3))
        try receive()
      case 6: end()
      case 7: machine.waitedForConsumer(at: now)
      default:
        expect(deadline.map { $0 > now } ?? true, "a deadline is over")
        now = deadline ?? now
        perform(machine.timePassed(at: now))
      }
      expect(machine.current == current, "another source is in use")
      if !isFinished { expect(!running.isEmpty, "no source runs, and it did not finish") }
    }

    private mutating func receive() throws {
      let updates: [LocationUpdate] = [
        .fix(try .bare()), .fix(try .bare()), .fix(try .bare()),
        .sky(SkyView(satellites: [], source: .live)), .authorization(.denied),
        .fixLost(FixLoss(reason: .noFix, source: .live)),
        .fixLost(FixLoss(reason: .disconnected, source: .live)),
      ]
      let update = updates[random.integer(below: updates.count)]
      if random.oneIn(8), let former = ended.last {
        let actions = machine.received(update, from: former.index, run: former.run, at: now)
        return expect(actions.isEmpty, "an update of an earlier run counted")
      }
      guard let index = running.keys.sorted().randomElement(using: &random),
        let run = running[index]
      else { return }
      perform(machine.received(update, from: index, run: run, at: now), to: update, of: index)
    }

    private mutating func end() {
      let errors = [nil, UserLocationError.sourceUnavailable, .notAuthorized]
      let error = errors[random.integer(below: 3)]
      guard let index = running.keys.sorted().randomElement(using: &random),
        let run = running.removeValue(forKey: index)
      else { return }
      ended.append((index, run))
      let actions = machine.ended(index, run: run, error, at: now)
      if current == index, !actions.contains(where: \.isFinish) {
        let isTold = actions.contains { if case .reportLoss = $0 { true } else { false } }
        expect(isTold != isLossTold, "the end of the source in use was not told once")
        perform(actions)
        current = nil
        isLossTold = true
      } else {
        perform(actions)
      }
      expect(machine.ended(index, run: run, error, at: now).isEmpty, "a source ended twice")
    }

    private mutating func perform(
      _ actions: [FallbackStateMachine.Action], to update: LocationUpdate? = nil, of index: Int = -1
    ) {
      for action in actions {
        expect(!isFinished, "something happened after the end")
        switch action {
        case .start(let index, let run):
          expect(running[index] == nil, "source \(index) was started twice")
          running[index] = run
        case .stop(let index):
          expect(running[index] != nil, "source \(index) was stopped, and did not run")
          if let run = running.removeValue(forKey: index) { ended.append((index, run)) }
        case .use(let used):
          expect(used == index && used != current, "a source is in use that sent no fix")
          current = used
        case .deliver:
          expect(update != nil, "nothing came that could be delivered")
          switch update {
          case .fix:
            expect(current == index, "a fix of another source was delivered")
            isLossTold = false
          case .fixLost:
            expect(current == index || current == nil, "a loss of another source was delivered")
            if current == index { isLossTold = true }
          case .sky: expect(current == index || current == nil, "satellites of another source")
          case .authorization, nil: expect(false, "an authorization was delivered")
          }
        case .reportLoss:
          expect(!isLossTold, "a loss was told twice")
          isLossTold = true
        case .fail(let failed, _, _):
          expect(running[failed] == nil, "a source failed that runs")
        case .finish:
          expect(running.isEmpty, "it finished, and a source runs")
          isFinished = true
        }
      }
    }
  }

  @Test func everyHistoryKeepsTheRules() {
    playRandomSequences { random in
      var play = Play(random)
      for _ in 0..<60 where play.violation == nil && !play.isFinished { try play.step() }
      return play.violation
    }
  }
}

extension FallbackStateMachine.Action {
  fileprivate var isFinish: Bool { if case .finish = self { true } else { false } }
}
