/// Groups an epoch's satellites for GSA and GSV.
struct SatelliteGroups {
  private let satellites: [EpochSatellite]
  /// The groups with a satellite in use, one bit each.
  private var used = 0

  init(_ satellites: [EpochSatellite]) {
    self.satellites = satellites
    for satellite in satellites where satellite.isUsed == true {
      used |= 1 << Group(satellite).rawValue
    }
  }

  /// Satellites that share sentences. The raw values are NMEA 4.11's system ids.
  enum Group: Int, CaseIterable {
    /// Includes SBAS, and satellites with an unknown number.
    case gps = 1
    case glonass = 2
    case galileo = 3
    case beidou = 4
    case qzss = 5
    case navic = 6

    init(_ satellite: EpochSatellite) {
      self =
        switch satellite.identity?.system {
        case .glonass: .glonass
        case .galileo: .galileo
        case .beidou: .beidou
        case .qzss, .imes: .qzss
        case .navic: .navic
        case .gps, .sbas, nil: .gps
        }
    }

    var talker: Talker {
      switch self {
      case .gps: .gps
      case .glonass: .glonass
      case .galileo: .galileo
      case .beidou: .beidou
      case .qzss: .qzss
      case .navic: .navic
      }
    }
  }

  /// The talker of the position, from the systems in use.
  var talker: Talker? {
    if used.nonzeroBitCount > 1 { return .combined }
    return Group(rawValue: used.trailingZeroBitCount)?.talker
  }

  /// Calls `body` with the GSA sentences of an epoch.
  func forEachGSA<Failure: Error>(
    of epoch: NavigationEpoch, _ talker: Talker, inSystems: Bool,
    _ body: (Sentence) throws(Failure) -> Void
  ) throws(Failure) {
    var empty = GSA()
    empty.dimension = epoch.hasFix == false ? FixDimension.none : epoch.dimension
    // Manual selection cannot be known: an epoch does not contain it.
    empty.selection = .automatic
    empty.positionDilution = epoch.positionDilution
    empty.horizontalDilution = epoch.horizontalDilution
    empty.verticalDilution = epoch.verticalDilution
    func say(_ gsa: GSA) throws(Failure) {
      guard let sentence = Sentence(talker: talker, payload: .gsa(gsa)) else { return }
      try body(sentence)
    }
    guard used != 0 else {
      let isSilent =
        epoch.dimension == nil && epoch.positionDilution == nil
        && epoch.horizontalDilution == nil && epoch.verticalDilution == nil
      if !isSilent { try say(empty) }
      return
    }
    for group in Group.allCases where used >> group.rawValue & 1 == 1 {
      var gsa = empty
      if inSystems {
        gsa.systemID = UInt8(group.rawValue)
        gsa.hasSystemID = true
      }
      let blank = gsa
      for index in satellites.indices where isFirstUsed(index, in: group) {
        if gsa.satellites.count == 12 {
          try say(gsa)
          gsa = blank
        }
        gsa.satellites.append(UInt16(clamping: satellites[index].number(inSystem: inSystems)))
      }
      try say(gsa)
    }
  }

  /// Calls `body` with the GSV sentences of an epoch.
  func forEachGSV<Failure: Error>(
    of epoch: NavigationEpoch, _ talker: Talker, inSystems: Bool,
    _ body: (Sentence) throws(Failure) -> Void
  ) throws(Failure) {
    guard !satellites.isEmpty else {
      guard epoch.satellitesInView == 0 else { return }
      var gsv = GSV()
      (gsv.groupSize, gsv.groupIndex, gsv.satellitesInView) = (1, 1, 0)
      let speaker = talker == .combined ? .gps : talker
      if let sentence = Sentence(talker: speaker, payload: .gsv(gsv)) { try body(sentence) }
      return
    }
    for group in Group.allCases {
      // A group's signals come in the order of their first satellites.
      for first in satellites.indices where isFirst(first, of: group, bySignal: inSystems) {
        let signal = inSystems ? satellites[first].signalID : nil
        try forEachGSV(of: group, signal, from: first, inSystems: inSystems, body)
      }
    }
  }

  /// Calls `body` with the GSV sentences of one group and signal, from its first satellite on.
  private func forEachGSV<Failure: Error>(
    of group: Group, _ signal: UInt8?, from first: Int, inSystems: Bool,
    _ body: (Sentence) throws(Failure) -> Void
  ) throws(Failure) {
    func isMember(_ index: Int) -> Bool {
      inSystems
        ? Group(satellites[index]) == group && satellites[index].signalID == signal
        : isFirst(index, in: group)
    }
    var count = 0
    for index in first..<satellites.count where isMember(index) { count += 1 }
    var gsv = GSV()
    gsv.groupSize = (count + 3) / 4
    gsv.satellitesInView = count
    gsv.signalID = signal
    var told = 0
    for index in first..<satellites.count where isMember(index) {
      let satellite = satellites[index]
      gsv.satellites.append(
        SatelliteReport(
          number: UInt16(clamping: satellite.number(inSystem: inSystems)),
          elevation: satellite.elevation, azimuth: satellite.azimuth,
          signalStrength: satellite.signalStrength))
      told += 1
      guard told % 4 == 0 || told == count else { continue }
      gsv.groupIndex = (told + 3) / 4
      if let sentence = Sentence(talker: group.talker, payload: .gsv(gsv)) { try body(sentence) }
      gsv.satellites = SatelliteQuartet()
    }
  }

  /// Whether no earlier entry has the same group and, with `bySignal`, the same signal.
  private func isFirst(_ index: Int, of group: Group, bySignal: Bool) -> Bool {
    guard Group(satellites[index]) == group else { return false }
    let signal = satellites[index].signalID
    return !satellites[..<index].contains {
      Group($0) == group && (!bySignal || $0.signalID == signal)
    }
  }

  /// Whether this is the first entry of a satellite of the group.
  private func isFirst(_ index: Int, in group: Group) -> Bool {
    let satellite = satellites[index]
    guard Group(satellite) == group else { return false }
    return !satellites[..<index].contains { satellite.isSame(as: $0) }
  }

  /// Whether this is the first entry that marks a satellite of the group as in use.
  private func isFirstUsed(_ index: Int, in group: Group) -> Bool {
    let satellite = satellites[index]
    guard satellite.isUsed == true, Group(satellite) == group else { return false }
    return !satellites[..<index].contains { $0.isUsed == true && satellite.isSame(as: $0) }
  }
}

extension EpochSatellite {
  fileprivate func isSame(as other: EpochSatellite) -> Bool {
    guard let identity, let theirs = other.identity else {
      return identity == other.identity && number == other.number
    }
    return identity == theirs
  }

  /// The number to write. In NMEA 4.11 it counts within the system. In older versions it is in gpsd's
  /// ranges, which distinguish the systems. An unknown satellite keeps its receiver's number.
  fileprivate func number(inSystem: Bool) -> Int {
    guard let identity else { return number }
    switch identity.system {
    case .gps: return identity.id
    // 33 … 64 or 120 … 158, as the receiver numbers them.
    case .sbas:
      return SatelliteIdentity(number: number, stated: .sbas) == identity ? number : identity.prn
    case .glonass: return identity.id &+ 64
    case .imes: return number
    case .galileo, .beidou, .qzss, .navic: return inSystem ? identity.id : identity.prn
    }
  }
}

extension Talker {
  /// Whether it stands for a satellite system, or several.
  var isSatelliteSystem: Bool {
    switch self {
    case .gps, .glonass, .galileo, .beidou, .beidouOld, .qzss, .qzssOld, .navic, .combined: true
    default: false
    }
  }
}
