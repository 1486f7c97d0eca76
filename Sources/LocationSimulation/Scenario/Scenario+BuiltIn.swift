extension Scenario {
  /// The built-in scenarios, in the order to list them.
  public static var builtIn: [Scenario] { builtInNames.compactMap(named) }

  /// The names of the built-in scenarios.
  public static let builtInNames = [
    "walk", "drive", "flight", "boat", "city", "tunnel", "cold-start", "flaky", "jammed",
  ]

  /// The built-in scenario of a name; `nil` when there is none.
  public static func named(_ name: String) -> Scenario? {
    // A test reads them all.
    builtInFile(named: name).flatMap { try? Scenario(json: Array($0.utf8), name: name) }
  }

  /// The file a built-in scenario is made from: one to begin one's own with.
  public static func builtInFile(named name: String) -> String? {
    switch name {
    case "walk": walkFile
    case "drive": driveFile
    case "flight": flightFile
    case "boat": boatFile
    case "city": cityFile
    case "tunnel": tunnelFile
    case "cold-start": coldStartFile
    case "flaky": flakyFile
    case "jammed": jammedFile
    default: nil
    }
  }
}
