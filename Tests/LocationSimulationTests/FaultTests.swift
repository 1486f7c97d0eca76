import LocationCore
import LocationSimulation
import NMEA0183
import NMEALocation
import TestTurns
import Testing

/// Every fault shows in the output, from its scripted time to its end.
@Suite(.inTurn) struct FaultTests {
  /// Forty seconds at rest, with one fault from second 10 to second 20.
  private static func steps(
    _ kind: Fault.Kind, length: Duration? = .seconds(10), rate: Int = 1,
    configure: (inout Scenario) -> Void = { _ in }
  ) -> [SimulationStep] {
    var scenario = Scenario.standing(
      seconds: 40, rate: rate, faults: [Fault(kind, at: .seconds(10), for: length)])
    configure(&scenario)
    return scenario.steps()
  }

  /// The seconds, out of forty, whose step meets a condition.
  private static func seconds(
    _ steps: [SimulationStep], where predicate: (SimulationStep) -> Bool
  ) -> [Int] {
    steps.filter(predicate).map { Int($0.offset / .seconds(1)) }
  }

  private static let faulty = Array(10..<20)

  @Test(arguments: [Fault.Kind.noFix, .dropout])
  func losesItsFix(_ kind: Fault.Kind) {
    let steps = Self.steps(kind)
    #expect(Self.seconds(steps) { $0.fix == nil } == Self.faulty)
    #expect(Self.seconds(steps) { !$0.updates.losses.isEmpty } == Self.faulty)
    let silent = Self.seconds(steps) { step in
      step.updates.skies[0].satellites.allSatisfy { $0.signalStrength == nil }
    }
    #expect(silent == (kind == .dropout ? Self.faulty : []))
    let found = decoded(steps.flatMap(\.bytes), from: FixSource(kind: .live, name: "x"))
    #expect(found.losses.count == 10 && found.fixes.count == 30)
  }

  @Test func dropsOutInTheMiddleOfASecond() {
    var scenario = Scenario.standing(seconds: 4, rate: 10)
    scenario.faults = [Fault(.dropout, at: .milliseconds(1500), for: .milliseconds(800))]
    let lost = scenario.steps().filter { $0.fix == nil }.map { Int($0.offset / .milliseconds(100)) }
    #expect(lost == Array(15..<23))
  }

  @Test func startsCold() throws {
    var scenario = Scenario.standing(seconds: 40)
    scenario.faults = [Fault(.coldStart, for: .seconds(20))]
    let steps = scenario.steps()
    #expect(Self.seconds(steps) { $0.fix != nil } == Array(20..<40))
    let timed = Self.seconds(steps) { step in step.updates.losses.contains { $0.timestamp != nil } }
    #expect(timed == Array(6..<20))
    let heard = steps.prefix(20).map { step in
      step.updates.skies[0].satellites.count { $0.signalStrength != nil }
    }
    #expect(heard.prefix(6).allSatisfy { $0 == 0 })
    #expect(heard == heard.sorted() && (heard.last ?? 0) > 20)
  }

  @Test func aColdStartWithoutALengthTakesHalfAMinute() {
    var scenario = Scenario.standing(seconds: 40)
    scenario.faults = [Fault(.coldStart)]
    #expect(Self.seconds(scenario.steps()) { $0.fix != nil } == Array(30..<40))
  }

  @Test func jumps() {
    let steps = Self.steps(.jump(meters: 1000, bearing: 90))
    let away = Self.seconds(steps) {
      abs(($0.fix?.coordinate.distance(to: $0.truth.coordinate) ?? 0) - 1000) < 20
    }
    #expect(away == Self.faulty)
    let near = Self.seconds(steps) {
      ($0.fix?.coordinate.distance(to: $0.truth.coordinate) ?? 99) < 20
    }
    #expect(near == Array(0..<10) + Array(20..<40))
    #expect((steps[15].fix?.coordinate.longitude ?? 0) > berlin.longitude + 0.01)
  }

