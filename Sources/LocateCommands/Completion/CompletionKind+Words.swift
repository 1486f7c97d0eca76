import ArgumentParser

extension CompletionKind {
  /// Words that a function finds for the beginning of a word. A word with a line break is left out, because
  /// the shell gets a word on each line.
  ///
  /// Bash expands the words that it gets. With a file called `$(command)` it would run the command, so words
  /// for bash are quoted.
  static func words(_ find: @escaping @Sendable (String) -> [String]) -> CompletionKind {
    .custom { _, _, prefix in
      let words = find(prefix).filter { !$0.utf8.contains(UInt8(ascii: "\n")) }
      return CompletionShell.requesting == .bash ? words.map(\.quotedForBash) : words
    }
  }
}

extension String {
  /// The text with a backslash before each ASCII character that is no letter, digit or slash.
  fileprivate var quotedForBash: String {
    var quoted = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "/", "\u{80}"...: break
      default: quoted.append("\\")
      }
      quoted.append(scalar)
    }
    return String(quoted)
  }
}
