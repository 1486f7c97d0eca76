import LocationPOSIX

/// The folders of a user's files, as the XDG Base Directory Specification defines them.
package enum UserFolder {
  /// Files that the user writes: `$XDG_CONFIG_HOME`, by default `~/.config`.
  case configuration
  /// What the user wants to keep: `$XDG_DATA_HOME`, by default `~/.local/share`.
  case data
  /// What a program remembers from run to run: `$XDG_STATE_HOME`, by default `~/.local/state`.
  case state

  /// The names of all environment variables that decide where the folders are.
  package static let variables = [Self.data, .state, .configuration].map(\.variable) + ["HOME"]

  /// The environment variable that names the folder.
  package var variable: String {
    switch self {
    case .configuration: "XDG_CONFIG_HOME"
    case .data: "XDG_DATA_HOME"
    case .state: "XDG_STATE_HOME"
    }
  }

  /// The path of a file in the folder; `nil` if neither variable is an absolute path.
  ///
  /// - Parameter variables: returns the value of an environment variable.
  package func path(
    of file: String, variables: (String) -> String? = { getenv($0).map { String(path: $0) } }
  ) -> String? {
    func folder(_ variable: String) -> String? {
      // The specification says to ignore a relative path.
      variables(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let standard =
      switch self {
      case .configuration: "/.config"
      case .data: "/.local/share"
      case .state: "/.local/state"
      }
    return (folder(variable) ?? folder("HOME").map { $0 + standard }).map { "\($0)/\(file)" }
  }
}