  @Test func drifts() throws {
    let steps = Self.steps(.drift(speed: 50, bearing: 180))
    for second in 0..<10 {
      let fix = try #require(steps[10 + second].fix)
      #expect(abs(fix.coordinate.distance(to: berlin) - 50 * Double(second)) < 20)
    }
    #expect((steps[20].fix?.coordinate.distance(to: berlin) ?? 99) < 20)
  }

  @Test func sticksToAPosition() {
    let steps = Self.steps(.stuck) {
      $0.motion = .circle(.init(center: berlin, radius: 100, speed: 20))
    }
    let places = steps.compactMap { $0.fix?.coordinate }
    #expect(Set(places[9..<20]).count == 1)
    #expect(Set(places[20..<40]).count == 20)
    #expect(steps[15].fix?.speed == steps[9].fix?.speed)
    // Time goes on.
    #expect(Set(steps.compactMap { $0.fix?.timestamp }).count == 40)
  }

  @Test(arguments: [(5, FixMode.threeD), (3, .twoD), (2, nil)])
  func usesFewSatellites(_ count: Int, _ mode: FixMode?) throws {
    let steps = Self.steps(.fewSatellites(count: count))
    #expect((steps[5].fix?.satellitesUsed ?? 0) > 10)
    for step in steps[10..<20] {
      #expect(step.fix?.mode == mode)
      #expect(step.fix?.satellitesUsed == (mode == nil ? nil : count))
      #expect((step.fix?.altitude == nil) == (mode != .threeD))
    }
    #expect((steps[25].fix?.satellitesUsed ?? 0) > 10)
    if mode == .twoD {
      let bytes = steps[12].bytes
      let found = try #require(decoded(bytes, from: FixSource(kind: .live, name: "x")).fixes.first)
      #expect(found.mode == .twoD && found.satellitesUsed == 3)
    }
  }

  @Test func losesSatellitesOneByOne() throws {
    let steps = Self.steps(.satelliteLoss(every: .seconds(1)), length: .seconds(20)) {
      $0.systems = [.gps, .galileo]
    }
    let used = steps.map { step in step.updates.skies[0].satellites.count { $0.isUsed == true } }
    let before = used[9]
    #expect(before > 10)
    for second in 10..<(10 + before - 3) {
      #expect(used[second] == before - (second - 9))
    }
    // Four satellites give a position, three give one without altitude.
    #expect(steps[9 + before - 4].fix?.mode == .threeD)
    #expect(steps[9 + before - 3].fix?.mode == .twoD)
    #expect(steps[9 + before - 2].fix == nil)
    #expect(steps[29].fix == nil && steps[31].fix != nil)
  }

  // MARK: Time

  @Test func stepsItsTime() {
    let steps = Self.steps(.timeStep(by: .seconds(-7)))
    let start = Scenario.defaultStart
    for (second, step) in steps.enumerated() {
      let shift = Self.faulty.contains(second) ? -7.0 : 0
      #expect(step.fix?.timestamp == start.addingTimeInterval(Double(second) + shift))
    }
  }

  @Test func countsWeeksOnlyTo1024() {
    let steps = Self.steps(.weekRollover)
    let start = Scenario.defaultStart
    #expect(steps[9].fix?.timestamp == start.addingTimeInterval(9))
    #expect(steps[10].fix?.timestamp == start.addingTimeInterval(10 - 1024 * 7 * 86_400))
    #expect(steps[20].fix?.timestamp == start.addingTimeInterval(20))
    // 1 June 2025 minus 1024 weeks.
    #expect(String(decoding: steps[10].bytes, as: UTF8.self).contains(",161005,"))
  }

