/// Merges the values of the running epoch's sentences.
struct EpochDraft {
  var epoch = NavigationEpoch()
  var statedDate: CalendarDate?
  var fixReports = FixReports()
  private var positionRank = -1
  private var timeRank = -1
  private var isDimensionChosen = false
  /// Whether a sentence stated the satellites in use of all talkers.
  private var areAllUsedStated = false
  private var untimed = UntimedValues()
  private var solution = CombinedSolution()
  /// Whether the speed is the length of a stated velocity. The speed of VTG then replaces it.
  var isSpeedDerived = false

  /// Whether a sentence with the time, as RMC, states the speed.
  var statesSpeed: Bool { epoch.speed != nil && !isSpeedDerived }

  /// Whether its last VTG states a speed that comes from satellites.
  var hasSpeedOfFix: Bool { untimed.hasSpeedOfFix }

  /// The types of the sentences that stated the position.
  private(set) var positions: SentenceKinds = []

  var isEmpty: Bool { epoch.contents.isEmpty }

  /// The place as the sentence states it.
  var place: StatedPlace? {
    positionRank < 0
      ? nil : StatedPlace(epoch.latitude, epoch.longitude, decimals: UInt8(positionRank >> 2))
  }

  /// Adds a sentence.
  ///
  /// In an epoch that has a time, a sentence that leaves out its time is of an unknown instant. Only
  /// a warning counts from it.
  mutating func merge<Member: EpochMember>(_ member: Member, talker: Talker) {
    if epoch.talker == nil { epoch.talker = talker }
    epoch.contents.insert(Member.kind)
    epoch.news.insert(Member.kind)
    if let stated = member.instant {
      if epoch.time == nil { fixReports.weaken() }
      mergeTime(stated, Member.kind)
      switch solution.decide(member, talker, at: place) {
      case .merge: break
      case .replace: removeSolution()
      case .ignore: return statedDate = statedDate ?? member.statedDate
      }
      positions.formUnion(SentenceKinds(Member.kind).intersection(.positions))
      untimed.confirm(after: talker)
      member.merge(into: &self)
    } else if Member.hasTime {
      mergeAlone(member)
    } else {
      member.merge(into: &self)
    }
  }

  /// Notes the arrival of a sentence that states a speed or an altitude but never a time.
  mutating func note(_ member: some EpochMember, talker: Talker) {
    if solution.winsAlone, CombinedSolution.isSingle(talker) { return }
    member.note(in: &untimed, talker: talker)
  }

  /// Removes the values of the position, for those of another talker.
  private mutating func removeSolution() {
    epoch.removePosition()
    epoch.quality = nil
    epoch.mode = nil
    epoch.satellitesUsed = nil
    epoch.horizontalDilution = nil
    positionRank = -1
    positions = []
    areAllUsedStated = false
    isSpeedDerived = false
    untimed = UntimedValues()
  }

  private mutating func mergeTime(_ time: TimeOfDay, _ kind: SentenceKind) {
    if epoch.time == nil, positionRank >= 0 {
      epoch.removePosition()
      positionRank = -1
      positions = []
    }
    // If times differ by their rounding, the time in the sentence of the position counts.
    let rank = kind == .rmc || kind == .gga || kind == .gns ? 1 : 0
    if rank > timeRank {
      epoch.time = time
      timeRank = rank
    }
  }

  /// Adds a sentence that leaves out its time. Nothing shows that two such sentences are of one
  /// instant, so the epoch has the values of only one.
  private mutating func mergeAlone<Member: EpochMember>(_ member: Member) {
    var other = EpochDraft()
    member.merge(into: &other)
    if epoch.time == nil, other.positionRank > positionRank {
      epoch.takePosition(of: other.epoch)
      positionRank = other.positionRank
      positions = SentenceKinds(Member.kind)
      fixReports.active = fixReports.active || other.fixReports.active
      fixReports.good = fixReports.good || other.fixReports.good
    }
    fixReports.void = fixReports.void || other.fixReports.void
    fixReports.bad = fixReports.bad || other.fixReports.bad
  }

