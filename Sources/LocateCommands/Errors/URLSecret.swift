import LocationIO

/// Removes the secrets of URLs from messages: a password, and the values of a web server's query, which may be
/// keys. They do not belong in an argument, but a user can write them there, and messages end up in logs.
enum URLSecret {
  /// The text without the password of `scheme://USER:PASSWORD@HOST` and without the values of
  /// `https://HOST/PATH?key=VALUE`, wherever it has them.
  ///
  /// - Parameter arguments: the command line. A secret with a space or a quotation mark is recognized only there.
  static func removed(from text: String, arguments: [String]) -> String {
    var text = text
    for argument in arguments where argument.contains("://") {
      let shown = removed(from: argument) { _ in false }
      if shown != argument { text = text.replacing(valueOf(argument), with: valueOf(shown)) }
    }
    return removed(from: text) { $0 == " " || $0 == "'" || $0 == "\"" }
  }

  /// The argument without the name of its option, which messages leave out: `--to=mqtt://…`.
  private static func valueOf(_ argument: String) -> Substring {
    guard argument.hasPrefix("-"), let sign = argument.firstIndex(of: "="),
      let colon = argument.firstRange(of: "://"), sign < colon.lowerBound
    else { return argument[...] }
    return argument[sign...].dropFirst()
  }

  /// - Parameter isEnd: whether a character ends a URL.
  private static func removed(from text: String, isEnd: (Character) -> Bool) -> String {
    var result = ""
    var rest = text[...]
    while let slashes = rest.firstRange(of: "://") {
      result += rest[..<slashes.upperBound]
      rest = rest[slashes.upperBound...]
      let url = rest.prefix { !isEnd($0) }
      // A password may have any character, also a slash or another @.
      guard let at = url.lastIndex(of: "@"), let colon = url[..<at].firstIndex(of: ":"),
        !url[..<colon].contains(where: { $0 == "/" || $0 == "[" }),
        !isPort(url[colon..<at].dropFirst())
      else { continue }
      result += url[..<colon]
      rest = rest[at...]
    }
    return hidingQueries(in: result + rest, isEnd: isEnd)
  }

  private static func hidingQueries(in text: String, isEnd: (Character) -> Bool) -> String {
    var result = ""
    var rest = text[...]
    while let slashes = rest.firstRange(of: "://") {
      let scheme = rest[..<slashes.lowerBound].lowercased()
      result += rest[..<slashes.upperBound]
      rest = rest[slashes.upperBound...]
      guard scheme.hasSuffix("http") || scheme.hasSuffix("https") else { continue }
      let url = rest.prefix { !isEnd($0) }
      result += URLQuery.hidingValues(in: url)
      rest = rest[url.endIndex...]
    }
    return result + rest
  }

  /// Whether a text after a colon is a port and a path. A path may have an @ too.
  private static func isPort(_ text: Substring) -> Bool {
    let port = text.prefix { $0.isASCII && $0.isNumber }
    return !port.isEmpty && text[port.endIndex...].first == "/"
  }
}
