public import LocationCore

/// A simulated receiver: a sequence of steps, each with the true place, the updates of a provider
/// and the bytes of a receiver.
///
/// It uses no clock, no input and no output. The same scenario, seed and start give the same steps
/// on every machine: all random numbers come from ``RandomStream``, and all output is rounded to
/// the digits of a sentence. The sines of C libraries may differ in the last bits, which are
/// millions of times smaller than these digits.
///
/// ```swift
/// for step in SimulatedReceiver(scenario: .named("walk") ?? mine, seed: 7).prefix(60) {
///   send(step.bytes)
/// }
/// ```
public struct SimulatedReceiver: Sequence, IteratorProtocol, Sendable {
  /// What is simulated.
  public private(set) var scenario: Scenario
  /// The seed of all random numbers.
  public var seed: UInt64 { scenario.seed }
  /// The error that ended the run: `.notAuthorized` or `.sourceUnavailable`. `nil` before the end,
  /// and for an end without an error.
  public private(set) var ending: UserLocationError?
  /// The source of its updates: kind `.simulated`, and the scenario's name after `sim:`.
  public private(set) var source: FixSource

  private let writesBytes: Bool
  private var rate: Int { scenario.rate }
  private var count = 0
  private var isOver = false
  private var clock: ReceiverClock
  private let access: AccessFaults
  private var status: AuthorizationStatus
  private let signals: SignalFaults
  private var wire: WireFaults
  private var solver: PositionSolver
  private var mover: any Mover
  /// How long the mover was on its way at the start of the track.
  private var lead = Duration.zero
  private var displacement: Displacement?
  private var sky: SkyModel
  private var satellites: [SkyModel.VisibleSatellite] = []
  private var lookedAt: Duration?
  /// The last report, if the scenario has one repeated.
  private var last: (updates: [LocationUpdate], bytes: [UInt8], accuracy: StatedAccuracy?)?
  private let keepsLast: Bool

  /// Makes a receiver at the start of its track.
  ///
  /// - Parameters:
  ///   - scenario: what to simulate.
  ///   - seed: replaces the scenario's seed.
  ///   - start: the receiver's time at the start; replaces the scenario's.
  public init(scenario: Scenario, seed: UInt64? = nil, start: Date? = nil) {
    self.init(scenario: scenario, seed: seed, start: start, writesBytes: true)
  }

  /// - Parameter writesBytes: whether steps have bytes. `false` saves the work of writing them and
  ///   changes nothing else.
  init(scenario: Scenario, seed: UInt64? = nil, start: Date? = nil, writesBytes: Bool) {
    self.writesBytes = writesBytes
    var scenario = scenario
    scenario.rate = Swift.min(Swift.max(scenario.rate, 1), 20)
    scenario.environment = scenario.environment.clamped
    if let seed { scenario.seed = seed }
    if let start { scenario.start = start }
    self.scenario = scenario
    source = FixSource(kind: .simulated, name: "sim:\(scenario.name)")
    clock = ReceiverClock(start: scenario.start, faults: scenario.faults)
    access = AccessFaults(scenario.faults, source: source)
    keepsLast = scenario.faults.contains { $0.kind == .staleRepeats }
    status = access.initialStatus
    signals = SignalFaults(scenario.faults)
    wire = WireFaults(scenario.faults, seed: scenario.seed)
    solver = PositionSolver(scenario)
    mover = scenario.motion.mover(seed: scenario.seed)
    sky = SkyModel(
      systems: scenario.systems, environment: scenario.environment, seed: scenario.seed)
  }

  /// The receiver of a device of a fleet. This one is at the start of its track. They share what is equal: the line of
  /// the route, and the satellites.
  ///
  /// - Parameters:
  ///   - start: the start of the scenario's motion.
  ///   - mover: the scenario's mover after the device's lead.
  func `as`(
    _ device: FleetDevice, from start: Coordinate, _ mover: any Mover
  ) -> SimulatedReceiver {
    var copy = self
    copy.scenario.seed = device.seed
    copy.scenario.start = clock.trueInstant(at: device.delay).date
    copy.source.device = device.name
    copy.clock = ReceiverClock(start: copy.scenario.start, faults: scenario.faults)
    copy.wire = WireFaults(scenario.faults, seed: device.seed)
    copy.solver = PositionSolver(copy.scenario)
    copy.sky.reseed(device.seed)
    if case .randomWalk = scenario.motion {
      copy.mover = scenario.motion.mover(seed: device.seed)
    } else {
      copy.mover = mover
    }
    copy.lead = .seconds(device.lead)
    let end = start.destination(
      bearing: device.offset.bearing, distance: device.offset.distance)
    copy.displacement = Displacement(start: start, end: end, turn: device.turn)
    return copy
  }

