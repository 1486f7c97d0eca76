import LocationCore
import LocationSimulation
import NMEALocation
import TestTurns
import Testing

/// The bytes and the updates agree: decoding the bytes gives the updates.
@Suite(.inTurn) struct RoundTripTests {
  @Test(arguments: [
    ("walk", 40), ("drive", 70), ("flight", 20), ("boat", 40), ("city", 60), ("tunnel", 120),
    ("cold-start", 60),
  ])
  func decodingTheBytesGivesTheUpdates(_ name: String, _ seconds: Int) throws {
    var scenario = try #require(Scenario.named(name))
    scenario.duration = .seconds(seconds)
    expectRoundTrip(scenario)
  }

  @Test(arguments: [1, 2, 3, 5, 7, 10, 20])
  func decodesAtEveryRate(_ rate: Int) {
    var scenario = Scenario.standing(seconds: 8, rate: rate)
    scenario.motion = .circle(.init(center: berlin, radius: 50, speed: 9, altitude: 20))
    expectRoundTrip(scenario)
  }

  private func expectRoundTrip(_ scenario: Scenario) {
    let receiver = SimulatedReceiver(scenario: scenario)
    let steps = Array(receiver)
    let expected = steps.updates.map(\.asSentencesSayIt)
    let found = decoded(steps.bytes, from: receiver.source).map(\.withSpeedOfOneUnit)
    #expect(found.count == expected.count)
    for (one, other) in zip(found, expected) where one != other {
      Issue.record("decoded \(one)\nprovided \(other)")
      return
    }
  }
}

extension LocationUpdate {
  /// The same without the values that have no field in NMEA 0183.
  fileprivate var asSentencesSayIt: LocationUpdate {
    switch self {
    case .fix(var fix):
      fix.climb = nil
      fix.dilution = fix.dilution.asSentencesSayIt
      return LocationUpdate.fix(fix).withSpeedOfOneUnit
    case .sky(var sky):
      sky.dilution = sky.dilution.asSentencesSayIt
      return .sky(sky)
    case .fixLost, .authorization: return self
    }
  }

  /// RMC and VTG state the speed in different units, each rounded separately.
  fileprivate var withSpeedOfOneUnit: LocationUpdate {
    guard case .fix(var fix) = self else { return self }
    fix.speed = fix.speed.map { ($0 * 3600 / 1852 * 100).rounded() }
    return .fix(fix)
  }
}

extension DilutionOfPrecision {
  fileprivate var asSentencesSayIt: DilutionOfPrecision {
    var copy = self
    (copy.geometric, copy.time, copy.latitude, copy.longitude) = (nil, nil, nil, nil)
    return copy
  }
}
