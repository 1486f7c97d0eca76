import Foundation
import LocationCore
import TestTurns
import Testing

@testable import LocationSimulation

/// The stated accuracy of fixes is correct.
@Suite(.inTurn) struct AccuracyTests {
  /// The shares of a run's errors that were within the stated accuracy.
  struct Shares: CustomStringConvertible {
    var count = 0
    var horizontal68 = 0.0
    var horizontal95 = 0.0
    var vertical68 = 0.0
    var vertical95 = 0.0

    mutating func count(
      horizontal: Double, vertical: Double, _ accuracy: StatedAccuracy, _ errors: ErrorEstimates
    ) {
      count += 1
      if horizontal <= errors.horizontal ?? 0 { horizontal68 += 1 }
      if horizontal <= accuracy.horizontal95 { horizontal95 += 1 }
      if abs(vertical) <= errors.vertical ?? 0 { vertical68 += 1 }
      if abs(vertical) <= accuracy.vertical95 ?? 0 { vertical95 += 1 }
    }

    func share(_ part: KeyPath<Shares, Double>) -> Double { self[keyPath: part] / Double(count) }

    var description: String {
      let parts = [\Shares.horizontal68, \.horizontal95, \.vertical68, \.vertical95].map {
        "\((share($0) * 10_000).rounded() / 100) %"
      }
      return "\(count) fixes: within the horizontal 68 % figure \(parts[0]), 95 % \(parts[1]);"
        + " vertical 68 % \(parts[2]), 95 % \(parts[3])"
    }
  }

  /// Compares a run's fixes with the true places.
  static func shares(of scenario: Scenario, seed: UInt64) -> Shares {
    var shares = Shares()
    for step in SimulatedReceiver(scenario: scenario, seed: seed, writesBytes: false) {
      guard let fix = step.fix, let accuracy = step.accuracy, let altitude = fix.altitude else {
        continue
      }
      shares.count(
        horizontal: fix.coordinate.distance(to: step.truth.coordinate),
        vertical: altitude - step.truth.altitude, accuracy, fix.errors)
    }
    return shares
  }

  /// Errors that last less than a second, so that every fix counts, under every kind of sky.
  @Test(arguments: ReceiverEnvironment.presets.map(\.name))
  func statedFiguresHoldOverALongRun(_ name: String) throws {
    var scenario = try Self.walk(name)
    scenario.environment.correlationTime = 0
    scenario.duration = .seconds(2000)
    let shares = Self.shares(of: scenario, seed: 12)
    // 2,000 independent fixes: the standard deviations are 1.04 % and 0.49 %.
    #expect(shares.count > 1900)
    #expect(abs(shares.share(\.horizontal68) - 0.683) < 0.025)
    #expect(abs(shares.share(\.vertical68) - 0.683) < 0.025)
    #expect(abs(shares.share(\.horizontal95) - 0.95) < 0.015)
    #expect(abs(shares.share(\.vertical95) - 0.95) < 0.015)
  }

  /// `LOCATE_STATISTICS=24 swift test --filter AccuracyTests` prints the shares of a walk of 24
  /// hours with each unchanged preset. Its errors last long, so a short walk has few of them.
  @Test(
    .enabled(if: statisticsHours != nil, "LOCATE_STATISTICS is not set"),
    arguments: ReceiverEnvironment.presets.map(\.name))
  func statedFiguresHoldOverManyHours(_ name: String) throws {
    var scenario = try Self.walk(name)
    scenario.duration = .seconds(3600 * (Self.statisticsHours ?? 1))
    let shares = Self.shares(of: scenario, seed: 1)
    print("\(name): \(shares)")
    #expect(abs(shares.share(\.horizontal68) - 0.683) < 0.1)
    #expect(abs(shares.share(\.vertical68) - 0.683) < 0.1)
    #expect(shares.share(\.horizontal95) > 0.9)
    #expect(shares.share(\.vertical95) > 0.9)
  }

  private static let statisticsHours = ProcessInfo.processInfo.environment["LOCATE_STATISTICS"]
    .flatMap(Int.init)

  private static func walk(_ environment: String) throws -> Scenario {
    var scenario = try #require(Scenario.named("walk"))
    let preset = try #require(ReceiverEnvironment.presets.first { $0.name == environment })
    scenario.environment = preset.value
    return scenario
  }