  /// The next step, or `nil` at the end; ``ending`` then says why.
  public mutating func next() -> SimulationStep? {
    guard !isOver else { return nil }
    let time = Duration.nanoseconds(count * 1_000_000_000 / rate)
    if let duration = scenario.duration, time >= duration { return end() }
    if let ending = access.ending(at: time) { return end(ending.error) }
    let isWholeSecond = count % rate == 0
    var truth = mover.point(at: lead + time)
    if let displacement { truth = displacement.moved(truth) }
    if scenario.duration == nil, mover.hasArrived { isOver = true }
    count += 1

    var step = SimulationStep(
      offset: time, truth: truth, trueFix: fix(of: truth, at: time), updates: [], bytes: [])
    solver.advance(by: 1 / Double(rate))
    let report = report(of: truth, at: time, isWholeSecond: isWholeSecond)
    let status = access.status(at: time)
    if status != self.status {
      self.status = status
      step.updates.append(.authorization(status))
    }
    if status.isRefused {
      isOver = true
      ending = access.refusal
    }
    guard status.isAuthorized, !has(.silence, at: time) else { return step }
    if has(.staleRepeats, at: time), let last {
      step.updates += last.updates
      (step.bytes, step.accuracy) = (last.bytes, last.accuracy)
      return step
    }
    let updates = report.updates
    step.accuracy = report.position?.accuracy
    if writesBytes {
      step.bytes = wire.carry(report.sentences(), at: time, isWholeSecond: isWholeSecond)
    }
    if keepsLast { last = (updates, step.bytes, step.accuracy) }
    step.updates += updates
    return step
  }

  private func fix(of truth: GroundTruth, at time: Duration) -> Fix {
    var fix = Fix(coordinate: truth.coordinate, mode: .threeD, source: source)
    fix.timestamp = clock.trueInstant(at: time).date
    fix.altitude = truth.altitude
    fix.geoidSeparation = scenario.geoidSeparation
    if let altitude = fix.altitude, let separation = fix.geoidSeparation {
      fix.ellipsoidalAltitude = altitude + separation
    }
    if fix.altitude == nil { fix.mode = .twoD }
    fix.speed = truth.speed
    fix.course = truth.speed > 0 ? truth.course : nil
    fix.climb = truth.climb
    fix.status = .simulated
    return fix
  }

  private mutating func end(_ error: UserLocationError? = nil) -> SimulationStep? {
    isOver = true
    ending = error
    return nil
  }

  private func has(_ kind: Fault.Kind, at time: Duration) -> Bool {
    scenario.faults.contains { $0.kind == kind && $0.isActive(at: time) }
  }

  private mutating func report(
    of truth: GroundTruth, at time: Duration, isWholeSecond: Bool
  ) -> ReceiverReport {
    if isWholeSecond {
      let horizon = TangentPlane(at: truth.coordinate, height: truth.altitude)
      let pause = lookedAt.map { (time - $0).seconds } ?? 0
      satellites = sky.look(from: horizon, at: clock.trueTime(at: time), after: pause)
      lookedAt = time
    }
    var heard = satellites
    signals.apply(to: &heard, at: time)
    let position = solver.position(of: truth, from: heard, at: time)
    if position == nil {
      for index in heard.indices { heard[index].isUsed = false }
    }
    // The next step looks anew. A fleet keeps no satellites meanwhile: they are half of its memory.
    if count % rate == 0 { satellites = [] }
    return ReceiverReport(
      instant: signals.hidesTime(at: time) ? nil : clock.instant(at: time), position: position,
      satellites: isWholeSecond ? heard : nil, source: source)
  }
}
