import LocationCore
import LocationIO
import LocationSources

/// Everything outside the command that it uses.
///
/// ``LocateEnvironment/process(arguments:interrupts:)`` makes the environment of a terminal. Tests make
/// one from parts of their own.
package struct LocateEnvironment: Sendable {
  /// The name that the command was started with. Messages begin with it.
  package var commandName: String
  package var variables: [String: String]
  /// Standard output and standard error.
  package var terminal: Terminal
  /// Creates the file of `-o`.
  package var createFile: @Sendable (String) throws(OutputError) -> any OutputFile
  /// Makes the sources of locations.
  package var sources: any CommandSourceAssembler
  /// The clock of timeouts and dates.
  package var clock: any LocationClock
  /// Reports that the user wants the command to end.
  package var interrupts: any InterruptSource
  /// The process that started the command.
  var parent = ParentProcess()
  /// The manager that started the command as a service; `nil` if none did.
  package var serviceManager: ServiceManager?
  /// Runs the program of a hook.
  package var runProgram: @Sendable (ProgramCall, any LocationClock) async -> ProgramCall.Ending =
    { call, clock in await call.run(clock: clock) }
  /// Opens the terminal of `view`. The parameter says whether standard input is a source of locations.
  var openViewTerminal: @Sendable (Terminal, Bool) throws(CommandFailure) -> any ViewTerminal =
    { terminal, readsStandardInput throws(CommandFailure) in
      try ProcessViewTerminal.open(terminal, readsStandardInput: readsStandardInput)
    }
  /// Serves the page of `web` until the task is canceled or the source fails; `nil` in a program without a
  /// web server.
  package var servePage: (@Sendable (WebJob) async throws -> Void)?

  package init(
    commandName: String, variables: [String: String], terminal: Terminal,
    createFile: @escaping @Sendable (String) throws(OutputError) -> any OutputFile,
    sources: any CommandSourceAssembler, clock: any LocationClock,
    interrupts: any InterruptSource
  ) {
    self.commandName = commandName
    self.variables = variables
    self.terminal = terminal
    self.createFile = createFile
    self.sources = sources
    self.clock = clock
    self.interrupts = interrupts
  }

  /// The date now.
  @Sendable func now() -> Date { clock.date }

  /// The destination of data.
  package var output: any OutputSink { terminal.output }

  /// The destination of text for people that the command was asked for.
  package var textOutput: any OutputSink { terminal.textOutput }

  /// The destination of messages.
  package var errorOutput: any OutputSink { terminal.errorOutput }

  /// Writes a message for the user as one line, after the command's name.
  func say(_ line: String) { errorOutput.say(line, as: commandName) }

  /// The destination of a format: a file, or standard output.
  func output(
    for format: OutputFormat, in file: (any OutputSink)? = nil
  ) -> any OutputSink {
    guard format.isText else { return file ?? output }
    return file.map { EncodingSink(base: $0, encoding: terminal.encoding) } ?? textOutput
  }
}

/// Reports that the user wants the command to end.
package protocol InterruptSource: Sendable {
  /// Calls `action` once, on any thread, with the number of the next signal. After the returned closure
  /// was called, `action` is not called.
  func onInterrupt(_ action: @escaping @Sendable (Int32) -> Void) -> @Sendable () -> Void

  /// Lets the command take longer to end after a signal, because it waits for other programs to end.
  func allowTime()
}
