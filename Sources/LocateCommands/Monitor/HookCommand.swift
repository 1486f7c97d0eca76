import LocationIO
import LocationSources

/// The command of a hook, as the user writes it: `notify-send 'At home'`.
struct HookCommand: Hashable, Sendable {
  /// The text of the user.
  let text: String
  /// The program and its arguments.
  let words: [String]

  /// Divides a text into words.
  ///
  /// Spaces divide words. Single and double quotes keep spaces, and a backslash outside of single quotes
  /// keeps the next character. Nothing else has a meaning: there are no variables and no patterns.
  init(argument: String) throws(InvalidOptionValue) {
    text = argument
    var words: [String] = []
    // `nil` between two words. Quotes make an empty word.
    var word: String?
    var quote: Character?
    var rest = argument[...]
    while let character = rest.popFirst() {
      switch (character, quote) {
      case ("\\", nil), ("\\", "\""?):
        guard let next = rest.popFirst() else {
          throw InvalidOptionValue("the command ends with a backslash")
        }
        word = (word ?? "") + String(next)
      case (_, let open?):
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      case ("'", nil), ("\"", nil):
        quote = character
        word = word ?? ""
      case (_, nil):
        guard character.isWhitespace else {
          word = (word ?? "") + String(character)
          continue
        }
        if let word { words.append(word) }
        word = nil
      }
    }
    guard quote == nil else { throw InvalidOptionValue("a quote has no end") }
    if let word { words.append(word) }
    guard let program = words.first, !program.isEmpty else {
      throw InvalidOptionValue("the command is empty")
    }
    self.words = words
  }

  /// The call of the command.
  ///
  /// - Parameter usesShell: whether `/bin/sh` reads the user's text.
  func call(
    usesShell: Bool, variables: [String: String], input: [UInt8], timeout: Duration
  ) -> ProgramCall {
    ProgramCall(
      usesShell ? ["/bin/sh", "-c", text] : words, variables: variables, input: input,
      timeout: timeout)
  }
}
