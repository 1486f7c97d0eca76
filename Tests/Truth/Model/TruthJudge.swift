import LocationCore
import NMEA0183

/// Keeps the truth of a stream and compares fixes with it.
struct TruthJudge {
  private(set) var instants: [Instant] = []
  let origin: (Int, Int)
  private let receivers: [ReceiverBehavior]
  private var counts = TruthTally()

  init(receivers: [ReceiverBehavior], origin: (Int, Int)) {
    self.receivers = receivers
    self.origin = origin
  }

  mutating func add(_ instant: Instant) -> Int {
    instants.append(instant)
    return instants.count - 1
  }

  mutating func arrived(_ kind: ReceiverBehavior.Kind, of index: Int) {
    switch kind {
    case .rmc: instants[index].arrived.formUnion([.position, .speed])
    case .gga, .gns: instants[index].arrived.formUnion([.position, .altitude])
    case .gll: instants[index].arrived.insert(.position)
    case .pubx00: instants[index].arrived.formUnion([.position, .speed])
    case .vtg: instants[index].arrived.insert(.speed)
    case .pgrmz: instants[index].arrived.insert(.altitude)
    case .zda, .gsa, .gsv, .gst, .pgrme, .hdt: break
    }
  }

  mutating func see(_ fix: Fix, _ epoch: NavigationEpoch) {
    counts.fixes += 1
    var isAtPlace = false
    var isRepeated = false
    var candidates: [Instant] = []
    for index in instants.indices.reversed().prefix(2_000) where isAt(instants[index], fix) {
      isAtPlace = true
      candidates.append(instants[index])
      guard isTrue(instants[index], fix, epoch) else { continue }
      if !instants[index].isReported {
        instants[index].isReported = true
        let arrived = instants[index].arrived
        if fix.speed == nil && arrived.contains(.speed)
          || fix.altitude == nil && arrived.contains(.altitude)
        {
          counts.withheldValues += 1
        }
        return
      }
      isRepeated = true
    }
    if isRepeated {
      counts.duplicate += 1
    } else if isAtPlace {
      counts.wrong += 1
    } else {
      counts.invented += 1
    }
    if counts.examples.count < 5 {
      let word = isRepeated ? "duplicate" : isAtPlace ? "wrong" : "invented"
      let cycles = receivers.map { "\($0.talker) \($0.cycle)" }
      counts.examples.append(
        "\(word): \(epoch.time?.description ?? "-") \(epoch.date?.description ?? "-") "
          + "\(fix.coordinate) altitude \(fix.altitude as Double?) speed \(epoch.speed as Double?) "
          + "course \(fix.course as Double?) from \(cycles), truth \(candidates)")
    }
  }

  mutating func tally() -> TruthTally {
    for instant in instants where instant.arrived.contains(.position) {
      counts.epochs += 1
      if !instant.isReported { counts.withheld += 1 }
    }
    return counts
  }

  private func isAt(_ instant: Instant, _ fix: Fix) -> Bool {
    guard instant.hasFix else { return false }
    let isCoarse = receivers[instant.receiver].isRMCCoarse
    func isSame(_ degrees: Double, _ stated: Int) -> Bool {
      let value = degrees * 6_000_000
      if abs(value - Double(stated)) < 0.01 { return true }
      let coarse = (abs(stated) + 5) / 10 * 10
      return isCoarse && abs(value - Double(stated < 0 ? -coarse : coarse)) < 0.01
    }
    return isSame(fix.coordinate.latitude, instant.latitude)
      && isSame(fix.coordinate.longitude, instant.longitude)
  }

  private func isTrue(_ instant: Instant, _ fix: Fix, _ epoch: NavigationEpoch) -> Bool {
    let behavior = receivers[instant.receiver]
    if let timestamp = fix.timestamp {
      let milliseconds = timestamp.timeIntervalSince1970 * 1000
      guard behavior.hasDate, abs(milliseconds - Double(instant.milliseconds)) < 0.5
      else { return false }
    }
    if let time = epoch.time {
      guard time.milliseconds == instant.timeOfDay else { return false }
    } else if behavior.times == .all {
      return false
    }
    return isOneOf(fix.altitude, Double(instant.altitude) / 10, Double(instant.altitude) * 0.3048)
      && isOneOf(fix.ellipsoidalAltitude, Double(instant.altitude + 469) / 10)
      && isOneOf(
        epoch.speed, Double(instant.speed) / 100, Double(instant.speed * 1852 / 1000) / 185.2)
      && isOneOf(fix.speed, epoch.speed.map { $0 * 1852 / 3600 })
      && isOneOf(fix.course, Double(instant.course) / 10)
  }

  /// Whether a value is absent or equal to a value that was sent.
  private func isOneOf(_ value: Double?, _ sent: Double?...) -> Bool {
    guard let value else { return true }
    return sent.contains { $0.map { abs($0 - value) < 1e-6 } ?? false }
  }
}
