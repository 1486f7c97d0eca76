import LocationCore
import LocationSimulation
import NMEALocation

/// Runs simulated receivers through a decoder and compares each fix with the truth.
package struct TruthRun {
  private let receivers: [ReceiverBehavior]
  private let reading: Reading
  private var random: RandomStream
  private var decoder: NMEALocationDecoder
  private var line = SimulatedLine()
  private var text = SentenceText()
  private var clocks: [Int]
  private var walks: [(north: Int, east: Int)]
  private var outages: [Int]
  /// The cycle in which each clock jumped last.
  private var jumps: [Int]
  private var judge: TruthJudge

  private var cyclesDone = 0

  /// One stream of a scenario; the same seed and number give the same stream.
  package static func tally(
    _ scenario: TruthScenario, seed: UInt64, number: Int, epochs: Int
  ) -> TruthTally {
    let index = TruthScenario.allCases.firstIndex(of: scenario) ?? 0
    var run = TruthRun(
      scenario, RandomStream(seed: seed, purpose: .init(UInt64(number) << 8 | UInt64(index))))
    return run.tally(epochs)
  }

  private init(_ scenario: TruthScenario, _ random: RandomStream) {
    var random = random
    (receivers, reading) = scenario.stream(&random)
    self.random = random
    decoder = NMEALocationDecoder(
      source: FixSource(kind: reading == .replay ? .replayed : .live, name: "truth"))
    clocks = receivers.map { $0.start + $0.phase }
    walks = receivers.map { _ in (0, 0) }
    outages = receivers.map { _ in 0 }
    jumps = outages
    judge = TruthJudge(receivers: receivers, origin: Self.origin(&self.random))
    if scenario == .splices, self.random.chance(0.5) { line.beginGap(&self.random) }
  }

  private static func origin(_ random: inout RandomStream) -> (Int, Int) {
    // Up to 80 degrees: walks stay clear of the poles and of the antimeridian.
    (
      (random.integer(below: 160) - 80) * 6_000_000 + random.integer(below: 6_000_000),
      (random.integer(below: 340) - 170) * 6_000_000 + random.integer(below: 6_000_000)
    )
  }

  private mutating func tally(_ epochs: Int) -> TruthTally {
    for _ in 0..<max(1, epochs / receivers.count) {
      sendCycle()
      cyclesDone += 1
      read()
      if reading == .livePauses { flush() }
    }
    finish()
    return judge.tally()
  }

  /// Sends one cycle of each receiver.
  private mutating func sendCycle() {
    var queues: [[(ReceiverBehavior.Kind, Int, Int)]] = []
    for (number, behavior) in receivers.enumerated() {
      let instant = judge.add(nextInstant(number, behavior))
      var queue: [(ReceiverBehavior.Kind, Int, Int)] = []
      for kind in behavior.cycle {
        if kind == .zda, cyclesDone % behavior.cyclesPerZDA != 0 { continue }
        queue.append((kind, 0, instant))
        if kind == .gsv { queue.append((kind, 1, instant)) }
      }
      queues.append(queue)
    }
    let isInterleaved = random.chance(0.5)
    while let first = queues.indices.first(where: { !queues[$0].isEmpty }) {
      let open = queues.indices.filter { !queues[$0].isEmpty }
      let chosen = isInterleaved ? open.drawn(&random) : first
      let (kind, part, instant) = queues[chosen].removeFirst()
      send(kind, part, of: instant, receivers[chosen])
    }
  }

  private mutating func send(
    _ kind: ReceiverBehavior.Kind, _ part: Int, of index: Int, _ behavior: ReceiverBehavior
  ) {
    let instant = judge.instants[index]
    if !line.isInGap, random.chance(behavior.gapRate / Double(behavior.cycle.count)) {
      line.beginGap(&random)
    }
    text.write(kind, of: instant, behavior, part: part)
    guard line.send(text.bytes, behavior, &random), instant.hasFix else { return }
    judge.arrived(kind, of: index)
  }

  private mutating func nextInstant(_ number: Int, _ behavior: ReceiverBehavior) -> Instant {
    clocks[number] += 1000 / behavior.rate
    if random.chance(behavior.spliceRate) {
      if !line.isInGap { line.beginGap(&random) }
      jump(number)
    }
    if random.chance(behavior.clockStepRate) {
      if random.chance(0.5) { smallStep(number, behavior) } else { jump(number) }
    }
    if outages[number] > 0 {
      outages[number] -= 1
    } else if random.chance(behavior.outageRate / 5) {
      outages[number] = 1 + random.integer(below: 9)
    }
    let stride = behavior.stride
    if stride > 0 {
      let isBounded = receivers.count > 1
      walks[number].north += step(stride, walks[number].north, isBounded)
      walks[number].east += step(stride, walks[number].east, isBounded)
    }
    return Instant(
      receiver: number, milliseconds: clocks[number], hasFix: outages[number] == 0,
      latitude: judge.origin.0 + number * 5_000 + walks[number].north,
      longitude: judge.origin.1 + walks[number].east, altitude: random.integer(below: 20_000) - 500,
      speed: random.integer(below: 6_000), course: random.integer(below: 3_600))
  }

  /// Sets a clock by a few epochs. A step back repeats times, so the receiver moves 37 m then: the
  /// same time at the same place could be the rest of a cut cycle.
  private mutating func smallStep(_ number: Int, _ behavior: ReceiverBehavior) {
    let epochs = [-2, -1, 1, 2, 5, 30].drawn(&random)
    if epochs < 0 { walks[number].north += 2_000 }
    setClock(number, by: epochs * 1000 / behavior.rate)
  }

  /// Sets a clock. RMC's two digits of the year mean 1980 to 2079, so a clock that would leave these
  /// years is set the other way.
  private mutating func setClock(_ number: Int, by step: Int) {
    let set = clocks[number] + step
    clocks[number] = Self.years.contains(set) ? set : clocks[number] - step
  }

  /// 1980 to 2079, in milliseconds since 1970, without their first and last years.
  private static let years = 347_155_200_000..<3_439_756_800_000

  /// A step that is never zero. Two receivers stay 37 m apart at least.
  private mutating func step(_ stride: Int, _ walked: Int, _ isBounded: Bool) -> Int {
    let length = 1 + random.integer(below: stride)
    if isBounded, abs(walked) > 1_000 { return walked > 0 ? -length : length }
    return random.chance(0.5) ? length : -length
  }

  /// Sets a clock by two minutes to half a day, and any number of days. If only the date changed,
  /// nothing but the next stated date would show it. Two jumps with little between them could change
  /// the date only, so there are some cycles between two jumps.
  private mutating func jump(_ number: Int) {
    let time = 120_000 + random.integer(below: 43_000) * 1000
    let days = random.chance(0.5) ? 0 : (random.integer(below: 4_000) - 2_000) * 86_400_000
    guard cyclesDone - jumps[number] > 10 else { return }
    jumps[number] = cyclesDone
    setClock(number, by: (random.chance(0.5) ? time : -time) + days)
  }

  private mutating func read() {
    var judge = judge
    line.bytes.withUnsafeBytes { all in
      var start = 0
      while start < all.count {
        let end = min(all.count, start + 1 + random.integer(below: 400))
        decoder.decode(UnsafeRawBufferPointer(rebasing: all[start..<end])) { update, epoch in
          if case .fix(let fix) = update { judge.see(fix, epoch) }
        }
        start = end
      }
    }
    self.judge = judge
    line.removeAll()
  }

  private mutating func flush() {
    var judge = judge
    decoder.flush { update, epoch in if case .fix(let fix) = update { judge.see(fix, epoch) } }
    self.judge = judge
  }

  private mutating func finish() {
    var judge = judge
    decoder.finish { update, epoch in if case .fix(let fix) = update { judge.see(fix, epoch) } }
    self.judge = judge
  }
}
