import TestTurns
import Testing

@testable import LocateCommands

/// The options of `track` and its subcommands.
@Suite(.inTurn) struct TrackOptionsTests {
  /// A command without its output, and its options, each with its value.
  @Test(
    arguments: [
      ("simplify", ["--tolerance 5m", "--to gpx", "a"]),
      ("crop", ["--from 2025-06-01T08:01:00Z", "--box -1,0.0005,1,0.004", "--to gpx", "a"]),
      (
        "crop",
        ["--radius 300m", "--around 0,0.002", "--until 2025-06-01T09:00:00Z", "--json", "a"]
      ),
      ("split", ["--gap 30m", "--to csv", "a"]), ("resample", ["--every 90s", "--json", "a"]),
      ("info", ["--json", "--gap 10m", "a"]),
      ("compare", ["--json", "--gap 10m", "a", "a"]), ("plot", ["--units imperial", "-o -", "a"]),
    ])
  func theOrderOfOptionsDoesNotMatter(command: String, options: [String]) async {
    var results: Set<String> = []
    for order in options.orders {
      let test = TestEnvironment(log: TrackCommandTests.gpx)
      let words = ["track", command] + order.flatMap { $0.split(separator: " ").map(String.init) }
      #expect(await test.run(words) == 0, "\(words): \(test.errors.text)")
      results.insert(test.output.text + test.errors.text)
    }
    #expect(results.count == 1)
  }

  @Test(
    arguments: [
      ("info", "Missing expected argument"), ("info - -", "only once"),
      ("info gpsd://localhost", "not a recording"), ("info sim:drive --derive", "--derive is for"),
      ("simplify a --to gpx", "--tolerance"),
      ("simplify a --to gpx --points 3 --tolerance 5m", "either"),
      ("simplify a --tolerance 5", "a length is a number and"),
      ("simplify a --tolerance 5m", "--to FORMAT is missing"),
      ("simplify a --tolerance 5m -o x.foo", "its extension names no format"),
      ("simplify --tolerance 5m --to gpx", "which log"), ("crop a --to gpx", "give --from"),
      ("crop a --to gpx --around 1,2", "belong together"),
      ("crop a --to gpx --box 2,1,1,2", "a box is south, west, north and east"),
      ("crop a --to gpx --from 2025-06-01T08:00:00Z --until 2025-06-01T08:00:00Z", "not before"),
      ("split a --to gpx", "give one of"), ("split a --to gpx --day utc --gap 5m", "give one of"),
      ("split a --to gpx --length 0m", "greater than 0"),
      ("resample a --to gpx", "either --every"), ("resample a --to gpx --every 0s", "0 apart"),
      ("trim a --to gpx --radius 5m", "--around"),
      ("trim a --to gpx --around 1,2 --radius 0.1m", "within 1 m"),
      ("reverse a --json --to gpx", "two things"), ("cut a", "cut"),
    ])
  func mistakesAreUsageErrors(line: String, message: String) async {
    let test = TestEnvironment(log: TrackCommandTests.gpx)
    let words = ["track"] + line.split(separator: " ").map(String.init)
    #expect(await test.run(words) == 64, "\(test.errors.text)")
    #expect(test.errors.text.contains(message), "\(test.errors.text)")
    #expect(test.output.text == "")
  }
}

extension Array {
  /// Orders of the elements: each element comes first once, forward and backward.
  fileprivate var orders: [[Element]] {
    indices.flatMap { index in
      let rotated = Array(self[index...] + self[..<index])
      return [rotated, rotated.reversed()]
    }
  }
}
