/// Collects the GSA, GSV and PUBX,03 sentences of an epoch in one list of satellites. Its storage is reused.
///
/// The list has whole groups of GSV only, until the receiver is known to send each group within an epoch. After that
/// a damaged GSV costs only its own satellites.
struct SkyCollector {
  /// More than all satellites with all their signals. The bound protects against input that does not
  /// come from a receiver.
  static let capacity = 1024
  private(set) var satellites: [EpochSatellite] = []
  /// One bit for each satellite in use, 256 for each system.
  private var used: [UInt64] = Array(repeating: 0, count: 32)
  private(set) var hasUse = false
  /// Whether ``satellites`` are those of PUBX,03.
  private var isByUBlox = false
  /// Groups that go on in the next epoch.
  var groups = OpenSatelliteGroups()

  mutating func add(_ gsv: GSV, talker: Talker) {
    guard satellites.count < Self.capacity else { return }
    if isByUBlox { clear() }
    let system = SatelliteIdentity.system(talker)
    let start = satellites.count
    for index in 0..<gsv.satellites.count {
      let report = gsv.satellites[index]
      let identity = SatelliteIdentity(number: Int(report.number), stated: system)
      satellites.append(EpochSatellite(report, identity: identity, signalID: gsv.signalID))
    }
    guard !groups.areWhole, let size = gsv.groupSize, size > 1 else { return }
    let complete = groups.take(gsv, talker: talker, satellites[start...])
    satellites.replaceSubrange(start..., with: complete)
  }

  mutating func add(_ gsa: GSA, talker: Talker) {
    hasUse = true
    let system = SatelliteIdentity.statedSystem(talker, gsa.systemID)
    for index in 0..<gsa.satellites.count {
      let number = Int(gsa.satellites[index])
      if number > 0, let identity = SatelliteIdentity(number: number, stated: system) {
        let bit = Self.bit(identity)
        used[bit >> 6] |= 1 << UInt64(bit & 63)
      }
    }
  }

  /// Takes the satellites of PUBX,03 if there are none from GSV. Both describe the same satellites.
  mutating func add(_ pubx: PUBX03) {
    guard satellites.isEmpty else { return }
    isByUBlox = true
    for index in 0..<pubx.satellites.count {
      let satellite = pubx.satellites[index]
      let report = SatelliteReport(
        number: UInt16(satellite.number), elevation: satellite.elevation.map { Double($0) },
        azimuth: satellite.azimuth.map { Double($0) },
        signalStrength: satellite.signalStrength.map { Double($0) })
      satellites.append(EpochSatellite(report, identity: satellite.identity, signalID: nil))
      satellites[satellites.count - 1].isUsed = satellite.use == .used
    }
  }

  /// Marks the satellites in use. After that the list is complete.
  mutating func complete() {
    guard hasUse else { return }
    for index in satellites.indices {
      guard let identity = satellites[index].identity else { continue }
      let bit = Self.bit(identity)
      satellites[index].isUsed = used[bit >> 6] >> UInt64(bit & 63) & 1 == 1
    }
  }

  /// Begins with the next epoch.
  mutating func removeAll() {
    clear()
    groups.epochEnded()
  }

  private mutating func clear() {
    satellites.removeAll(keepingCapacity: true)
    if hasUse { for index in used.indices { used[index] = 0 } }
    hasUse = false
    isByUBlox = false
  }

  private static func bit(_ identity: SatelliteIdentity) -> Int {
    Int(identity.system.rawValue) << 8 | identity.id & 0xFF
  }
}
