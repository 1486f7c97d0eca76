import ArgumentParser

/// Explains a subcommand or a topic. It takes the place of ArgumentParser's own subcommand, which knows no topics.
struct HelpCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "help", abstract: "Explain a subcommand or a topic: \(HelpTopic.names).",
      shouldDisplay: false)
  }

  @Argument(help: "A topic, or the words of a subcommand.")
  var words: [String] = []

  func run() throws {
    if words.count == 1, let topic = HelpTopic(rawValue: words[0]) {
      throw CleanExit.message(topic.text)
    }
    var command: any ParsableCommand.Type = RootCommand.self
    for word in words {
      let next = command.configuration.subcommands.first { $0._commandName == word }
      guard let next else {
        throw ValidationError(
          "there is no subcommand and no topic '\(words.joined(separator: " "))'; "
            + "topics are \(HelpTopic.names)")
      }
      command = next
    }
    throw CleanExit.helpRequest(command)
  }
}
