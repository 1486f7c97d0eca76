/// An epoch while its sentences come in.
struct EpochDraft {
  var epoch = NavigationEpoch()
  var statedDate: CalendarDate?
  var verdict = Verdict()
  private var positionRank = -1
  private var timeRank = -1
  private var isDimensionChosen = false
  private var usedByGNS = false
  private var altitudeFeet: Double?

  var time: TimeOfDay? { epoch.time }

  /// What the sentences say of whether there is a fix.
  struct Verdict {
    var active = false
    var void = false
    var good = false
    var bad = false

    /// RMC and GLL vouch for their data or warn of it, and the warning outweighs GGA's and GNS's
    /// quality: a simulating or dead-reckoning receiver states a quality and warns. Of several
    /// talkers it is enough that one has a fix.
    var hasFix: Bool? {
      if active { return true }
      if void { return false }
      if good { return true }
      return bad ? false : nil
    }
  }

  /// Adds what a sentence says.
  mutating func merge<Member: EpochMember>(_ member: Member, talker: Talker) {
    let kind = Member.kind
    if epoch.talker == nil { epoch.talker = talker }
    epoch.contents.insert(kind)
    epoch.news.insert(kind)
    if let time = member.instant {
      // Of times that differ by their rounding, the one that stands beside the fix.
      let rank = kind.isDisjoint(with: [.rmc, .gga, .gns]) ? 0 : 1
      if rank > timeRank {
        epoch.time = time
        timeRank = rank
      }
    }
    member.merge(into: &self)
  }

  /// Whether a sentence states another place or another date than the ones known already.
  func contradicts(_ member: some EpochMember) -> Bool {
    if let statedDate, let date = member.statedDate, date != statedDate { return true }
    guard let place = member.place, let latitude = epoch.latitude, let longitude = epoch.longitude
    else { return false }
    return abs(place.latitude - latitude) > Self.sameDegrees
      || abs(place.longitude - longitude) > Self.sameDegrees
  }

  /// Makes ``epoch`` what is to be told of it, with its date. Nothing more can be merged then.
  mutating func finish(_ dates: inout DateKeeper) {
    if epoch.altitude == nil, let altitudeFeet { epoch.altitude = altitudeFeet * 0.3048 }
    epoch.date = dates.date(of: epoch.time, stated: statedDate)
    epoch.hasFix = verdict.hasFix
    if epoch.hasFix == true, epoch.latitude == nil || epoch.longitude == nil {
      epoch.hasFix = nil
    }
    if epoch.hasFix != true { epoch.removePosition() }
    if epoch.dimension == .two, !isDimensionChosen, epoch.altitude != nil,
      let used = epoch.satellitesUsed, used > Self.enoughForThree
    {
      epoch.dimension = .three
    }
  }

  /// All of it has been told: what is merged from now on is news.
  mutating func wasTold() { epoch.news = [] }

  mutating func merge(_ rmc: RMC) {
    if let date = rmc.date?.calendarDate, statedDate == nil { statedDate = date }
    epoch.navigationStatus = rmc.navigationStatus ?? epoch.navigationStatus
    merge(rmc.mode)
    guard isActive(rmc.status, rmc.mode) else { return }
    mergePlace(rmc.latitude, rmc.longitude, decimals: rmc.minuteDecimals, source: 1)
    // RMC states the instant its speed is of, VTG does not.
    epoch.speed = rmc.speed ?? epoch.speed
    epoch.course = rmc.course ?? epoch.course
    epoch.magneticVariation = rmc.magneticVariation ?? epoch.magneticVariation
  }

