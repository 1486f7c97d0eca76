import LocationSimulation

/// A kind of trouble. Any number of streams can be drawn from it.
package enum TruthScenario: String, CaseIterable, Sendable {
  case anyOrder = "any order"
  case anyRate = "1 to 20 Hz"
  case lostSentences = "lost sentences"
  case damagedBytes = "damaged bytes"
  case lostBytes = "lost bytes"
  case splices = "cut cycles"
  case clockSteps = "clock steps"
  case midnight = "midnight"
  case noDate = "no date"
  case noTimes = "missing times"
  case outages = "no fix at times"
  case standing = "standing still"
  case twoReceivers = "two receivers"
  case twoAtOnce = "two, same times"
  case garmin = "Garmin's cycle"
  case everything = "everything"

  /// Draws the receivers of a stream, and how it is read.
  func stream(_ random: inout RandomStream) -> (receivers: [ReceiverBehavior], reading: Reading) {
    var first = ReceiverBehavior()
    first.cycle = Self.cycle(&random)
    first.talker = ["GP", "GN", "GL", "BD"].drawn(&random)
    first.isRMCCoarse = random.chance(0.2)
    first.stride = [40, 400, 3_000, 30_000].drawn(&random)
    first.cyclesPerZDA = [1, 1, 2, 10].drawn(&random)
    first.start += random.integer(below: 86_400) * 1000
    first.outageRate = 0.01
    var reading = Reading.allCases.drawn(&random)
    var receivers: [ReceiverBehavior] = []
    switch self {
    case .anyOrder: break
    case .anyRate: first.setRate(&random)
    case .lostSentences: first.lossRate = [0.01, 0.1, 0.3].drawn(&random)
    case .damagedBytes: first.damageRate = [0.01, 0.1, 0.3].drawn(&random)
    case .lostBytes: first.gapRate = [0.02, 0.2].drawn(&random)
    case .splices: first.spliceRate = [0.01, 0.1].drawn(&random)
    case .clockSteps: first.clockStepRate = [0.01, 0.1].drawn(&random)
    case .midnight:
      first.setRate(&random)
      first.startBeforeMidnight(&random)
      first.lossRate = 0.05
    case .noDate:
      first.hasDate = false
      first.startBeforeMidnight(&random)
      first.lossRate = 0.05
    case .noTimes:
      first.times = random.chance(0.5) ? .none : .notInRMC
      first.lossRate = [0, 0.1].drawn(&random)
    case .outages: first.outageRate = 0.2
    case .standing:
      first.stride = 0
      first.setRate(&random)
      first.lossRate = [0, 0.1].drawn(&random)
      first.clockStepRate = [0, 0.02].drawn(&random)
    case .twoReceivers, .twoAtOnce:
      first.lossRate = [0, 0.05].drawn(&random)
      first.stride = 400
      var second = first
      second.cycle = Self.cycle(&random)
      if random.chance(0.7) { second.talker = first.talker == "GP" ? "GN" : "GP" }
      if self == .twoReceivers { second.phase = [100, 200, 400, 500, 730].drawn(&random) }
      receivers = [second]
    case .garmin:
      first.cycle = [.rmc, .gga, .gsa, .gsv, .pgrme, .gll, .pgrmz]
      first.lossRate = [0, 0.1, 0.3].drawn(&random)
      first.gapRate = [0, 0.02, 0.2].drawn(&random)
    case .everything:
      first.setRate(&random)
      first.startBeforeMidnight(&random)
      first.lossRate = 0.03
      first.damageRate = 0.03
      first.gapRate = 0.02
      first.outageRate = 0.03
      first.clockStepRate = 0.005
      first.spliceRate = 0.005
      first.hasDate = random.chance(0.8)
      first.isRMCCoarse = random.chance(0.3)
    }
    if first.rate > 2, reading == .livePauses { reading = .live }
    return ([first] + receivers, reading)
  }

  /// Any sentences in any order, with one at least that states the position.
  private static func cycle(_ random: inout RandomStream) -> [ReceiverBehavior.Kind] {
    let positions: [ReceiverBehavior.Kind] = [.rmc, .gga, .gns, .gll, .pubx00]
    var cycle = ReceiverBehavior.Kind.allCases.filter { $0 != .pgrme && random.chance(0.4) }
    if cycle.allSatisfy({ !positions.contains($0) }) { cycle.append(positions.drawn(&random)) }
    cycle.shuffle(using: &random)
    // A receiver states the time before its speed.
    let each: [ReceiverBehavior.Kind] = [.gga, .gns, .gll, .gst]
    if let speed = cycle.firstIndex(of: .vtg),
      let time = cycle.firstIndex(where: each.contains)
        ?? cycle.firstIndex(where: positions.contains), speed < time
    {
      cycle.swapAt(speed, time)
    }
    return cycle
  }
}

/// How a stream is read.
enum Reading: CaseIterable {
  /// As a recording.
  case replay
  /// As a live source that never pauses.
  case live
  /// As a live source that pauses after each cycle.
  case livePauses
}

extension ReceiverBehavior {
  fileprivate mutating func setRate(_ random: inout RandomStream) {
    rate = [1, 2, 4, 5, 10, 20].drawn(&random)
    timeDecimals = rate == 1 ? [0, 1, 2, 3].drawn(&random) : [2, 3].drawn(&random)
  }

  fileprivate mutating func startBeforeMidnight(_ random: inout RandomStream) {
    start = (start / 86_400_000 + 1) * 86_400_000 - random.integer(below: 300) * 1000
  }
}

extension RandomStream {
  mutating func chance(_ share: Double) -> Bool { share > 0 && uniform() < share }
}

extension Collection where Index == Int {
  func drawn(_ random: inout RandomStream) -> Element { self[random.integer(below: count)] }
}
