import Glibc
import ReceiverTruth

/// Runs every scenario of simulated receivers with known truth, and prints what became of it.
@main
struct Truth {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst().map { Int($0) }
    let total = arguments.first ?? 100_000
    let seed = arguments.dropFirst().first ?? 1
    guard let total, let seed, total > 0, seed >= 0, arguments.count <= 2 else {
      print("usage: truth [EPOCHS [SEED]]")
      exit(64)
    }
    let epochsPerStream = 1_000
    let streams = max(1, total / epochsPerStream / TruthScenario.allCases.count)
    print(row("", ["epochs", "fixes", "wrong", "invented", "duplicate", "withheld", "values"]))
    var all = TruthTally()
    for scenario in TruthScenario.allCases {
      var tally = TruthTally()
      for number in 0..<streams {
        tally += TruthRun.tally(
          scenario, seed: UInt64(seed), number: number, epochs: epochsPerStream)
      }
      print(row(scenario.rawValue, columns(tally)))
      for example in tally.examples { print("  ", example) }
      all += tally
    }
    print(row("all", columns(all)))
    if all.wrong + all.invented + all.duplicate > 0 { exit(1) }
  }

  private static func columns(_ tally: TruthTally) -> [String] {
    [
      "\(tally.epochs)", "\(tally.fixes)", "\(tally.wrong)", "\(tally.invented)",
      "\(tally.duplicate)", percent(tally.withheld, of: tally.epochs),
      percent(tally.withheldValues, of: tally.fixes),
    ]
  }

  private static func percent(_ part: Int, of whole: Int) -> String {
    let hundredths = whole > 0 ? (part * 10_000 + whole / 2) / whole : 0
    return "\(hundredths / 100).\(hundredths % 100 / 10)\(hundredths % 10) %"
  }

  private static func row(_ name: String, _ columns: [String]) -> String {
    func pad(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count))
    }
    return name + pad(name, 16) + columns.map { pad($0, 11) + $0 }.joined()
  }
}
