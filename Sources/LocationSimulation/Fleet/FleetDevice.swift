import LocationCore

/// What tells a device of a simulated fleet from the others.
///
/// It depends on the scenario and on the number of the device only, so the track of a device is the same in a fleet of
/// any size.
struct FleetDevice: Sendable {
  /// The largest distance from the scenario's start to a device's, in meters.
  static let range = 10_000.0
  /// How long a device may have been on its way already. Every lap of a town is shorter.
  static let longestLead = 600

  /// From 1.
  let number: Int
  /// `sim/0001`, `sim/0002`, …
  let name: String
  let seed: UInt64
  /// The device reports this long after the times of the scenario, less than the time between two reports. So the
  /// reports of many devices are spread over each second.
  let delay: Duration
  /// How long the device has been on its way at the start, whole seconds; 0 for a motion with an end, and for a random
  /// walk.
  let lead: Int
  /// The turn of its route about its start, in degrees, 0 ..< 360.
  let turn: Double
  /// The direction from the scenario's start to its own, in degrees, 0 ..< 360, and the distance in meters.
  let offset: (bearing: Double, distance: Double)

  /// Makes a device of a scenario.
  init(_ number: Int, of scenario: Scenario) {
    var random = RandomStream(seed: scenario.seed, purpose: .device(number))
    self.number = number
    name = "sim/" + String(repeating: "0", count: max(0, 4 - "\(number)".count)) + "\(number)"
    seed = random.next()
    delay = .milliseconds(random.integer(below: 1000 / scenario.rate))
    turn = 360 * random.uniform()
    // All places of the circle are equally likely.
    offset = (360 * random.uniform(), Self.range * random.uniform().squareRoot())
    let lead = random.integer(below: Self.longestLead)
    self.lead = scenario.motion.isOnItsWay ? lead : 0
  }
}

extension Motion {
  /// Whether a device can have been on its way for any time: it goes round and round.
  fileprivate var isOnItsWay: Bool {
    switch self {
    case .standing, .randomWalk: false
    case .circle: true
    case .route: !isFinite
    }
  }
}

extension RandomStream.Purpose {
  /// The properties of a device of a fleet, by its number.
  fileprivate static func device(_ number: Int) -> Self {
    Self(1 << 32 + UInt64(number))
  }
}
