import ArgumentParser
import LocationCore
import LocationPOSIX
import LocationPlaces
import LocationPublishing
import LocationServing
import LocationTracks
import Synchronization

/// Runs command lines of `locate`.
package enum LocateCommand {
  /// Answers `--version` without making the parser, which takes most of the time.
  ///
  /// - Returns: the exit code; `nil` for every other command line, which ``run(arguments:in:)`` runs.
  package static func answer(_ arguments: [String], in environment: LocateEnvironment) -> Int32? {
    guard arguments == ["--version"] else { return nil }
    let line = RootCommand.versionLine(environment.commandName) + "\n"
    do throws(OutputError) {
      try environment.output.write(Array(line.utf8))
      return ExitStatus.done.code
    } catch {
      // `run` fails in the same way and reports it.
      return nil
    }
  }

  /// Runs a command line and returns the process's exit code. An interrupt cancels the command.
  ///
  /// - Parameters:
  ///   - arguments: the arguments after the command's name.
  ///   - environment: everything outside the command that it uses.
  package static func run(
    arguments: [String], in environment: LocateEnvironment
  ) async -> Int32 {
    await RootCommand.$name.withValue(environment.commandName) {
      await CommandRun(arguments: joined(arguments), environment: environment).status().code
    }
  }

  /// The arguments with each negative value joined to the option before it: `--at=-33.9,151.2`. The parser would
  /// take it for an option.
  private static func joined(_ arguments: [String]) -> [String] {
    var joined: [String] = []
    for (index, argument) in arguments.enumerated() {
      if argument == "--" || index == 0 && argument.hasPrefix("---") {
        return joined + arguments[index...]
      }
      if let option = joined.last, option.hasPrefix("--"), !option.contains("="),
        let next = argument.dropFirst().first, argument.hasPrefix("-"),
        next.isNumber || next == "."
      {
        joined[joined.count - 1] = "\(option)=\(argument)"
      } else {
        joined.append(argument)
      }
    }
    return joined
  }
}

private struct CommandRun {
  let arguments: [String]
  let environment: LocateEnvironment

  func status() async -> ExitStatus {
    let parsed: any ParsableCommand
    do {
      parsed = try parse()
    } catch {
      return answer(parserError: error)
    }
    guard let command = parsed as? any LocateSubcommand else { return answer(parsed) }
    let interruption = Interruption()
    let stop = environment.interrupts.onInterrupt { interruption.interrupt(by: $0) }
    defer { stop() }
    let work = Task { [environment] in try await command.run(in: environment) }
    interruption.attach(work)
    do {
      try await work.value
      return .done
    } catch {
      if let signal = interruption.signal { return .signal(signal) }
      return report(error, isVerbose: command.common.verbose)
    }
  }

  private func parse() throws -> any ParsableCommand {
    if DocumentedRootCommand.answers(arguments) {
      return try DocumentedRootCommand.parseAsRoot(arguments)
    }
    // `once` is used most, usually without its name. Its parser alone is made faster than the parser
    // for all subcommands, which is only needed if `once` does not accept the arguments.
    let isNamed = arguments.first == OnceCommand._commandName
    if isNamed || arguments.first?.hasPrefix("-") ?? true,
      let once = try? OnceCommand.parse(Array(arguments.dropFirst(isNamed ? 1 : 0)))
    {
      return once
    }
    return try RootCommand.parseAsRoot(arguments)
  }

  /// Runs a command of ArgumentParser, such as `help`, which answers by throwing an error.
  private func answer(_ command: any ParsableCommand) -> ExitStatus {
    var command = command
    do {
      try command.run()
      return .done
    } catch {
      return answer(parserError: error)
    }
  }

  /// The names of the subcommand that the arguments begin with, such as `places` and `add`, also after `help`.
  private var namedCommand: [String] {
    var names: [String] = []
    var command: any ParsableCommand.Type = RootCommand.self
    for argument in arguments {
      let next = command.configuration.subcommands.first { $0._commandName == argument }
      guard let next else { break }
      if next == HelpCommand.self { continue }
      names.append(argument)
      command = next
    }
    return names
  }

