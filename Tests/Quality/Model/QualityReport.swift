/// Compares what was measured with the targets.
package struct QualityReport: Sendable {
  private var met = 0
  private var missed: [String] = []

  package init() {}

  /// How many targets were met, and which ones were not.
  package var summary: String {
    (["\(met) of \(met + missed.count) targets are met; missed:"] + missed.map { "  " + $0 })
      .joined(separator: "\n")
  }

  /// A line for each value of a run.
  package mutating func lines(_ run: QualityRun) -> [String] {
    let scenario = run.scenario
    let name = "\(scenario.surroundings.rawValue), \(scenario.movement.rawValue)"
    let (raw, smooth, later) = (run.raw, run.smooth, run.afterwards)
    let moves = scenario.movement != .standing
    let isFaulty = scenario.surroundings == .jammed
    var lines: [String] = []
    /// - Parameter target: whether it is met, and in words; `nil` for a value without one.
    func add(
      _ what: String, _ values: [Double], _ unit: String,
      _ target: (isMet: Bool, words: String)? = nil
    ) {
      var line = what + ": " + values.map(decimal).joined(separator: "  ") + " " + unit
      if let target {
        line += target.isMet ? "  (met: \(target.words))" : "  (MISSED: \(target.words))"
        if target.isMet { met += 1 } else { missed.append("\(name): \(what), \(target.words)") }
      }
      lines.append(line)
    }
    add(
      "horizontal error, RMS", [raw.rms, smooth.rms, later.rms], "m",
      (smooth.rms <= 1.02 * raw.rms && later.rms <= 1.02 * raw.rms, "at most 2 % more"))
    add(
      "largest error, mean of the runs", [raw.meanLargest, smooth.meanLargest, later.meanLargest],
      "m",
      isFaulty ? (smooth.meanLargest <= raw.meanLargest / 2, "at most half") : nil)
    add("within the stated error", [raw.stated, smooth.stated, later.stated].map { 100 * $0 }, "%")
    if isFaulty {
      let share = 100 * Double(run.jumps.refused) / Double(max(run.jumps.count, 1))
      add("refused fixes of jumps", [share], "%", (share >= 95, "at least 95 %"))
      add(
        "refused fixes of a stuck place",
        [100 * Double(run.stuck.refused) / Double(max(run.stuck.count, 1))], "%")
    }
    let refused = 100 * Double(run.good.refused) / Double(max(run.good.count, 1))
    add("refused good fixes", [refused], "%", (refused <= 0.1, "at most 0.1 %"))
    if moves {
      let lengths = [raw, smooth, later].map { 100 * ($0.length / $0.trueLength - 1) }
      add(
        "length, error", lengths, "%",
        scenario.movement == .boat ? nil : (abs(lengths[1]) <= 2, "at most 2 %"))
    } else {
      add(
        "length of the wandering",
        [raw, smooth, later].map { $0.length / Double($0.largest.count) }, "m",
        (smooth.length <= raw.length / 10, "at most a tenth"))
    }
    let shapes = [run.shapes.raw, run.shapes.smooth, run.shapes.afterwards]
    let runs = Double(raw.largest.count)
    let (climb, trueClimb) = (shapes[2].ascent, shapes[2].trueAscent)
    add(
      "climb, and the true one", shapes.map { $0.ascent / runs } + [trueClimb / runs], "m",
      scenario.movement == .drive
        ? (abs(climb / trueClimb - 1) <= 0.02, "at most 2 % off, of a smoothed track") : nil)
    if raw.slowSpeeds.count > 0 {
      add(
        "speed error below 2 m/s, RMS", [raw.slowSpeed, smooth.slowSpeed, later.slowSpeed], "m/s",
        (smooth.slowSpeed <= 0.6 * raw.slowSpeed, "at least 40 % less"))
    }
    if raw.slowCourses.count > 0, moves {
      add(
        "course error below 2 m/s, RMS", [raw.slowCourse, smooth.slowCourse, later.slowCourse], "°",
        (smooth.slowCourse <= 0.6 * raw.slowCourse, "at least 40 % less"))
    }
    if let before = raw.turnDelay, let after = smooth.turnDelay {
      add("delay in a turn", [before, after], "s", (after < 0.5, "less than 0.5 s"))
    }
    if let slowest = run.leaving.max() {
      add("leaving is noticed, at most after", [slowest], "s", (slowest <= 3, "within 3 s"))
    }
    // A smoothed track cannot be simpler than the true one.
    let (points, needed) = (Double(shapes[2].simplified), Double(shapes[2].trueSimplified))
    add(
      "points with a tolerance of 3 m, and those of the true track",
      shapes.map { Double($0.simplified) / runs } + [needed / runs], "",
      (
        points <= max(Double(shapes[0].simplified) / 2, 1.1 * needed),
        "at most half, or as few as the true track needs"
      ))
    if run.predictions.count > 0 {
      let share = 100 * Double(run.predictions.within) / Double(run.predictions.count)
      add(
        "predicted for 20 s and within the stated error", [share], "%",
        (share >= 68, "at least 68 %"))
    }
    let cost = 1e6 * run.cost
    add("cost of a fix", [cost], "µs", (cost < 1, "less than 1 µs"))
    return lines
  }

  private func decimal(_ value: Double) -> String {
    let hundredths = Int((value.magnitude * 100).rounded())
    let rest = hundredths % 100
    let sign = value < 0 && hundredths > 0 ? "-" : ""
    return "\(sign)\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
