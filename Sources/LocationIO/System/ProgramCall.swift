package import LocationCore
import LocationPOSIX
import LocationText
import Synchronization

/// A program to run with bytes on its standard input, and with a limit for its time.
///
/// No shell is involved. The program has a process group of its own, so that Ctrl-C in the terminal does
/// not end it. What it prints goes to this process's standard error, up to 64 kB.
package struct ProgramCall: Hashable, Sendable {
  package enum Ending: Hashable, Sendable {
    /// It ended with an exit status.
    case exited(Int32)
    /// A signal ended it.
    case signaled(Int32)
    /// It ran too long and was ended, together with the programs that it started.
    case timedOut
    /// It could not be started, with the reason.
    case failed(String)
  }

  /// How long a program that ignores SIGTERM runs on until it gets SIGKILL.
  private static let grace = Duration.seconds(5)

  /// The program and its arguments; at least one. A program without a slash is looked for in `$PATH`.
  package var words: [String]
  /// Environment variables in addition to those of this process.
  package var variables: [String: String]
  /// The content of its standard input.
  package var input: [UInt8]
  /// How long it may run.
  package var timeout: Duration

  package init(
    _ words: [String], variables: [String: String] = [:], input: [UInt8] = [], timeout: Duration
  ) {
    self.words = words
    self.variables = variables
    self.input = input
    self.timeout = timeout
  }

  /// Runs the program and waits for its end on a thread of its own. Canceling the task changes nothing.
  ///
  /// - Parameter clock: measures the time that the program may run.
  package func run(clock: any LocationClock) async -> Ending {
    let program: RunningProgram
    do throws(SystemError) {
      program = try RunningProgram(self)
    } catch {
      return .failed(error.clause)
    }
    let limit = Task { [timeout] in
      guard (try? await clock.sleep(for: timeout)) != nil else { return }
      program.end(by: SIGTERM)
      guard (try? await clock.sleep(for: Self.grace)) != nil else { return }
      program.end(by: SIGKILL)
    }
    let ending = await program.ending()
    limit.cancel()
    return ending
  }
}

/// A process that this one started.
private final class RunningProgram: Sendable {
  private struct State {
    var isOver = false
    var isTooLong = false
  }

  private static let outputLimit = 64 * 1024

  private let id: pid_t
  private let output: ProgramOutput
  private let state = Mutex(State())

  init(_ call: ProgramCall) throws(SystemError) {
    // A file and not a pipe: nobody has to write while the program does not read.
    let input = try SpoolFile(isSmall: true)
    try call.input.withBytes { bytes throws(SystemError) in try input.write(bytes) }
    let (output, end) = try ProgramOutput.start(limit: Self.outputLimit)
    self.output = output
    id = try ProgramStart.start(
      call.words, variables: call.variables, input: try input.rewind(),
      outputs: (standard: end.number, error: end.number), hasOwnGroup: true)
    withExtendedLifetime((input, end)) {}
  }

  /// Sends a signal to the program and to the programs that it started.
  func end(by signal: Int32) {
    state.withLock { state in
      // After its end the number may belong to another process.
      guard !state.isOver else { return }
      state.isTooLong = true
      kill(-id, signal)
    }
  }

  func ending() async -> ProgramCall.Ending {
    await DedicatedThread.run {
      self.waitForEnd()
    } withoutThread: { _ in
      // This thread waits instead.
      waitForEnd()
    }
  }

  private func waitForEnd() -> ProgramCall.Ending {
    // The number stays the program's until `waitpid` returns.
    var information = siginfo_t()
    while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    output.settle()
    return state.withLock { state in
      var status: Int32 = 0
      while waitpid(id, &status, 0) < 0, errno == EINTR {}
      state.isOver = true
      if state.isTooLong { return .timedOut }
      return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signaled(status & 0x7F)
    }
  }
}
