import LocationCore
import LocationSources
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// What a command says while it waits, and after it waited in vain.
@Suite(.inTurn)
struct WaitingTests {
  private let lost = LocationUpdate.fixLost(FixLoss(reason: .noFix, source: .live))
  private let noDevice = LocationUpdate.fixLost(FixLoss(reason: .noDevice, source: .live))
  private let sky = LocationUpdate.sky(
    SkyView(satellites: (1...5).map { Satellite(prn: $0) }, source: .live))

  /// A command on a terminal, whose source says `script` at once.
  private func test(_ script: [LocationUpdate], _ screen: Screen) -> TestEnvironment {
    let provider = LocationProviderMock(script: script.map { .update($0) })
    return TestEnvironment(sources: SourceAssemblerMock(provider: provider), terminal: screen)
  }

  /// Lets seconds pass until the status line is `words` and more seconds than `seconds`, and returns
  /// them. The first status may come before the updates of the source.
  private func status(
    _ words: String, after seconds: Int = 0, on screen: Screen, _ test: TestEnvironment,
    sleepers: Int = 1
  ) async -> Int {
    while true {
      test.clock.advance(by: .seconds(1))
      await test.clock.waitForSleepers(sleepers)
      guard let line = screen.lines.last, line.hasPrefix(words + ", "),
        let end = line.range(of: " s, waiting for "), !line.hasSuffix(" for "),
        let shown = Int(line[..<end.lowerBound].dropFirst(words.count + 2)), shown > seconds
      else { continue }
      return shown
    }
  }

  @Test(arguments: [["--timeout", "1h"], ["watch"], ["watch", "--json"]])
  func afterASecondTheTerminalSaysWhatTheCommandWaitsFor(command: [String]) async {
    // Wide enough for a line of JSON.
    let screen = Screen(width: 4000)
    let test = test([sky, lost], screen)
    async let code = test.run(command)
    let sleepers = command.contains("--timeout") ? 2 : 1
    await test.clock.waitForSleepers(sleepers)
    #expect(!screen.lines.contains { $0.contains("satellites in view") })
    let words = "no fix, 5 satellites in view"
    let first = await status(words, on: screen, test, sleepers: sleepers)
    _ = await status(words, after: first, on: screen, test, sleepers: sleepers)
    test.interrupts.interrupt()
    #expect(await code == 130)
    #expect(screen.lines.allSatisfy { $0.hasPrefix("{") })
  }

  @Test func aGPSDWithoutReceiverIsNamed() async {
    let screen = Screen(width: 80)
    let test = test([noDevice], screen)
    async let code = test.run("watch")
    await test.clock.waitForSleepers()
    _ = await status("gpsd has no receiver", on: screen, test)
    #expect(screen.lines.count == 1)
    test.interrupts.interrupt()
    _ = await code
  }

  @Test func agpsdThatDoesNotAnswerIsNoBrokenConnection() async {
    let screen = Screen(width: 80)
    let disconnected = LocationUpdate.fixLost(FixLoss(reason: .disconnected, source: .live))
    let test = test([disconnected], screen)
    async let code = test.run("watch", "--retry")
    await test.clock.waitForSleepers()
    _ = await status("gpsd does not answer", on: screen, test)
    test.interrupts.interrupt()
    _ = await code
  }

