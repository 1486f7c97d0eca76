import LocationCore

/// What faults do to the signals of the satellites a receiver hears.
struct SignalFaults: Sendable {
  /// What happens when a cold start does not say how long it takes.
  static let timeToFirstFix = Duration.seconds(30)
  /// A cold receiver knows nothing in this share of its time, and then the time of day.
  private static let shareWithoutTime = 0.3

  private let faults: [Fault]

  init(_ faults: [Fault]) {
    self.faults = faults.map { fault in
      guard fault.kind == .coldStart, fault.length == nil else { return fault }
      var bounded = fault
      bounded.length = Self.timeToFirstFix
      return bounded
    }
  }

  /// Whether a cold start has not yet found the time.
  func hidesTime(at time: Duration) -> Bool {
    faults.contains { $0.kind == .coldStart && share(of: $0, at: time) < Self.shareWithoutTime }
  }

  /// Takes satellites away.
  func apply(to sights: inout [SkyModel.Sight], at time: Duration) {
    for fault in faults where fault.isActive(at: time) {
      switch fault.kind {
      case .noFix: for index in sights.indices { sights[index].isUsed = false }
      case .dropout: for index in sights.indices { sights[index].lose() }
      case .fewSatellites(let count): keep(count, of: &sights)
      case .satelliteLoss(let interval):
        let lost = Int((time - fault.start) / max(interval, .milliseconds(1))) + 1
        keep(sights.count { $0.isUsed } - lost, of: &sights)
      case .coldStart: warmUp(&sights, share(of: fault, at: time))
      default: break
      }
    }
  }

  /// How much of a fault's time has passed, from 0; 1 when it is over or has not begun.
  private func share(of fault: Fault, at time: Duration) -> Double {
    guard fault.isActive(at: time), let length = fault.length else { return 1 }
    return (time - fault.start) / length
  }

  /// Loses all satellites but the highest of those in use.
  private func keep(_ count: Int, of sights: inout [SkyModel.Sight]) {
    let used = sights.indices.filter { sights[$0].isUsed }
      .sorted { (-sights[$0].elevation, $0) < (-sights[$1].elevation, $1) }
    let kept = Set(used.prefix(max(0, count)))
    for index in sights.indices where !kept.contains(index) { sights[index].lose() }
  }

  /// Finds one satellite after another, the strongest first, and has no fix yet.
  private func warmUp(_ sights: inout [SkyModel.Sight], _ share: Double) {
    guard share >= Self.shareWithoutTime else {
      sights = []
      return
    }
    let found = (share - Self.shareWithoutTime) / (1 - Self.shareWithoutTime)
    let strongest = sights.indices.filter { sights[$0].signalStrength != nil }
      .sorted {
        (-(sights[$0].signalStrength ?? 0), $0) < (-(sights[$1].signalStrength ?? 0), $1)
      }
    let heard = Set(strongest.prefix(Int(found * Double(strongest.count))))
    sights = sights.indices.filter(heard.contains).map { index in
      var sight = sights[index]
      sight.isUsed = false
      return sight
    }
  }
}
