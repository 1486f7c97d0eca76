import Foundation
import LocationCore
import LocationIO
import TestSupport
import TestTurns
import Testing

/// Programs of hooks, with the real shell as the program.
@Suite(.inTurn) struct ProgramCallTests {
  private let directory: TemporaryDirectory
  /// The clock never reaches the time limit of these calls by itself.
  private let clock = StoppedClock()

  init() throws { directory = try TemporaryDirectory() }

  /// A clock on which only the test lets time pass.
  private struct StoppedClock: LocationClock {
    struct Instant: InstantProtocol {
      var offset = Duration.zero
      func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
      func duration(to other: Instant) -> Duration { other.offset - offset }
      static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    /// Whether the next sleep ends now.
    var isDue: @Sendable () -> Bool = { false }
    var now: Instant { Instant() }
    var date: Date { .distantPast }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
      _ = await eventually { isDue() || Task.isCancelled }
      try Task.checkCancellation()
    }
  }

  private func call(
    _ words: String..., variables: [String: String] = [:], input: String = ""
  ) -> ProgramCall {
    ProgramCall(
      words, variables: variables, input: Array(input.utf8), timeout: .seconds(10))
  }

  private func contents(_ name: String) throws -> String {
    try String(contentsOfFile: directory.path(name), encoding: .utf8)
  }

  @Test func theExitStatusIsReported() async {
    #expect(await call("true").run(clock: clock) == .exited(0))
    #expect(await call("/bin/sh", "-c", "exit 7").run(clock: clock) == .exited(7))
    #expect(await call("/bin/sh", "-c", "kill -9 $$").run(clock: clock) == .signaled(9))
  }

  /// The hooks of a program need not know the password of its broker.
  @Test func theProgramDoesNotGetThePassword() async throws {
    setenv("LOCATE_PASSWORD", "secret", 1)
    defer { unsetenv("LOCATE_PASSWORD") }
    let script = "echo ${LOCATE_PASSWORD-none} $PATH > '\(directory.path("out"))'"
    #expect(await call("/bin/sh", "-c", script).run(clock: clock) == .exited(0))
    #expect(try contents("out").hasPrefix("none /"))
    let given = call("/bin/sh", "-c", script, variables: ["LOCATE_PASSWORD": "its own"])
    #expect(await given.run(clock: clock) == .exited(0))
    #expect(try contents("out").hasPrefix("its own /"))
  }

  @Test func aMissingProgramIsAFailure() async {
    let ending = await call("/nowhere/program").run(clock: clock)
    guard case .failed(let reason) = ending else {
      Issue.record("it is \(ending)")
      return
    }
    #expect(reason.lowercased().contains("no such file"))
  }

  @Test func theProgramReadsItsInputAndItsVariables() async throws {
    let input = String(repeating: "0123456789", count: 20_000)
    let ending = await call(
      "/bin/sh", "-c", #"cat > "$FOLDER/input"; printf %s "$PLACE" > "$FOLDER/place""#,
      variables: ["FOLDER": directory.url.path, "PLACE": "Home & \"garden\""], input: input
    ).run(clock: clock)
    #expect(ending == .exited(0))
    #expect(try contents("input") == input)
    #expect(try contents("place") == "Home & \"garden\"")
  }

  /// A full disk must not keep the hook from running that reports it.
  @Test func theInputNeedsNoFolder() async throws {
    let former = ProcessInfo.processInfo.environment["TMPDIR"]
    setenv("TMPDIR", "/nowhere", 1)
    defer { if let former { setenv("TMPDIR", former, 1) } else { unsetenv("TMPDIR") } }
    let script = "cat /dev/stdin > '\(directory.path("in"))'"
    #expect(await call("/bin/sh", "-c", script, input: "event").run(clock: clock) == .exited(0))
    #expect(try contents("in") == "event")
  }

  /// Collects what this process writes to standard error.
  private func errors(_ body: () async -> Void) async throws -> String {
    let former = dup(STDERR_FILENO)
    let file = open(directory.path("errors"), O_RDWR | O_CREAT | O_TRUNC, 0o600)
    dup2(file, STDERR_FILENO)
    await body()
    dup2(former, STDERR_FILENO)
    close(former)
    close(file)
    return try contents("errors")
  }

  @Test func whatAProgramPrintsIsPassedOnUpToALimit() async throws {
    let text = try await errors {
      let script = "echo out; echo error > /dev/stderr; yes | head -c 1000000"
      #expect(await call("/bin/sh", "-c", script).run(clock: clock) == .exited(0))
    }
    #expect(text.hasPrefix("out\nerror\ny\n"))
    #expect(text.hasSuffix("\n(the rest of this program's output is left out)\n"))
    #expect((65_536..<65_700).contains(text.utf8.count))
  }

  /// The program in the background has the standard error of the hook.
  @Test func aProgramInTheBackgroundIsNotWaitedFor() async throws {
    let text = try await errors {
      // It ends with the test, which removes the folder.
      let script = "(while [ -e '\(directory.path(""))' ]; do sleep 0.01; done) & echo now"
      #expect(await call("/bin/sh", "-c", script).run(clock: clock) == .exited(0))
    }
    #expect(text == "now\n")
  }

  @Test func wordsReachTheProgramAsTheyAre() async throws {
    let ending = await call(
      "/bin/sh", "-c", #"printf '%s|' "$@" > "$0""#, directory.path("words"), "a b", "$HOME", "*"
    ).run(clock: clock)
    #expect(ending == .exited(0))
    #expect(try contents("words") == "a b|$HOME|*|")
  }

  @Test func aProgramThatTakesTooLongIsEndedWithThoseThatItStarted() async throws {
    let (ready, ended) = (directory.path("ready"), directory.path("ended"))
    var clock = clock
    let isSignaled = Flag()
    clock.isDue = {
      // Only the first limit passes: SIGTERM must be enough.
      let isDue = FileManager.default.fileExists(atPath: ready) && !isSignaled.isRaised
      if isDue { isSignaled.raise() }
      return isDue
    }
    let inner = #"trap 'echo > "$1"; exit' TERM; echo > "$0"; sleep 60 & wait"#
    let ending = await call(
      "/bin/sh", "-c", #"/bin/sh -c "$0" "$1" "$2" & wait"#, inner, ready, ended
    ).run(clock: clock)
    #expect(ending == .timedOut)
    #expect(await eventually { FileManager.default.fileExists(atPath: ended) })
  }

  @Test func aProgramThatIgnoresTheFirstSignalIsKilled() async throws {
    let ready = directory.path("ready")
    var clock = clock
    clock.isDue = { FileManager.default.fileExists(atPath: ready) }
    let ending = await call(
      "/bin/sh", "-c", #"trap '' TERM; echo > "$0"; while :; do sleep 60; done"#, ready
    ).run(clock: clock)
    #expect(ending == .timedOut)
  }

  @Test func aClosedPipeEndsTheProgramAsUsual() async throws {
    // A process that ignores SIGPIPE would leave `yes` running.
    let former = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, former) }
    let ending = await call(
      "/bin/bash", "-c", #"yes 2>/dev/null | head -1 > "$0"; exit ${PIPESTATUS[0]}"#,
      directory.path("line")
    ).run(clock: clock)
    #expect(ending == .exited(141))
  }

  @Test func cancellationDoesNotEndTheProgram() async throws {
    let call = call("/bin/sh", "-c", #"echo done > "$0""#, directory.path("done"))
    let task = Task { [clock] in await call.run(clock: clock) }
    task.cancel()
    #expect(await task.value == .exited(0))
    #expect(try contents("done") == "done\n")
  }
}
