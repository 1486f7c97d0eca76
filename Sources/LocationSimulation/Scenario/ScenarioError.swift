/// An error in a scenario: the place, the problem and what was expected.
public struct ScenarioError: Error, Hashable, Sendable {
  /// The scenario's file or name, if it has one.
  public var source: String?
  /// The line in the file, from 1; `nil` without a file.
  public var line: Int?
  /// The path to the value: `faults[2].kind`; empty for the whole scenario.
  public var path: String
  /// The problem, and what was expected.
  public var problem: String

  /// Makes an error.
  public init(source: String? = nil, line: Int? = nil, path: String = "", problem: String) {
    self.source = source
    self.line = line
    self.path = path
    self.problem = problem
  }
}

extension ScenarioError: CustomStringConvertible {
  /// One line: `drive.json:12: faults[2].kind: unknown fault "dropot"; expected one of …`.
  public var description: String {
    var text = source ?? "scenario"
    if let line { text += ":\(line)" }
    text += ": "
    if !path.isEmpty { text += "\(path): " }
    return text + problem
  }
}
