import LocationCore

/// The effect of faults on the satellites that a receiver hears.
struct SignalFaults: Sendable {
  /// The length of a cold start that states none.
  static let timeToFirstFix = Duration.seconds(30)
  /// For this share of a cold start the receiver knows nothing; then it knows the time of day.
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

  /// Whether a cold receiver does not know the time yet.
  func hidesTime(at time: Duration) -> Bool {
    faults.contains { $0.kind == .coldStart && share(of: $0, at: time) < Self.shareWithoutTime }
  }

  /// Takes satellites away.
  func apply(to satellites: inout [SkyModel.VisibleSatellite], at time: Duration) {
    for fault in faults where fault.isActive(at: time) {
      switch fault.kind {
      case .noFix: for index in satellites.indices { satellites[index].isUsed = false }
      case .dropout: for index in satellites.indices { satellites[index].lose() }
      case .fewSatellites(let count): keep(count, of: &satellites)
      case .satelliteLoss(let interval):
        // More intervals than satellites make no difference.
        let intervals = min((time - fault.start) / max(interval, .milliseconds(1)), 1000)
        let lost = Int(intervals) + 1
        keep(satellites.count { $0.isUsed } - lost, of: &satellites)
      case .coldStart: warmUp(&satellites, share(of: fault, at: time))
      default: break
      }
    }
  }

  /// The share of a fault's time that has passed, from 0; 1 before its start and after its end.
  private func share(of fault: Fault, at time: Duration) -> Double {
    guard fault.isActive(at: time), let length = fault.length else { return 1 }
    return (time - fault.start) / length
  }

  /// Keeps only this many of the used satellites. The first is the highest satellite. The fourth is
  /// the satellite that gives the best position together with the first three. Each of the others
  /// is the satellite that is farthest from all kept ones.
  private func keep(_ count: Int, of satellites: inout [SkyModel.VisibleSatellite]) {
    var rest = satellites.indices.filter { satellites[$0].isUsed }
    var kept: Set<Int> = []
    // The nearness of each satellite to the nearest kept one.
    var nearness = [Int](repeating: .min, count: satellites.count)
    while kept.count < count, !rest.isEmpty {
      let next =
        kept.isEmpty
        ? rest.max { (satellites[$0].elevation, $1) < (satellites[$1].elevation, $0) }
        : kept.count == 3
          ? fourth(of: rest, with: kept, in: satellites)
          : rest.min { (nearness[$0], $0) < (nearness[$1], $1) }
      guard let next else { break }
      kept.insert(next)
      rest.removeAll { $0 == next }
      for index in rest {
        nearness[index] = max(nearness[index], satellites[index].nearness(to: satellites[next]))
      }
    }
    for index in satellites.indices where !kept.contains(index) { satellites[index].lose() }
  }

  private func fourth(
    of rest: [Int], with kept: Set<Int>, in satellites: [SkyModel.VisibleSatellite]
  ) -> Int? {
    let directions = kept.sorted().map { (satellites[$0].elevation, satellites[$0].azimuth) }
    let dilutions = rest.map { index -> (dilution: Int, index: Int) in
      let four = directions + [(satellites[index].elevation, satellites[index].azimuth)]
      let dilution = SatelliteGeometry(four)?.pdop ?? .infinity
      // In millionths. That is coarse enough to be the same on every machine.
      return (dilution < 1e6 ? Int((dilution * 1e6).rounded()) : .max, index)
    }
    return dilutions.min { $0 < $1 }?.index
  }

  /// Finds one satellite after another, the strongest first, without a fix.
  private func warmUp(_ satellites: inout [SkyModel.VisibleSatellite], _ share: Double) {
    guard share >= Self.shareWithoutTime else {
      satellites = []
      return
    }
    let found = (share - Self.shareWithoutTime) / (1 - Self.shareWithoutTime)
    let strongest = satellites.indices.filter { satellites[$0].signalStrength != nil }
      .sorted {
        (-(satellites[$0].signalStrength ?? 0), $0) < (-(satellites[$1].signalStrength ?? 0), $1)
      }
    let heard = Set(strongest.prefix(Int(found * Double(strongest.count))))
    satellites = satellites.indices.filter(heard.contains).map { index in
      var satellite = satellites[index]
      satellite.isUsed = false
      return satellite
    }
  }
}

extension SkyModel.VisibleSatellite {
  /// The cosine of the angle to another satellite, in millionths. That is coarse enough to be the
  /// same on every machine.
  fileprivate func nearness(to other: SkyModel.VisibleSatellite) -> Int {
    let (one, two) = (sinCos(degrees: elevation), sinCos(degrees: other.elevation))
    let between = sinCos(degrees: azimuth - other.azimuth)
    return Int((1e6 * (one.sin * two.sin + one.cos * two.cos * between.cos)).rounded())
  }
}
