package import LocationCore
package import LocationSimulation

/// What was measured of the fixes of many runs: the receiver's own ones, or smoothed ones.
package struct QualityTally: Sendable {
  package var count = 0
  package var squares = 0.0
  /// The largest errors of the runs, in meters.
  package var largest: [Double] = []
  /// The errors of speeds below 2 m/s, and of courses in degrees between 0.5 and 2 m/s.
  package var slowSpeeds = (count: 0, squares: 0.0)
  package var slowCourses = (count: 0, squares: 0.0)
  /// The lengths and the truth, in meters.
  package var length = 0.0, trueLength = 0.0
  package var within = 0
  /// The errors of courses in turns if the truth were so many tenths of a second earlier, in degrees.
  package var turns: [Int: (count: Int, sum: Double)] = [:]

  package init() {}

  package var rms: Double { count == 0 ? 0 : (squares / Double(count)).squareRoot() }
  package var meanLargest: Double { largest.reduce(0, +) / Double(max(largest.count, 1)) }
  package var slowSpeed: Double { root(slowSpeeds) }
  package var slowCourse: Double { root(slowCourses) }
  package var stated: Double { Double(within) / Double(max(count, 1)) }

  /// The delay of courses in turns in seconds: the shift with which they fit best.
  package var turnDelay: Double? {
    let means = turns.filter { $0.value.count > 100 }.mapValues { $0.sum / Double($0.count) }
    return means.min { $0.value < $1.value }.map { Double($0.key) / 10 }
  }

  private func root(_ sum: (count: Int, squares: Double)) -> Double {
    sum.count == 0 ? 0 : (sum.squares / Double(sum.count)).squareRoot()
  }

  /// Adds the fixes of a run.
  ///
  /// - Parameters:
  ///   - fixes: with the index of the step of each.
  ///   - truth: where the receiver was at each step, one a second.
  package mutating func add(_ fixes: [(index: Int, fix: Fix)], _ truth: [GroundTruth]) {
    var worst = 0.0
    for (number, (index, fix)) in fixes.enumerated() {
      let real = truth[index]
      let error = fix.coordinate.distance(to: real.coordinate)
      count += 1
      squares += error * error
      worst = max(worst, error)
      if let stated = fix.horizontalAccuracy, error <= stated { within += 1 }
      if real.speed < 2, let speed = fix.speed {
        slowSpeeds.count += 1
        slowSpeeds.squares += (speed - real.speed) * (speed - real.speed)
      }
      if 0.5..<2 ~= real.speed {
        let error = ((fix.course ?? real.course + 90) - real.course).remainder(dividingBy: 360)
        slowCourses.count += 1
        slowCourses.squares += error * error
      }
      if number > 0 { length += fixes[number - 1].fix.coordinate.distance(to: fix.coordinate) }
      addTurn(fix, index, truth)
    }
    for (one, next) in zip(truth, truth.dropFirst()) {
      trueLength += one.coordinate.distance(to: next.coordinate)
    }
    largest.append(worst)
  }

  private mutating func addTurn(_ fix: Fix, _ index: Int, _ truth: [GroundTruth]) {
    guard let course = fix.course, index >= 4, index + 2 < truth.count, truth[index].speed > 3,
      abs((truth[index].course - truth[index - 2].course).remainder(dividingBy: 360)) > 20
    else { return }
    for tenths in -10...30 {
      let time = Double(index) - Double(tenths) / 10
      let (start, share) = (Int(time.rounded(.down)), time - time.rounded(.down))
      let turn = (truth[start + 1].course - truth[start].course).remainder(dividingBy: 360)
      let real = truth[start].course + share * turn
      turns[tenths, default: (0, 0)].count += 1
      turns[tenths, default: (0, 0)].sum += abs((course - real).remainder(dividingBy: 360))
    }
  }
}