  /// Prints a help text, or reports a usage error.
  private func answer(parserError error: any Error) -> ExitStatus {
    guard RootCommand.exitCode(for: error) == .success else {
      if let misspelled = SubcommandSuggestion(arguments) {
        return report(misspelled.failure(of: environment.commandName), isVerbose: false)
      }
      let path = [environment.commandName] + namedCommand
      let advice = suggestion ?? "see '\(path.joined(separator: " ")) --help'"
      // Some messages of the parser are sentences with a period.
      let message = RootCommand.message(for: error)
      let clause = message.hasSuffix(".") ? String(message.dropLast()) : message
      return report(CommandFailure(.usage, "\(clause); \(advice)"), isVerbose: false)
    }
    do throws(OutputError) {
      let text = text(of: error)
      // A completion may be a path, and a path may have bytes that are not UTF-8.
      let isCompletion = arguments.first == "---completion"
      let sink = isCompletion ? environment.output : environment.textOutput
      try sink.write((text.hasSuffix("\n") ? text : text + "\n").pathBytes)
      return .done
    } catch {
      return report(error, isVerbose: false)
    }
  }

  /// The text that answers a request for help, a version or a completion.
  private func text(of error: any Error) -> String {
    let columns = min(environment.output.terminalWidth ?? 80, 100)
    guard DocumentedRootCommand.answers(arguments) else {
      return RootCommand.fullMessage(for: error, columns: columns)
    }
    let text = DocumentedRootCommand.fullMessage(for: error, columns: columns)
    let isScript = arguments.first?.hasPrefix("--generate-completion-script") ?? false
    return isScript ? BashCompletion.extending(text) : text
  }

  /// Advice if the options of another subcommand were given to `once`, which is the default; `nil` if
  /// no subcommand has these options.
  private var suggestion: String? {
    let options =
      arguments.first == OnceCommand._commandName ? arguments.dropFirst() : arguments[...]
    guard options.first?.hasPrefix("-") ?? false,
      (try? WatchCommand.parse(Array(options))) != nil
    else { return nil }
    let words = [environment.commandName, WatchCommand._commandName] + options
    return "'\(words.joined(separator: " "))' does that"
  }

  /// Reports in one line why a command failed, and returns its status.
  private func report(_ error: any Error, isVerbose: Bool) -> ExitStatus {
    let failure: CommandFailure
    switch error {
    case let error as SeveralFailures:
      return error.errors.map { report($0, isVerbose: isVerbose) }.first ?? .done
    case let error as CommandFailure: failure = error
    case let error as UserLocationError:
      if error.code == .cancelled { return .interrupted }
      failure = CommandFailure(error, commandLine: commandLine)
    case let error as PlaceError: failure = CommandFailure(error)
    case let error as RecordingError: failure = CommandFailure(error)
    case let error as PublishError: failure = CommandFailure(error, target: nil)
    case let error as LocationServerError: failure = CommandFailure(error)
    case let error as OutputError:
      guard let written = CommandFailure(error) else { return .done }
      failure = written
    case is CancellationError: return .interrupted
    default: failure = CommandFailure(.unavailable, String(describing: error))
    }
    for line in [failure.message] + (isVerbose ? failure.causes.map { "cause: \($0)" } : []) {
      environment.say(URLSecret.removed(from: line, arguments: arguments))
    }
    return failure.status
  }
}

extension CommandRun {
  /// The command as the user can repeat it with standard input: `locate convert`.
  private var commandLine: String {
    let names = RootCommand.configuration.subcommands.map { $0._commandName }
    let subcommand = names.first { $0 == arguments.first } ?? OnceCommand._commandName
    return "\(environment.commandName) \(subcommand)"
  }
}

/// Cancels the work when a signal arrives, also if the signal arrives before the work exists.
private final class Interruption: Sendable {
  private struct State {
    var signal: Int32?
    var work: Task<Void, any Error>?
  }

  private let state = Mutex(State())

  /// The signal; `nil` if none arrived.
  var signal: Int32? { state.withLock { $0.signal } }

  func interrupt(by signal: Int32) {
    let work = state.withLock { state in
      state.signal = signal
      return state.work
    }
    work?.cancel()
  }

  func attach(_ work: Task<Void, any Error>) {
    let isInterrupted = state.withLock { state in
      state.work = work
      return state.signal != nil
    }
    if isInterrupted { work.cancel() }
  }
}
