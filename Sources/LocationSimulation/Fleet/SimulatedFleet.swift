public import LocationCore

/// Many simulated receivers of one scenario, each with a name, a seed, a start and a route of its own.
///
/// The devices are called `sim/0001`, `sim/0002` and so on, in `fix.source.device`. Each one travels the scenario's
/// route, turned about its start by any angle and moved up to 10 km. On a route that never ends a device has been on its
/// way for up to ten minutes when it starts. Each reports at the scenario's rate, a part of a second later than the
/// scenario's times. All of this comes from the scenario's seed and the number of the device, so the track of a
/// device does not change with the number of devices.
///
/// ```swift
/// for step in SimulatedFleet(scenario: scenario, devices: 1000).prefix(60_000) {
///   send(step.bytes, of: step.trueFix.source.device)
/// }
/// ```
///
/// The steps of all devices come in the order of their times. Routes are turned without regard to streets and shores. The
/// scenario's faults come for every device at the same time of its track. If the scenario refuses or breaks the source,
/// all devices end together, and only one says that the authorization changed.
public struct SimulatedFleet: Sequence, IteratorProtocol, Sendable {
  /// The possible numbers of devices.
  public static let sizes = 1...100_000

  private struct Member {
    var receiver: SimulatedReceiver
    let delay: Duration
    var isOver = false
  }

  /// What is simulated.
  public let scenario: Scenario
  /// The error that ended the run: `.notAuthorized` or `.sourceUnavailable`. `nil` before the end, and for an end
  /// without an error.
  public private(set) var ending: UserLocationError?
  /// The receivers in the order of their delays. They all have the same rate, so they report in turn.
  private var members: [Member]
  private var turn = 0
  /// How many receivers have not ended.
  private var running: Int

  /// Makes a fleet at the start of its track.
  ///
  /// - Parameters:
  ///   - scenario: what each device simulates.
  ///   - devices: the number of devices, 1 … 100,000.
  ///   - seed: replaces the scenario's seed.
  ///   - start: the time at the start; replaces the scenario's.
  /// - Precondition: `devices` is within ``sizes``.
  public init(scenario: Scenario, devices: Int, seed: UInt64? = nil, start: Date? = nil) {
    self.init(
      SimulatedReceiver(scenario: scenario, seed: seed, start: start), devices: devices)
  }

  /// Makes a fleet of a receiver at the start of its track.
  ///
  /// - Parameter devices: `nil` for this one receiver, without a name.
  init(_ receiver: SimulatedReceiver, devices: Int?) {
    scenario = receiver.scenario
    if let devices {
      precondition(
        Self.sizes.contains(devices), "a fleet has \(Self.sizes) devices, not \(devices)")
      members = Self.members(devices, of: receiver)
    } else {
      members = [Member(receiver: receiver, delay: .zero)]
    }
    running = members.count
  }

  private static func members(_ count: Int, of receiver: SimulatedReceiver) -> [Member] {
    let scenario = receiver.scenario
    let devices = (1...count).map { FleetDevice($0, of: scenario) }
    // The mover after 0, 1, 2 … seconds.
    var movers = [scenario.motion.mover(seed: scenario.seed)]
    let start = movers[0].point(at: .zero).coordinate
    for second in 0..<(devices.map(\.lead).max() ?? 0) {
      var mover = movers[second]
      _ = mover.point(at: .seconds(second + 1))
      movers.append(mover)
    }
    return devices.sorted { ($0.delay, $0.number) < ($1.delay, $1.number) }.map { device in
      Member(
        receiver: receiver.as(device, from: start, movers[device.lead]), delay: device.delay)
    }
  }

  /// The number of devices.
  public var devices: Int { members.count }

  /// The source of each device, in the order of reports.
  package var sources: [FixSource] { members.map(\.receiver.source) }

  /// The next step of the next device, or `nil` at the end; ``ending`` then says why. The `offset` of a step counts from
  /// the start of the fleet, so it never decreases.
  public mutating func next() -> SimulationStep? { nextOfMember()?.step }

  /// The next step, and the place of its device in the order of reports, 0 ..< ``devices``.
  package mutating func nextOfMember() -> (step: SimulationStep, member: Int)? {
    while running > 0, ending == nil {
      let member = turn
      turn = (turn + 1) % members.count
      guard !members[member].isOver else { continue }
      let step = members[member].receiver.next()
      ending = members[member].receiver.ending
      guard var step else {
        members[member].isOver = true
        running -= 1
        continue
      }
      step.offset += members[member].delay
      return (step, member)
    }
    return nil
  }
}