  @Test func whatWasDroppedIsSaidAfterAMomentOnceAMinuteAndAtTheEnd() throws {
    let clock = ManualClock()
    let observation = SourceObservation(of: [.standard], clock: clock)
    let (updates, continuation) = LocationUpdates.makeStream(bufferingNewest: 1)
    updates.drops.add(to: observation.drops)
    func drop(_ count: Int) throws {
      for _ in 0..<count { continuation.yield(.fix(try .bare(source: .live))) }
    }
    try drop(1)
    #expect(observation.dropReport() == nil)
    try drop(1)
    #expect(observation.dropReport() == nil)
    clock.advance(by: .seconds(1))
    try drop(10)
    let name = SourceDescription.standard.name
    #expect(
      observation.dropReport()
        == "\(name): dropped 11 updates so far, which came faster than they were read")
    clock.advance(by: .seconds(59))
    try drop(1)
    #expect(observation.dropReport() == nil)
    clock.advance(by: .seconds(1))
    #expect(observation.dropReport()?.contains("dropped 12 updates so far") == true)
    #expect(observation.dropReport(isAtEnd: true) == nil)
    try drop(1)
    #expect(
      observation.dropReport(isAtEnd: true)
        == "\(name): dropped 13 updates, which came faster than they were read")
  }

  @Test func aReceiverThatNeverWasThereIsNotGone() throws {
    let observation = SourceObservation(of: [.standard], clock: ManualClock())
    let removed = LocationUpdate.fixLost(FixLoss(reason: .deviceRemoved, source: .live))
    observation.note(removed)
    #expect(observation.words == "there is no receiver")
    observation.note(.fix(try .bare(source: .live)))
    observation.note(removed)
    #expect(observation.words == "the receiver is gone")
  }

  @Test func aConnectionThatWorkedBeforeIsBroken() throws {
    let observation = SourceObservation(of: [.standard], clock: ManualClock())
    observation.note(.fix(try .bare(source: .live)))
    observation.note(.fixLost(FixLoss(reason: .disconnected, source: .live)))
    #expect(observation.words == "the connection broke")
  }

  @Test func theStatusNamesTheSource() async {
    let screen = Screen(width: 80)
    let test = test([], screen)
    async let code = test.run("once", "--source", "tcp://127.0.0.1:10110")
    await test.clock.waitForSleepers(2)
    test.clock.advance(by: .seconds(1))
    #expect(
      await eventually {
        screen.lines == ["no data yet, 1 s, waiting for tcp://127.0.0.1:10110"]
      })
    test.interrupts.interrupt()
    _ = await code
  }

  @Test func aSourceThatSaysNothingIsNamed() async {
    let screen = Screen(width: 80)
    let test = test([], screen)
    async let code = test.run("watch", "--source", "serial:/dev/ttyACM0")
    await test.clock.waitForSleepers()
    _ = await status("no data yet", on: screen, test)
    #expect(screen.lines.count == 1)
    test.interrupts.interrupt()
    _ = await code
  }

  @Test func duringAnOutageTheTimeWithoutAFixGrows() async throws {
    let screen = Screen(width: 80)
    let fix = LocationUpdate.fix(try .bare(source: .live))
    let test = test([fix, lost], screen)
    async let code = test.run("watch")
    var seconds: [Int] = []
    while seconds.count < 3 {
      await test.clock.waitForSleepers()
      if screen.lines.count == 2,
        let number = screen.lines[1].split(separator: " ").dropFirst(2).first
      {
        #expect(screen.lines[0] == "48.1173000° N  11.5167000° E")
        #expect(screen.lines[1].hasPrefix("no fix, "))
        seconds.append(Int(number) ?? -1)
      }
      test.clock.advance(by: .seconds(1))
    }
    #expect(seconds == [seconds[0], seconds[0] + 1, seconds[0] + 2])
    test.interrupts.interrupt()
    _ = await code
    #expect(screen.lines == ["48.1173000° N  11.5167000° E"])
  }

  @Test(
    arguments: [
      ([], "serial:/dev/ttyACM0", "no data yet; is the receiver on and connected?"),
      (["sky"], "serial:/dev/ttyACM0", "no fix, 5 satellites in view; the antenna needs open sky"),
      (["noDevice"], "gpsd://localhost", "gpsd has no receiver; plug it in, or name it to gpsd"),
      (["sky", "lost"], "gpsd://localhost", "no fix, 5 satellites in view; the antenna"),
      (["lost"], "drive.nmea", "no fix; wait longer with --timeout\n"),
    ] as [([String], String, String)], [[], ["watch", "--timeout", "30s"]])
  func aTimeoutStatesWhatWasObserved(
    observed: (script: [String], source: String, words: String), command: [String]
  ) async {
    let updates = ["sky": sky, "lost": lost, "noDevice": noDevice]
    let source = WaitingSource(observed.script.compactMap { updates[$0] })
    let test = TestEnvironment(source)
    // `once` waits 30 s unless told otherwise.
    #expect(await test.run(command + ["--source", observed.source], after: [source]) == 75)
    #expect(
      test.errors.text.contains(": no location in 30 s: \(observed.words)"),
      "\(test.errors.text)")
  }
}
