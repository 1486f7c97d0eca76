import BorderRuns
import Glibc
import LocationCore
import LocationPlaces

/// Measures how a monitor behaves at borders, and what it costs with many places.
///
///     borders [SEEDS]
@main
struct Borders {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst().map { UInt64($0) }
    guard let seeds = arguments.first ?? 1000, seeds > 0, arguments.count <= 1 else {
      print("usage: borders [SEEDS]")
      exit(64)
    }
    let run = try BorderRun()
    let walks = try (1...seeds).map { try run.fixes(.along, seed: $0) }
    let slow = try (1...seeds).map { try run.fixes(.across(speed: 1.4), seed: $0) }
    let fast = try (1...seeds).map { try run.fixes(.across(speed: 14), seed: $0) }
    print("\(seeds) receivers in the environment city, one fix a second")
    print(
      "distance settling | no flapping, events | delay at 1.4 m/s | at 14 m/s: p50 p99 max in s")
    let defaults = MonitorThresholds()
    for (distance, settling) in [
      (defaults.distance, defaults.settlingDistance), (0, 0), (3, 3), (5, 5), (7, 7), (10, 10),
      (15, 15), (20, 20), (5, 25), (7, 15), (7, 20), (7, 30), (10, 25),
    ] {
      var thresholds = defaults
      (thresholds.distance, thresholds.settlingDistance) = (distance, settling)
      // A row without hysteresis shows what the fixes alone would do.
      if distance == 0 { (thresholds.accuracyShare, thresholds.confirmation) = (0, .zero) }
      let events = walks.map { run.events(of: $0, thresholds) }
      let calm = events.count { !run.isFlapping($0) }
      // The first event of each receiver is the initial state.
      let changes = events.reduce(0) { $0 + max(0, $1.count - 1) }
      print(
        "\(Int(distance)) m  \(Int(settling)) m | "
          + "\(decimal(100 * Double(calm) / Double(seeds))) %, "
          + "\(decimal(Double(changes) / Double(seeds))) a walk | "
          + delays(slow, run, thresholds) + " | " + delays(fast, run, thresholds))
    }
    for count in [10_000, 100_000] {
      let cost = try CrowdRun(placeCount: count).cost(fixCount: 10_000)
      print(
        "\(count) places, 10 fixes a second: \(decimal(100 * cost.share)) % of a processor, "
          + "\(cost.eventCount) events")
    }
  }

  private static func delays(
    _ receivers: [[(offset: Double, fix: Fix)]], _ run: BorderRun, _ thresholds: MonitorThresholds
  ) -> String {
    let delays = receivers.map { run.delay(run.events(of: $0, thresholds)) ?? .infinity }.sorted()
    let p50 = delays[delays.count / 2]
    let p99 = delays[min(delays.count - 1, delays.count * 99 / 100)]
    return "\(p50) \(p99) \(delays.last ?? .infinity)"
  }

  /// A number with two decimals.
  private static func decimal(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 / 10)\(hundredths % 10)"
  }
}
