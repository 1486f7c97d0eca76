import ArgumentParser

/// A misspelled name of a subcommand, and the one that was probably meant.
struct SubcommandSuggestion {
  /// The words that the user wrote: `track inof`.
  let written: String
  /// The words of the existing subcommand: `track info`.
  let meant: String

  /// Looks for a misspelled subcommand at the start of a command line; `nil` if there is none.
  init?(_ arguments: [String], in root: any ParsableCommand.Type = RootCommand.self) {
    var names: [String] = []
    var command = root
    for argument in arguments {
      let subcommands = command.configuration.subcommands
      if let next = subcommands.first(where: { $0._commandName == argument }) {
        names.append(argument)
        command = next
        continue
      }
      // Two changes are enough for every misspelling of a short word.
      let candidates = subcommands.map {
        ($0._commandName, Self.changes(argument, $0._commandName))
      }
      guard let (name, changes) = candidates.min(by: { $0.1 < $1.1 }), changes <= 2,
        changes * 2 < name.count
      else { return nil }
      written = (names + [argument]).joined(separator: " ")
      meant = (names + [name]).joined(separator: " ")
      return
    }
    return nil
  }

  /// The error for the user of a command with this name.
  func failure(of commandName: String) -> CommandFailure {
    CommandFailure(
      .usage, "there is no command '\(written)'; did you mean '\(commandName) \(meant)'?")
  }

  /// How many letters must be added, removed, replaced, or swapped with the next one to make one word of another.
  private static func changes(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first.utf8), Array(second.utf8))
    // Rows of a table: the changes from a beginning of the first word to each beginning of the second one.
    var before: [Int] = []
    var row = Array(0...second.count)
    for i in first.indices {
      var next = [i + 1]
      for j in second.indices {
        var best = min(next[j], row[j + 1]) + 1
        best = min(best, row[j] + (first[i] == second[j] ? 0 : 1))
        if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
          best = min(best, before[j - 1] + 1)
        }
        next.append(best)
      }
      (before, row) = (row, next)
    }
    return row[second.count]
  }
}
