import ArgumentParser
import LocationCore
import LocationIO
import LocationPublishing
import LocationSources

/// The options for the messages that wait.
struct QueueOptions: ParsableArguments {
  /// How long the command waits at its end if the user does not say it.
  static let standardDrain = Duration.seconds(10)

  /// The folder if the user names none, in that of the state.
  static let folder = "locate/queue"

  static let folderHelp = ArgumentHelp(
    "The folder for messages that are not delivered yet.",
    discussion: "Default: $XDG_STATE_HOME/locate/queue, or ~/.local/state/locate/queue.",
    valueName: "folder")

  @Option(help: Self.folderHelp, completion: .directory) var queue: String?

  @Option(
    help: ArgumentHelp(
      "The greatest size of a target's waiting messages, e.g. 500kB or 16MB.",
      discussion: "The oldest ones are dropped first. Default: 16MB.", valueName: "size",
      visibility: .hidden),
    transform: QueueSize.init(argument:))
  var queueSize: QueueSize?

  @Option(
    help: ArgumentHelp(
      "Drop waiting messages that are older, e.g. 24h.", discussion: "Default: 168h, a week.",
      valueName: "duration", visibility: .hidden),
    transform: Duration.init(argument:))
  var queueAge: Duration?

  @Option(
    help: ArgumentHelp(
      "How long to wait at the end until all messages are delivered, e.g. 1m.",
      discussion: "Default: 10s. Messages that remain wait for the next run.",
      valueName: "duration"),
    transform: Duration.init(argument:))
  var drain: Duration?

  func path(of name: String, in environment: LocateEnvironment) throws(CommandFailure) -> String {
    if let queue { return "\(queue)/\(name)" }
    return try environment.path(of: "\(Self.folder)/\(name)", in: .state)
  }

  /// What a journal keeps.
  var limits: PublishingJournal.Limits {
    var limits = PublishingJournal.Limits()
    if let queueSize { limits = PublishingJournal.Limits(size: queueSize.bytes, age: limits.age) }
    if let queueAge { limits.age = queueAge }
    return limits
  }
}

/// A number of bytes.
struct QueueSize: Hashable, Sendable {
  let bytes: Int

  /// Reads `500kB`, `16MB`, `1GB`. A number without a unit is refused.
  init(argument: String) throws(InvalidOptionValue) {
    let units = ["kB": 1e3, "MB": 1e6, "GB": 1e9]
    guard let quantity = Quantity(argument), let unit = units[quantity.unit],
      (10_000...1e12).contains(quantity.value * unit)
    else {
      throw InvalidOptionValue("a size is a number and kB, MB or GB, e.g. 500kB; at least 10kB")
    }
    bytes = Int(quantity.value * unit)
  }
}
