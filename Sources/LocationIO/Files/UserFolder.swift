import LocationPOSIX

/// The folders of a user's files, as the XDG Base Directory Specification defines them.
package enum UserFolder {
  /// Files that the user writes: `$XDG_CONFIG_HOME`, by default `~/.config`.
  case configuration
  /// What a program remembers from run to run: `$XDG_STATE_HOME`, by default `~/.local/state`.
  case state

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
    let (variable, standard) =
      switch self {
      case .configuration: ("XDG_CONFIG_HOME", "/.config")
      case .state: ("XDG_STATE_HOME", "/.local/state")
      }
    return (folder(variable) ?? folder("HOME").map { $0 + standard }).map { "\($0)/\(file)" }
  }
}