  /// Completes ``epoch``, its date included. Nothing can be merged after that.
  ///
  /// - Parameters:
  ///   - next: the date and time that the first sentence of the next epoch states.
  ///   - hasMotion: whether its last VTG is known to be of this instant.
  ///   - hasAltitude: whether its last PGRMZ is known to be of this instant.
  ///   - isInDoubt: whether two receivers may share the line.
  mutating func finish(
    _ dates: inout DateKeeper, next: (time: TimeOfDay, date: CalendarDate)?, hasMotion: Bool,
    hasAltitude: Bool, isInDoubt: Bool
  ) {
    if hasMotion { untimed.confirmMotion() }
    if hasAltitude { untimed.confirmHeight() }
    if !isInDoubt {
      if epoch.altitude == nil { epoch.altitude = untimed.altitude }
      if epoch.speed == nil || isSpeedDerived { epoch.speed = untimed.speed ?? epoch.speed }
      if epoch.course == nil { epoch.course = untimed.course }
    }
    epoch.date = dates.date(
      of: epoch.time, stated: statedDate, receipt: epoch.receiptMilliseconds, next: next)
    agreeHeights()
    epoch.hasFix = fixReports.hasFix
    if epoch.hasFix == true, epoch.latitude == nil || epoch.longitude == nil {
      epoch.hasFix = nil
    }
    if epoch.hasFix != true { epoch.removePosition() }
    // Receivers state the station 0 where there is none.
    if (epoch.quality?.mayHaveCorrections ?? epoch.mode?.mayHaveCorrections) == false {
      epoch.differentialAge = nil
      epoch.differentialStation = nil
    }
    if epoch.dimension == .two, !isDimensionChosen, epoch.altitude != nil,
      let used = epoch.satellitesUsed, used > Self.enoughForThree
    {
      epoch.dimension = .three
    }
  }

  /// Removes a height above the ellipsoid that contradicts the altitude and the geoid. The two heights of a fix
  /// agree.
  ///
  /// u-blox 7 states 0.000 in PUBX,00 for each height below the ellipsoid.
  private mutating func agreeHeights() {
    guard let height = epoch.ellipsoidalAltitude else { return }
    if let altitude = epoch.altitude, let separation = epoch.geoidSeparation {
      // Both are rounded to a tenth.
      if abs(altitude + separation - height) > 0.11 { epoch.ellipsoidalAltitude = nil }
    } else if height == 0 {
      epoch.ellipsoidalAltitude = nil
    }
  }

  /// Called after the epoch was handed on. Sentences that are merged later are an update.
  mutating func wasHandedOn() { epoch.news = [] }

  mutating func merge(_ rmc: RMC) {
    if let date = rmc.date?.calendarDate, statedDate == nil { statedDate = date }
    epoch.navigationStatus = rmc.navigationStatus ?? epoch.navigationStatus
    merge(rmc.mode)
    guard isActive(rmc.status, rmc.mode) else { return }
    mergePlace(rmc.latitude, rmc.longitude, decimals: rmc.minuteDecimals.count, source: 1)
    // RMC states the instant of its speed, VTG does not.
    epoch.speed = rmc.speed ?? epoch.speed
    epoch.course = rmc.course ?? epoch.course
    epoch.magneticVariation = rmc.magneticVariation ?? epoch.magneticVariation
  }

  mutating func merge(_ gga: GGA) {
    guard let quality = gga.quality else { return }
    if quality.rank >= epoch.quality?.rank ?? 0 { epoch.quality = quality }
    guard quality != .invalid else { return fixReports.bad = true }
    // A satellite position from zero satellites is an old position.
    if gga.satellitesUsed == 0, quality.needsSatellites {
      fixReports.bad = true
    } else {
      fixReports.good = true
    }
    mergePlace(gga.latitude, gga.longitude, decimals: gga.minuteDecimals.count, source: 3)
    mergeHeight(gga.altitude, gga.geoidSeparation)
    if let used = gga.satellitesUsed, !areAllUsedStated {
      epoch.satellitesUsed = (epoch.satellitesUsed ?? 0) + used
    }
    epoch.horizontalDilution = epoch.horizontalDilution ?? stated(gga.horizontalDilution)
    epoch.differentialAge = epoch.differentialAge ?? gga.differentialAge
    epoch.differentialStation = epoch.differentialStation ?? gga.differentialStation
  }

