import LocationCore
import SmoothingQuality

/// Measures what smoothing achieves: the receiver's own fixes, the smoothed ones, and those that were smoothed when the
/// whole track was known.
///
///     quality [SEEDS]
@main
struct Quality {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst().map { UInt64($0) }
    guard let seeds = arguments.first ?? 200, seeds > 0, arguments.count <= 1 else {
      print("usage: quality [SEEDS]")
      return
    }
    print(
      "\(seeds) receivers of 10 min in each row, one fix a second: the receiver's own value, the smoothed one, and "
        + "the one of a smoothed track")
    var report = QualityReport()
    for surroundings in QualityScenario.Surroundings.allCases {
      for movement in QualityScenario.Movement.allCases {
        guard let scenario = QualityScenario(surroundings, movement) else { continue }
        let run = QualityRun(scenario, seeds: 1..<(seeds + 1))
        print("\n\(surroundings.rawValue), \(movement.rawValue)")
        for line in report.lines(run) { print("  " + line) }
      }
    }
    print("\n" + report.summary)
  }
}
