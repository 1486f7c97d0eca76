import LocationIO
import LocationSources
import Synchronization
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

@Suite(.inTurn) struct HookTests {
  // MARK: Words

  @Test(
    arguments: [
      ("notify-send Home", ["notify-send", "Home"]),
      ("  a   b\t", ["a", "b"]), ("a 'b  c' \"d 'e'\"", ["a", "b  c", "d 'e'"]),
      (#"a b\ c \"d\" "\"e" '\f'"#, ["a", "b c", "\"d\"", "\"e", #"\f"#]),
      ("a '' b\"c\"'d'", ["a", "", "bcd"]),
      ("echo $HOME * `id` ; ls", ["echo", "$HOME", "*", "`id`", ";", "ls"]),
    ])
  func aCommandIsDividedIntoWordsWithoutAShell(text: String, words: [String]) throws {
    #expect(try HookCommand(argument: text).words == words)
  }

  @Test(arguments: ["", "  ", "a 'b", "a \"b", "a\\", "'' a"])
  func anIncompleteCommandIsRefused(text: String) {
    #expect(throws: InvalidOptionValue.self) { try HookCommand(argument: text) }
  }

  // MARK: The queue

  /// Programs that run until the test ends them. The first word is their name.
  private final class Programs: Sendable {
    private struct State {
      var running: [String: CheckedContinuation<ProgramCall.Ending, Never>] = [:]
      var started: [String] = []
    }

    private let state = Mutex(State())

    var running: Set<String> { state.withLock { Set($0.running.keys) } }
    var started: [String] { state.withLock { $0.started } }

    func run(_ call: ProgramCall) async -> ProgramCall.Ending {
      await withCheckedContinuation { continuation in
        state.withLock { state in
          state.running[call.words[0]] = continuation
          state.started.append(call.words[0])
        }
      }
    }

    func end(_ name: String, _ ending: ProgramCall.Ending = .exited(0)) {
      state.withLock { $0.running.removeValue(forKey: name) }?.resume(returning: ending)
    }

    func isRunning(_ names: Set<String>) async -> Bool {
      await eventually { self.running == names }
    }
  }

  private let programs = Programs()
  private let reports = Reports()

  private final class Reports: Sendable {
    let lines = Mutex<[String]>([])
  }

  private func queue(limit: Int) -> HookQueue {
    HookQueue(limit: limit) { [programs] in
      await programs.run($0)
    } report: { [reports] line in
      reports.lines.withLock { $0.append(line) }
    }
  }

  private func hook(_ place: String, _ name: String) -> HookQueue.Hook {
    HookQueue.Hook(
      place: place, call: ProgramCall([name], timeout: .seconds(1)), name: "\(place) \(name)")
  }

  @Test func hooksOfAPlaceNeverOverlap() async {
    let queue = queue(limit: 4)
    for (place, name) in [("A", "a1"), ("A", "a2"), ("B", "b1"), ("A", "a3")] {
      queue.add(hook(place, name))
    }
    #expect(await programs.isRunning(["a1", "b1"]))
    programs.end("a1")
    #expect(await programs.isRunning(["a2", "b1"]))
    programs.end("a2")
    programs.end("b1")
    #expect(await programs.isRunning(["a3"]))
    programs.end("a3")
    await queue.finish()
    #expect(programs.started.filter { $0.hasPrefix("a") } == ["a1", "a2", "a3"])
    #expect(queue.count == 0)
  }

  @Test func aLimitedNumberOfHooksRuns() async {
    let queue = queue(limit: 2)
    for name in ["A", "B", "C"] { queue.add(hook(name, name)) }
    #expect(await programs.isRunning(["A", "B"]))
    #expect(queue.count == 3)
    programs.end("B")
    #expect(await programs.isRunning(["A", "C"]))
    programs.end("A")
    programs.end("C")
    await queue.finish()
  }

  @Test func theEndWaitsForAllHooks() async {
    let queue = queue(limit: 1)
    queue.add(hook("A", "a1"))
    queue.add(hook("A", "a2"))
    let isOver = Flag()
    async let end: Void = {
      await queue.finish()
      isOver.raise()
    }()
    #expect(await programs.isRunning(["a1"]))
    programs.end("a1")
    #expect(await programs.isRunning(["a2"]))
    #expect(!isOver.isRaised)
    programs.end("a2")
    await end
    #expect(programs.started == ["a1", "a2"])
  }

  @Test func failuresAreReported() async {
    let queue = queue(limit: 1)
    let endings: [ProgramCall.Ending] = [
      .exited(0), .exited(3), .signaled(9), .timedOut, .failed("no such file"),
    ]
    for (index, ending) in endings.enumerated() {
      queue.add(hook("A", "\(index)"))
      #expect(await programs.isRunning(["\(index)"]))
      programs.end("\(index)", ending)
    }
    await queue.finish()
    #expect(
      reports.lines.withLock { $0 } == [
        "A 1: it ended with the exit status 3", "A 2: signal 9 ended it",
        "A 3: it was ended, because it took too long", "A 4: it cannot be started: no such file",
      ])
  }
}
