extension Scenario {
  /// The built-in scenarios, in the order of lists.
  public static var builtIn: [Scenario] { builtInNames.compactMap(named) }

  /// The names of the built-in scenarios.
  public static let builtInNames = builtInFiles.map(\.name)

  /// The built-in scenario with this name; `nil` if there is none.
  public static func named(_ name: String) -> Scenario? {
    // A test reads them all.
    builtInFile(named: name).flatMap { try? Scenario(json: Array($0.utf8), name: name) }
  }

  /// The file of a built-in scenario. It can be the start of your own scenario.
  public static func builtInFile(named name: String) -> String? {
    builtInFiles.first { $0.name == name }?.json
  }
}
