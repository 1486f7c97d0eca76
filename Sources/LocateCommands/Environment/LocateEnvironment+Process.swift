import LocationCore
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
    signal(SIGPIPE, SIG_IGN)
    let clock = ContinuousClock()
    let commandName =
      arguments.first?.split(separator: "/").last.map(String.init) ?? RootCommand.name
    let errorOutput = DescriptorSink(STDERR_FILENO, name: "standard error")
    let sources = CommandSources(
      commandName: commandName, notice: { errorOutput.say($0, as: commandName) })
    return LocateEnvironment(
      commandName: commandName,
      variables: processVariables(),
      output: DescriptorSink(STDOUT_FILENO, name: "standard output"),
      errorOutput: errorOutput,
      createFile: { path throws(OutputError) in try ReplacingOutputFile(path: path) },
      sources: sources,
      clock: clock,
      now: { Date() },
      interrupts: interrupts)
  }

  /// The values of the variables that this module reads.
  private static func processVariables() -> [String: String] {
    var variables: [String: String] = [:]
    for name in [SourceOptions.variable, "LC_ALL", "LC_CTYPE", "LANG"] {
      variables[name] = getenv(name).map { String(cString: $0) }
    }
    return variables
  }
}