  /// The same without a receiver, for one-sided skies and many more random numbers.
  @Test(arguments: [
    [(60.0, 0.0), (40, 90), (30, 180), (20, 270), (80, 45)],
    [(15, 0), (20, 10), (70, 20), (25, 170), (10, 190), (50, 180)],
    [(30, 80), (35, 100), (60, 270), (45, 265), (85, 0)],
  ])
  func errorsHaveTheStatedCovariance(_ sky: [(Double, Double)]) throws {
    let geometry = try #require(
      SatelliteGeometry(sky.map { (elevation: $0.0, azimuth: $0.1) }))
    let environment = ReceiverEnvironment(elevationMask: 0, rangeError: 4, correlationTime: 0)
    let accuracy = StatedAccuracy(geometry, rangeError: 4)
    var error = PositionError(environment, seed: 5)
    var (ee, nn, uu, en, within68, within95) = (0.0, 0.0, 0.0, 0.0, 0, 0)
    let count = 40_000
    for _ in 0..<count {
      error.advance(by: 1)
      let offset = error.offset(for: geometry)
      ee += offset.east * offset.east
      nn += offset.north * offset.north
      uu += offset.up * offset.up
      en += offset.east * offset.north
      let radius = (offset.east * offset.east + offset.north * offset.north).squareRoot()
      if radius <= accuracy.horizontal68 { within68 += 1 }
      if radius <= accuracy.horizontal95 { within95 += 1 }
    }
    func expect(_ sum: Double, _ variance: Double, _ scale: Double) {
      #expect(abs(sum / Double(count) - 16 * variance) < 0.04 * 16 * scale)
    }
    expect(ee, geometry.horizontal.ee, geometry.horizontal.ee)
    expect(nn, geometry.horizontal.nn, geometry.horizontal.nn)
    let vertical = try #require(geometry.vertical)
    expect(uu, vertical.uu, vertical.uu)
    expect(
      en, geometry.horizontal.en,
      (geometry.horizontal.ee * geometry.horizontal.nn).squareRoot())
    #expect(abs(Double(within68) / Double(count) - 0.6827) < 0.01)
    #expect(abs(Double(within95) / Double(count) - 0.95) < 0.005)
    // The shares of the axes add up to the radius, as a decoder of GST adds them.
    let sum = accuracy.east68 * accuracy.east68 + accuracy.north68 * accuracy.north68
    #expect(abs(sum.squareRoot() - accuracy.horizontal68) < 1e-9)
  }

  @Test func errorsLastForTheCorrelationTime() {
    var scenario = Scenario.standing(seconds: 4000)
    scenario.systems = [.gps, .galileo]
    scenario.environment.correlationTime = 20
    let run = SimulatedReceiver(scenario: scenario, seed: 3, writesBytes: false)
    let errors = run.compactMap { step in
      step.fix.map { ($0.coordinate.latitude - step.truth.coordinate.latitude) }
    }
    func correlation(_ lag: Int) -> Double {
      let sum = zip(errors, errors.dropFirst(lag)).reduce(0) { $0 + $1.0 * $1.1 }
      let square = errors.reduce(0) { $0 + $1 * $1 }
      return sum / square
    }
    #expect(correlation(1) > 0.9)
    #expect(abs(correlation(20) - 0.37) < 0.2)
    #expect(abs(correlation(200)) < 0.25)
  }

  /// Stationary receivers in real logs have correlations of 0.98 to 1 after 1 s, 0.90 to 0.97 after 5 s, and 0.5 to
  /// 0.8 after 20 s. Weak satellites that come and go lower the first one a little.
  @Test(arguments: ReceiverEnvironment.presets.map(\.name))
  func errorsLastAsLongAsThoseOfRealReceivers(_ name: String) throws {
    let preset = try #require(ReceiverEnvironment.presets.first { $0.name == name })
    let scenario = Scenario.standing(seconds: 120, environment: preset.value)
    let runs = (0..<40).map { seed in
      SimulatedReceiver(scenario: scenario, seed: UInt64(seed), writesBytes: false).map { step in
        step.fix.map { $0.coordinate.latitude - berlin.latitude }
      }
    }
    /// The mean product of two errors that are some seconds apart.
    func product(_ lag: Int) -> Double {
      let products = runs.flatMap { errors in
        zip(errors, errors.dropFirst(lag)).compactMap { one, other in
          one.flatMap { one in other.map { one * $0 } }
        }
      }
      return products.reduce(0, +) / Double(products.count)
    }
    let correlations = [1, 5, 20].map { product($0) / product(0) }
    #expect((0.97...1).contains(correlations[0]), "\(correlations)")
    #expect((0.9...0.97).contains(correlations[1]), "\(correlations)")
    #expect((0.5...0.8).contains(correlations[2]), "\(correlations)")
  }

  @Test func withoutErrorTheAccuracyIsThatOfTheRounding() {
    let scenario = Scenario.standing(
      seconds: 20, environment: ReceiverEnvironment.openSky.withoutError)
    for step in scenario.steps() {
      guard let fix = step.fix else { continue }
      #expect(fix.coordinate.distance(to: berlin) < 0.02)
      #expect(fix.altitude == 35)
      #expect(fix.speed == 0 && fix.course == nil)
      #expect((fix.horizontalAccuracy ?? 99) < 0.02)
    }
  }

  @Test func survivesInvalidNumbers() {
    for value in [-1.0, .nan, .infinity, 1e300] {
      let environment = ReceiverEnvironment(
        elevationMask: 5, fading: value, rangeError: value, correlationTime: value)
      let faults = [
        Fault(.jump(meters: value, bearing: value)), Fault(.drift(speed: value, bearing: value)),
      ]
      var scenario = Scenario.standing(seconds: 3, environment: environment, faults: faults)
      scenario.geoidSeparation = value
      scenario.rate = -4
      #expect(scenario.steps().count == 3)
    }
  }

  @Test func worseSurroundingsGiveLargerErrors() {
    func accuracy(_ environment: ReceiverEnvironment) -> Double {
      let fixes = Scenario.standing(seconds: 30, environment: environment).steps().fixes
      return fixes.compactMap(\.horizontalAccuracy).reduce(0, +) / Double(fixes.count)
    }
    #expect(accuracy(.openSky) * 2 < accuracy(.forest))
    #expect(accuracy(.forest) < accuracy(.city))
    #expect(accuracy(.city) < accuracy(.indoor))
  }

  @Test func speedAndCourseAreNearTheTruth() {
    var scenario = Scenario.standing(seconds: 200)
    scenario.motion = .circle(.init(center: berlin, radius: 300, speed: 12))
    for step in scenario.steps() {
      guard let fix = step.fix, let speed = fix.speed, let course = fix.course else {
        Issue.record("no speed or course at \(step.offset)")
        return
      }
      #expect(abs(speed - 12) < 0.2)
      #expect(abs(turn(from: course, to: step.truth.course)) < 1)
    }
  }
}