  mutating func merge(_ gns: GNS) {
    epoch.navigationStatus = epoch.navigationStatus ?? gns.navigationStatus
    let mode = gns.modes.best
    merge(mode)
    guard let mode, mode != .invalid else { return fixReports.bad = true }
    fixReports.good = true
    mergePlace(gns.latitude, gns.longitude, decimals: gns.minuteDecimals.count, source: 2)
    mergeHeight(gns.altitude, gns.geoidSeparation)
    if let used = gns.satellitesUsed { mergeAllUsed(used) }
    epoch.horizontalDilution = epoch.horizontalDilution ?? stated(gns.horizontalDilution)
    epoch.differentialAge = epoch.differentialAge ?? gns.differentialAge
    epoch.differentialStation = epoch.differentialStation ?? gns.differentialStation
  }

  mutating func merge(_ gll: GLL) {
    merge(gll.mode)
    guard isActive(gll.status, gll.mode) else { return }
    mergePlace(gll.latitude, gll.longitude, decimals: gll.minuteDecimals.count, source: 0)
  }

  mutating func merge(_ gsa: GSA) {
    if let dimension = gsa.dimension, dimension.rawValue > epoch.dimension?.rawValue ?? 0 {
      epoch.dimension = dimension
    }
    if gsa.selection == .manual { isDimensionChosen = true }
    epoch.positionDilution = epoch.positionDilution ?? stated(gsa.positionDilution)
    epoch.horizontalDilution = epoch.horizontalDilution ?? stated(gsa.horizontalDilution)
    epoch.verticalDilution = epoch.verticalDilution ?? stated(gsa.verticalDilution)
  }

  mutating func merge(_ gsv: GSV) {
    guard gsv.groupIndex == 1, let count = gsv.satellitesInView else { return }
    epoch.satellitesInView = (epoch.satellitesInView ?? 0) + count
  }

  mutating func merge(_ vtg: VTG) {
    guard vtg.mode != .invalid else { return }
    merge(vtg.mode)
  }

  mutating func merge(_ zda: ZDA) {
    // The year of ZDA has four digits, the year of RMC has two.
    statedDate = zda.date ?? statedDate
  }

  mutating func merge(heading: Double?) {
    epoch.heading = heading ?? epoch.heading
  }

  mutating func merge(_ pgrme: PGRME) {
    epoch.horizontalError = epoch.horizontalError ?? pgrme.horizontalError
    epoch.altitudeError = epoch.altitudeError ?? pgrme.verticalError
    epoch.sphericalError = pgrme.sphericalError ?? epoch.sphericalError
  }

  mutating func merge(_ pubx: PUBX00) {
    switch pubx.status {
    case nil: return
    case .noFix?, .timeOnly?: return fixReports.bad = true
    default: fixReports.good = true
    }
    if epoch.quality == nil {
      epoch.quality =
        switch pubx.status {
        case .differentialTwo?, .differentialThree?: .differential
        case .deadReckoning?: .estimated
        default: .autonomous
        }
    }
    if epoch.dimension == nil {
      switch pubx.status {
      case .two?, .differentialTwo?: epoch.dimension = .two
      case .three?, .differentialThree?: epoch.dimension = .three
      default: break
      }
    }
    mergePlace(pubx.latitude, pubx.longitude, decimals: pubx.minuteDecimals.count, source: 0)
    epoch.ellipsoidalAltitude = pubx.ellipsoidalAltitude
    epoch.horizontalError = pubx.horizontalError
    epoch.altitudeError = epoch.altitudeError ?? pubx.verticalError
    epoch.speed = epoch.speed ?? pubx.speedKilometersPerHour.map { $0 / kilometersPerHourInKnot }
    epoch.course = epoch.course ?? pubx.course
    epoch.climb = pubx.verticalVelocityDown.map { -$0 }
    epoch.horizontalDilution = epoch.horizontalDilution ?? stated(pubx.horizontalDilution)
    epoch.verticalDilution = epoch.verticalDilution ?? stated(pubx.verticalDilution)
    epoch.differentialAge = epoch.differentialAge ?? pubx.differentialAge
  }

