import ArgumentParser

/// The command `locate` as the manual and the completions of shells show it: together with the options of its default
/// subcommand, and with all topics. ``RootCommand`` has no options, because it would take them from the subcommands.
struct DocumentedRootCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    var configuration = RootCommand.configuration
    configuration.discussion =
      ([configuration.discussion, "The options below are those of once, the default."]
      + HelpTopic.allCases.map(\.text)).joined(separator: "\n\n")
    return configuration
  }

  @OptionGroup(title: "Where from") var source: SourceOptions
  @OptionGroup(title: "Where from") var reading: ReadingOptions
  @OptionGroup(title: "Which one and how long") var wait: WaitOptions
  @OptionGroup(title: "What comes out") var format: FormatOptions
  @Flag(help: HelpText.showRequest) var showRequest = false
  @Flag(help: HelpText.noRemember) var noRemember = false
  @OptionGroup var common: CommonOptions

  /// Whether ``DocumentedRootCommand`` answers a command line.
  static func answers(_ arguments: [String]) -> Bool {
    switch arguments.first {
    case "---completion", "--experimental-dump-help": true
    case let first?: first.hasPrefix("--generate-completion-script")
    case nil: false
    }
  }
}
