import ArgumentParser
import LocationPlaces
import LocationSources

/// The options for programs that run at events.
struct HookOptions: ParsableArguments {
  /// How many hooks run at the same time.
  static let concurrency = 4
  /// How long a hook may run if the user does not say it.
  static let standardTimeout = Duration.seconds(30)

  @Option(
    help: ArgumentHelp("Run this program at each arrival.", valueName: "command"),
    transform: HookCommand.init(argument:))
  var onEnter: HookCommand?

  @Option(
    help: ArgumentHelp("Run this program at each departure.", valueName: "command"),
    transform: HookCommand.init(argument:))
  var onLeave: HookCommand?

  @Option(
    help: ArgumentHelp("Run this program after each stay of --dwell.", valueName: "command"),
    transform: HookCommand.init(argument:))
  var onDwell: HookCommand?

  @Flag(name: .customLong("shell"), help: "Let /bin/sh read the commands of hooks.")
  var usesShell = false

  @Option(
    help: ArgumentHelp(
      "How long a hook may run, e.g. 30s, 2m.", discussion: "Default: 30s.", valueName: "duration"),
    transform: Duration.init(argument:))
  var hookTimeout: Duration?

  /// The command for an event; `nil` for none.
  private func command(for kind: PlaceEvent.Kind) -> HookCommand? {
    switch kind {
    case .entered: onEnter
    case .left: onLeave
    case .stayed: onDwell
    case .initial: nil
    }
  }

  /// The hook of an event; `nil` without a command for it.
  func hook(for event: PlaceEvent) -> HookQueue.Hook? {
    guard let command = command(for: event.kind) else { return nil }
    let call = command.call(
      usesShell: usesShell, variables: event.variables, input: event.line,
      timeout: hookTimeout ?? Self.standardTimeout)
    return HookQueue.Hook(
      place: event.place.id, call: call,
      name: "\(event.summary): the hook '\(command.text)'")
  }

  /// The options with the commands of the configuration where the user gave none.
  func with(defaults configuration: Configuration) -> HookOptions {
    var hooks = self
    hooks.onEnter = onEnter ?? configuration.onEnter
    hooks.onLeave = onLeave ?? configuration.onLeave
    hooks.onDwell = onDwell ?? configuration.onDwell
    return hooks
  }

  /// Checks that a stay is reported if there is a hook for it.
  func check(_ places: [Place]) throws(CommandFailure) {
    guard onDwell != nil, !places.contains(where: { $0.monitoring.stay != nil }) else { return }
    throw CommandFailure(.usage, "--on-dwell needs --dwell, because no place has a time of stay")
  }
}