  mutating func merge(_ pashr: PASHRPOS) {
    guard let solution = pashr.solution else { return fixReports.bad = true }
    fixReports.good = true
    if epoch.quality == nil {
      epoch.quality =
        switch solution {
        case 0: .autonomous
        case 1, 9, 10: .differential
        case 2, 12, 22: .rtkFloat
        case 3, 13, 23: .rtkFixed
        case 5: .estimated
        default: nil
        }
    }
    mergePlace(pashr.latitude, pashr.longitude, decimals: pashr.minuteDecimals.count, source: 0)
    epoch.ellipsoidalAltitude = pashr.ellipsoidalAltitude
    epoch.satellitesUsed = epoch.satellitesUsed ?? pashr.satellitesUsed
    epoch.speed = epoch.speed ?? pashr.speed
    epoch.course = epoch.course ?? pashr.course
    epoch.positionDilution = epoch.positionDilution ?? stated(pashr.positionDilution)
    epoch.horizontalDilution = epoch.horizontalDilution ?? stated(pashr.horizontalDilution)
    epoch.verticalDilution = epoch.verticalDilution ?? stated(pashr.verticalDilution)
    epoch.differentialAge = epoch.differentialAge ?? pashr.differentialAge
    // Its vertical velocity is left out because its unit differs between receivers.
  }

  mutating func merge(_ gst: GST) {
    epoch.latitudeError = gst.latitudeError ?? epoch.latitudeError
    epoch.longitudeError = gst.longitudeError ?? epoch.longitudeError
    epoch.altitudeError = gst.altitudeError ?? epoch.altitudeError
  }

  mutating func merge(_ mode: PositioningMode?) {
    if let mode, mode.rank >= epoch.mode?.rank ?? 0 { epoch.mode = mode }
  }

  /// Notes whether RMC or GLL declare their data valid. A mode `N` beside `A` is no fix.
  mutating func isActive(_ status: DataStatus?, _ mode: PositioningMode?) -> Bool {
    guard let status else { return false }
    guard status == .active, mode != .invalid else {
      fixReports.void = true
      return false
    }
    fixReports.active = true
    return true
  }

  /// Takes the place with the most decimals. With equal decimals the order is GGA, GNS, RMC, GLL.
  mutating func mergePlace(
    _ latitude: Double?, _ longitude: Double?, decimals: UInt8, source: Int
  ) {
    let rank = Int(decimals) << 2 | source
    guard let latitude, let longitude, rank > positionRank else { return }
    epoch.latitude = latitude
    epoch.longitude = longitude
    positionRank = rank
  }

  /// Takes the number of satellites in use of all talkers.
  mutating func mergeAllUsed(_ used: Int) {
    epoch.satellitesUsed = used
    areAllUsedStated = true
  }

  /// Takes the height and the geoid of the first sentence that has a height.
  mutating func mergeHeight(_ altitude: Double?, _ separation: Double?) {
    guard let altitude, epoch.altitude == nil else { return }
    epoch.altitude = altitude
    epoch.geoidSeparation = separation
  }

  /// A dilution; `nil` if it is a number that means "none".
  func stated(_ dilution: Double?) -> Double? {
    guard let dilution, dilution > 0, dilution < 99 else { return nil }
    return dilution
  }

  /// Seven satellites are always enough for three dimensions: three coordinates and the clock offsets
  /// of four systems.
  private static let enoughForThree = 8
}

/// A knot in km/h.
let kilometersPerHourInKnot = 1.852

extension FixQuality {
  /// Whether a position of this quality comes from satellites.
  fileprivate var needsSatellites: Bool { rank >= PositioningMode.autonomous.rank }

  /// Whether the position may use corrections.
  fileprivate var mayHaveCorrections: Bool { PositioningMode(self).mayHaveCorrections }

  /// The order from no fix to the best fix.
  fileprivate var rank: Int { PositioningMode(self).rank }
}

extension PositioningMode {
  fileprivate var mayHaveCorrections: Bool { rank > Self.autonomous.rank }
}