  mutating func merge(_ gga: GGA) {
    guard let quality = gga.quality else { return }
    if quality.rank >= epoch.quality?.rank ?? 0 { epoch.quality = quality }
    guard quality != .invalid else { return verdict.bad = true }
    // A position from the sky that comes from no satellite is an old one.
    if gga.satellitesUsed == 0, quality.needsSatellites {
      verdict.bad = true
    } else {
      verdict.good = true
    }
    mergePlace(gga.latitude, gga.longitude, decimals: gga.minuteDecimals, source: 3)
    mergeHeight(gga.altitude, gga.geoidSeparation)
    if let used = gga.satellitesUsed, !usedByGNS {
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
    guard let mode, mode != .invalid else { return verdict.bad = true }
    verdict.good = true
    mergePlace(gns.latitude, gns.longitude, decimals: gns.minuteDecimals, source: 2)
    mergeHeight(gns.altitude, gns.geoidSeparation)
    if let used = gns.satellitesUsed {
      epoch.satellitesUsed = used
      usedByGNS = true
    }
    epoch.horizontalDilution = epoch.horizontalDilution ?? stated(gns.horizontalDilution)
    epoch.differentialAge = epoch.differentialAge ?? gns.differentialAge
    epoch.differentialStation = epoch.differentialStation ?? gns.differentialStation
  }

  mutating func merge(_ gll: GLL) {
    merge(gll.mode)
    guard isActive(gll.status, gll.mode) else { return }
    mergePlace(gll.latitude, gll.longitude, decimals: gll.minuteDecimals, source: 0)
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
    epoch.speed =
      epoch.speed ?? vtg.speed ?? vtg.speedKilometersPerHour.map { $0 / kilometersPerHourInKnot }
    epoch.course = epoch.course ?? vtg.course
  }

  mutating func merge(_ zda: ZDA) {
    // Its year has four digits, RMC's two.
    statedDate = zda.date ?? statedDate
  }

  mutating func merge(heading: Double?) {
    epoch.heading = heading ?? epoch.heading
  }

  mutating func merge(_ pgrmz: PGRMZ) {
    guard pgrmz.dimension == .three, let feet = pgrmz.altitudeFeet else { return }
    altitudeFeet = feet
  }

  mutating func merge(_ pgrme: PGRME) {
    epoch.horizontalError = epoch.horizontalError ?? pgrme.horizontalError
    epoch.altitudeError = epoch.altitudeError ?? pgrme.verticalError
    epoch.sphericalError = pgrme.sphericalError ?? epoch.sphericalError
  }

  mutating func merge(_ pubx: PUBX00) {
    switch pubx.status {
    case nil: return
    case .noFix?, .timeOnly?: return verdict.bad = true
    default: verdict.good = true
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
    mergePlace(pubx.latitude, pubx.longitude, decimals: pubx.minuteDecimals, source: 0)
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
    guard let solution = pashr.solution else { return verdict.bad = true }
    verdict.good = true
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
    mergePlace(pashr.latitude, pashr.longitude, decimals: pashr.minuteDecimals, source: 0)
    epoch.ellipsoidalAltitude = pashr.ellipsoidalAltitude
    epoch.satellitesUsed = epoch.satellitesUsed ?? pashr.satellitesUsed
    epoch.speed = epoch.speed ?? pashr.speed
    epoch.course = epoch.course ?? pashr.course
    epoch.positionDilution = epoch.positionDilution ?? stated(pashr.positionDilution)
    epoch.horizontalDilution = epoch.horizontalDilution ?? stated(pashr.horizontalDilution)
    epoch.verticalDilution = epoch.verticalDilution ?? stated(pashr.verticalDilution)
    epoch.differentialAge = epoch.differentialAge ?? pashr.differentialAge
    // Its vertical velocity has no unit that is known of every receiver.
  }

  mutating func merge(_ gst: GST) {
    epoch.latitudeError = gst.latitudeError ?? epoch.latitudeError
    epoch.longitudeError = gst.longitudeError ?? epoch.longitudeError
    epoch.altitudeError = gst.altitudeError ?? epoch.altitudeError
  }

  mutating func merge(_ mode: PositioningMode?) {
    if let mode, mode.rank >= epoch.mode?.rank ?? 0 { epoch.mode = mode }
  }

  /// Notes what RMC or GLL say of their data. A mode `N` beside `A` is no fix.
  mutating func isActive(_ status: DataStatus?, _ mode: PositioningMode?) -> Bool {
    guard let status else { return false }
    guard status == .active, mode != .invalid else {
      verdict.void = true
      return false
    }
    verdict.active = true
    return true
  }

  /// Takes the place with the most decimals; among equals GGA's, GNS's, RMC's, GLL's.
  mutating func mergePlace(
    _ latitude: Double?, _ longitude: Double?, decimals: UInt8, source: Int
  ) {
    let rank = Int(decimals) << 2 | source
    guard let latitude, let longitude, rank > positionRank else { return }
    epoch.latitude = latitude
    epoch.longitude = longitude
    positionRank = rank
  }

  /// Takes the height of the first sentence that has one, and its geoid with it.
  mutating func mergeHeight(_ altitude: Double?, _ separation: Double?) {
    guard let altitude, epoch.altitude == nil else { return }
    epoch.altitude = altitude
    epoch.geoidSeparation = separation
  }

  /// A dilution, unless it is one of the numbers that stand for none.
  func stated(_ dilution: Double?) -> Double? {
    guard let dilution, dilution > 0, dilution < 99 else { return nil }
    return dilution
  }

  /// Even with a clock for each of four systems to solve for, three dimensions need no more than
  /// seven satellites.
  private static let enoughForThree = 8

  /// Two meters: places that differ less are one, stated with more and with fewer decimals.
  static let sameDegrees = 2e-5
}

extension NavigationEpoch {
  /// Drops everything that means nothing without a fix.
  fileprivate mutating func removePosition() {
    latitude = nil
    longitude = nil
    altitude = nil
    geoidSeparation = nil
    ellipsoidalAltitude = nil
    speed = nil
    course = nil
    climb = nil
    magneticVariation = nil
    horizontalError = nil
    sphericalError = nil
    latitudeError = nil
    longitudeError = nil
    altitudeError = nil
    speedError = nil
    courseError = nil
    differentialAge = nil
    differentialStation = nil
  }
}

/// A knot in km/h.
let kilometersPerHourInKnot = 1.852

extension FixQuality {
  /// Whether a position of this quality comes from satellites.
  fileprivate var needsSatellites: Bool {
    switch self {
    case .autonomous, .differential, .precise, .rtkFixed, .rtkFloat, .sbas: true
    case .invalid, .estimated, .manual, .simulator: false
    }
  }

  /// Order from no fix to the best one.
  fileprivate var rank: Int {
    switch self {
    case .invalid: 0
    case .simulator: 1
    case .manual: 2
    case .estimated: 3
    case .autonomous: 4
    case .differential, .sbas: 5
    case .precise: 6
    case .rtkFloat: 7
    case .rtkFixed: 8
    }
  }
}