  @Test func insertsALeapSecond() throws {
    let midnight = 1_751_328_000.0  // 2025-07-01
    var scenario = Scenario.standing(seconds: 10, rate: 2, faults: [Fault(.leapSecond)])
    scenario.start = Date(timeIntervalSince1970: midnight - 3)
    let steps = scenario.steps()
    let times = steps.map { step -> String in
      let text = String(decoding: step.bytes, as: UTF8.self)
      return text.split(separator: ",").dropFirst().first.map(String.init) ?? ""
    }
    #expect(
      times.prefix(11) == [
        "235957.00", "235957.50", "235958.00", "235958.50", "235959.00", "235959.50",
        "235960.00", "235960.50", "000000.00", "000000.50", "000001.00",
      ])
    #expect(String(decoding: steps[6].bytes, as: UTF8.self).contains(",300625,"))
    #expect(String(decoding: steps[8].bytes, as: UTF8.self).contains(",010725,"))
    // POSIX time gives it the same number as the next second.
    #expect(steps[6].fix?.timestamp == Date(timeIntervalSince1970: midnight))
    #expect(steps[8].fix?.timestamp == Date(timeIntervalSince1970: midnight))
    #expect(steps[10].fix?.timestamp == Date(timeIntervalSince1970: midnight + 1))
    let found = decoded(steps.bytes, from: FixSource(kind: .simulated, name: "x")).fixes
    #expect(found.map(\.timestamp) == steps.fixes.map(\.timestamp))
  }

  // MARK: Silence and repetition

  @Test func fallsSilent() {
    let steps = Self.steps(.silence)
    #expect(Self.seconds(steps) { $0.bytes.isEmpty } == Self.faulty)
    #expect(Self.seconds(steps) { $0.updates.isEmpty } == Self.faulty)
    // The track goes on.
    #expect(
      steps.count == 40 && steps[20].fix?.timestamp == Scenario.defaultStart.addingTimeInterval(20))
  }

  @Test func repeatsItself() {
    let steps = Self.steps(.staleRepeats)
    for step in steps[10..<20] {
      #expect(step.bytes == steps[9].bytes)
      #expect(step.updates == steps[9].updates)
    }
    #expect(steps[20].fix?.timestamp == Scenario.defaultStart.addingTimeInterval(20))
    #expect(steps[8].bytes != steps[9].bytes)
  }

  // MARK: The source

  @Test(arguments: [false, true])
  func comesToItsEnd(_ isFailure: Bool) {
    let scenario = Scenario.standing(
      seconds: 40, faults: [Fault(.end(isFailure: isFailure), at: .seconds(10))])
    var receiver = SimulatedReceiver(scenario: scenario)
    var count = 0
    while receiver.next() != nil { count += 1 }
    #expect(count == 10)
    #expect(receiver.ending?.code == (isFailure ? .sourceUnavailable : nil))
    #expect(receiver.next() == nil)
  }

  @Test func losesItsAuthorization() {
    let scenario = Scenario.standing(seconds: 40, faults: [Fault(.revoked, at: .seconds(10))])
    var receiver = SimulatedReceiver(scenario: scenario)
    var steps: [SimulationStep] = []
    while let step = receiver.next() { steps.append(step) }
    #expect(steps.count == 11)
    #expect(steps[10].updates == [.authorization(.denied)] && steps[10].bytes.isEmpty)
    #expect(receiver.ending?.code == .notAuthorized)
  }

  @Test func isDenied() {
    let scenario = Scenario.standing(seconds: 40, faults: [Fault(.denied)])
    var receiver = SimulatedReceiver(scenario: scenario)
    #expect(receiver.next() == nil)
    #expect(receiver.ending?.code == .notAuthorized)
  }

  @Test func isGrantedLater() {
    let steps = Scenario.standing(
      seconds: 40, faults: [Fault(.granted, at: .seconds(10))]
    ).steps()
    #expect(steps.prefix(10).allSatisfy { $0.updates.isEmpty && $0.bytes.isEmpty })
    #expect(steps[10].updates.first == .authorization(.authorizedWhenInUse))
    #expect(steps[10].fix?.timestamp == Scenario.defaultStart.addingTimeInterval(10))
  }
}
