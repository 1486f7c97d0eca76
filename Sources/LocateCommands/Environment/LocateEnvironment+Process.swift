import LocationCore
import LocationIO
import LocationPOSIX
import LocationSources

extension LocateEnvironment {
  /// The environment of this process. It ignores SIGPIPE, so that a write to a closed pipe is an error
  /// and does not end the process.
  ///
  /// - Parameters:
  ///   - arguments: the process's arguments, with its name first.
  ///   - interrupts: reports the process's signals.
  package static func process(
    arguments: [String], interrupts: any InterruptSource
  ) -> LocateEnvironment {
    reserveStandardDescriptors()
    checkDescriptors()
    signal(SIGPIPE, SIG_IGN)
    let commandName =
      arguments.first?.split(separator: "/").last.map(String.init) ?? RootCommand.name
    let variables = processVariables()
    let terminal = Terminal(
      output: DescriptorSink(STDOUT_FILENO, name: "standard output"),
      errorOutput: DescriptorSink(STDERR_FILENO, name: "standard error"),
      encoding: TextEncoding(variables: variables))
    let notice: @Sendable (String) -> Void = { terminal.errorOutput.say($0, as: commandName) }
    let ask: @Sendable (String) async -> Bool? = { question in
      await terminal.asking { await TerminalQuestion.ask(question, show: notice) }
    }
    let sources = CommandSources(
      commandName: commandName, notice: notice,
      confirm: TerminalQuestion.isPossible ? ask : nil)
    var environment = LocateEnvironment(
      commandName: commandName,
      variables: variables,
      terminal: terminal,
      createFile: { path throws(OutputError) in try ReplacingOutputFile(path: path) },
      sources: sources,
      clock: SystemClock(),
      interrupts: interrupts)
    do {
      environment.serviceManager = try ServiceManager.ofThisProcess()
    } catch {
      notice("\(error)")
    }
    return environment
  }

  /// Fills the places of standard descriptors that are closed, so that no file or socket gets them. The
  /// direction is the wrong one, so every read or write fails.
  private static func reserveStandardDescriptors() {
    let modes = [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    for (descriptor, mode) in modes where fcntl(descriptor, F_GETFD) < 0 {
      // The system takes the lowest free number, which is this one.
      _ = open("/dev/null", mode)
    }
  }

  /// Ends the process if it may not open the few files that the runtime of Swift needs, which would crash.
  private static func checkDescriptors() {
    var descriptors: [Int32] = []
    while descriptors.count < 8, descriptors.last != -1 {
      descriptors.append(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0))
    }
    for descriptor in descriptors where descriptor >= 0 { close(descriptor) }
    guard descriptors.last == -1 else { return }
    let words = "locate: this process may open too few files; allow more with 'ulimit -n 64'\n"
    try? Array(words.utf8).withUnsafeBytes { try Descriptor.write(STDERR_FILENO, $0) }
    exit(ExitStatus.inputOutput.code)
  }

  /// The values of the variables that this module reads.
  private static func processVariables() -> [String: String] {
    var variables: [String: String] = [:]
    let names =
      [SourceOptions.variable, MQTTAccess.passwordVariable] + UserFolder.variables
      + TextEncoding.variables
    for name in names {
      variables[name] = getenv(name).map { String(path: $0) }
    }
    return variables
  }
}

/// Asks the user of a terminal.
enum TerminalQuestion {
  /// Whether a user can read a question on standard error and answer it on standard input.
  static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// Asks a question, and waits for a line. Only `y` and `yes` mean yes. `nil` if there is no line, for
  /// example after Ctrl-D.
  ///
  /// - Parameters:
  ///   - question: the question without its possible answers.
  ///   - show: shows a line.
  static func ask(_ question: String, show: (String) -> Void) async -> Bool? {
    show(question + " [y/N]")
    let answer = await DedicatedThread.run {
      readLine()
    } withoutThread: { _ in
      nil
    }
    return answer.map { ["y", "yes"].contains($0.lowercased()) }
  }
}
