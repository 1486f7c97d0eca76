import Foundation
import SwiftOperators
import SwiftParser
import SwiftSyntax

// Prints the sites of the files that are its arguments: one JSON object a line.
let encoder = JSONEncoder()
encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
for path in CommandLine.arguments.dropFirst() {
  let file = Parser.parse(source: try String(contentsOfFile: path, encoding: .utf8))
  // Parsed expressions are flat lists of operands and operators.
  let tree = OperatorTable.standardOperators.foldAll(file, errorHandler: { _ in })
    .cast(SourceFileSyntax.self)
  let finder = SiteFinder(path: path, tree: tree)
  finder.walk(tree)
  for site in finder.sites { print(String(decoding: try encoder.encode(site), as: UTF8.self)) }
}
