internal import LocationCore
internal import LocationSimulation

/// The runs of a scenario with many seeds: the receiver's fixes, and the smoothed ones.
package struct QualityRun: Sendable {
  package let scenario: QualityScenario
  package private(set) var raw = QualityTally()
  package private(set) var smooth = QualityTally()
  /// The fixes that were smoothed when all of them were known.
  package private(set) var afterwards = QualityTally()
  /// The shapes of the tracks of the three kinds.
  package private(set) var shapes = (
    raw: ShapeTally(), smooth: ShapeTally(), afterwards: ShapeTally()
  )
  /// The seconds that smoothing a fix takes: the least mean of a run, because other programs disturb some runs.
  package private(set) var cost = Double.infinity
  /// The injected jumps and stuck positions, and the refused ones.
  package private(set) var jumps = (count: 0, refused: 0)
  package private(set) var stuck = (count: 0, refused: 0)
  /// The other fixes, and the refused ones.
  package private(set) var good = (count: 0, refused: 0)
  package private(set) var restarts = 0
  /// The predicted fixes at the end of the tunnel, and those within their stated error.
  package private(set) var predictions = (count: 0, within: 0)
  /// The seconds after which leaving was noticed.
  package private(set) var leaving: [Double] = []

  package init(_ scenario: QualityScenario, seeds: Range<UInt64>) {
    self.scenario = scenario
    for seed in seeds { add(seed) }
  }

  private mutating func add(_ seed: UInt64) {
    var filter = SmoothingFilter(predict: .seconds(30))
    var truth: [GroundTruth] = []
    var (before, after): ([(Int, Fix)], [(Int, Fix)]) = ([], [])
    var stood = 0
    var left: Int?
    for (index, step) in SimulatedReceiver(scenario: scenario.scenario, seed: seed).enumerated() {
      truth.append(step.truth)
      for update in step.updates {
        switch update {
        case .fix(let fix):
          before.append((index, fix))
          let result = filter.smoothed(fix)
          count(index, result)
          guard let result else { continue }
          after.append((index, result))
          if let start = left, result.speed ?? 0 > 0.3 {
            leaving.append(Double(index - start))
            left = nil
          }
        case .fixLost(let loss):
          guard let fix = filter.predicted(loss), let stated = fix.horizontalAccuracy,
            index == Int(QualityScenario.tunnel.start + QualityScenario.tunnel.length) - 1
          else { continue }
          predictions.count += 1
          if fix.coordinate.distance(to: step.truth.coordinate) <= stated {
            predictions.within += 1
          }
        case .sky, .authorization: break
        }
      }
      if step.truth.speed < 0.01 {
        stood += 1
        left = nil
      } else {
        if stood >= 8 { left = index }
        stood = 0
      }
    }
    restarts += filter.counts.restarts
    measureCost(before.map(\.1))
    let known = FixSmoother(before.map(\.1)).fixes.map { (before[$0.index].0, $0.fix) }
    raw.add(before, truth)
    smooth.add(after, truth)
    afterwards.add(known, truth)
    shapes.raw.add(before.map(\.1), truth)
    shapes.smooth.add(after.map(\.1), truth)
    shapes.afterwards.add(known.map(\.1), truth)
  }

  private mutating func measureCost(_ fixes: [Fix]) {
    var filter = SmoothingFilter()
    let time = ContinuousClock().measure {
      for fix in fixes { _ = filter.smoothed(fix) }
    }
    cost = min(cost, time / .seconds(1) / Double(max(fixes.count, 1)))
  }

  private mutating func count(_ index: Int, _ result: Fix?) {
    let refused = result == nil ? 1 : 0
    let injected = scenario.isInjected(Double(index))
    if injected.jump {
      jumps.count += 1
      jumps.refused += refused
    } else if injected.stuck {
      stuck.count += 1
      stuck.refused += refused
    } else {
      good.count += 1
      good.refused += refused
    }
  }
}
