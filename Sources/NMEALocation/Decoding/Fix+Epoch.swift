public import LocationCore
public import NMEA0183

extension Fix {
  /// Makes a fix from an epoch. This is the only place where NMEA units become SI units.
  ///
  /// The horizontal error combines the errors of latitude and longitude from GST or PQTMEPE; without them it is
  /// the one from PUBX,00, PGRME, PSRFEPE or PORZD. The result is `nil` if the epoch has no position, or one of
  /// another datum than WGS 84. `receivedAt` stays `nil`; the receiver of the bytes sets it.
  public init?(_ epoch: NavigationEpoch, source: FixSource) {
    guard let coordinate = epoch.coordinate else { return nil }
    self.init(coordinate: coordinate, mode: FixMode(epoch), source: source)
    take(epoch)
  }

  /// Takes all values except the place.
  fileprivate mutating func take(_ epoch: NavigationEpoch) {
    timestamp = Date(epoch)
    timeOfDay = epoch.timeWithoutDate
    altitude = epoch.altitude
    geoidSeparation = epoch.geoidSeparation
    ellipsoidalAltitude = epoch.ellipsoidalAltitude
    if ellipsoidalAltitude == nil, let altitude, let geoidSeparation {
      ellipsoidalAltitude = altitude + geoidSeparation
    }
    speed = epoch.speed.map { $0 * metersPerSecondInKnot }
    course = epoch.course
    heading = epoch.heading
    climb = epoch.climb
    magneticVariation = epoch.magneticVariation
    errors.latitude = epoch.latitudeError
    errors.longitude = epoch.longitudeError
    errors.vertical = epoch.altitudeError
    errors.horizontal = epoch.horizontalError
    errors.spherical = epoch.sphericalError
    errors.speed = epoch.speedError
    errors.course = epoch.courseError
    if let north = epoch.latitudeError, let east = epoch.longitudeError {
      errors.horizontal = (north * north + east * east).squareRoot()
    }
    status = FixStatus(epoch)
    differentialAge = epoch.differentialAge
    differentialStation = epoch.differentialStation
    satellitesUsed = epoch.satellitesUsed
    dilution = DilutionOfPrecision(epoch)
  }
}

extension SkyView {
  /// Makes a view of the sky from an epoch's satellites; `nil` if its sentences say nothing about
  /// satellites.
  public init?(
    _ epoch: NavigationEpoch, satellites reports: [EpochSatellite], source: FixSource
  ) {
    guard !epoch.contents.isDisjoint(with: .satellites) else { return nil }
    self.init(satellites: reports.map(Satellite.init), source: source)
    timestamp = Date(epoch)
    if reports.isEmpty { satellitesInView = epoch.satellitesInView }
    if !epoch.contents.contains(.gsa) { satellitesUsed = epoch.satellitesUsed }
    dilution = DilutionOfPrecision(epoch)
    let saysNothing =
      reports.isEmpty && satellitesInView == nil && satellitesUsed == nil
      && dilution == DilutionOfPrecision()
    if saysNothing { return nil }
  }
}

extension LocationUpdate {
  /// Hands on the updates of an epoch: its sky, and then its fix or the loss of the fix.
  static func forEach(
    of epoch: NavigationEpoch, _ satellites: [EpochSatellite], from source: FixSource,
    _ emit: (LocationUpdate, NavigationEpoch) -> Void
  ) {
    epoch.tell(
      satellites, from: source, sky: { emit(.sky($0), epoch) }, fix: { emit(.fix($0), epoch) },
      loss: { emit(.fixLost($0), epoch) })
  }
}

extension NavigationEpoch {
  /// Hands on its sky, and then its fix or the loss of the fix. An instant has one fix, and its loss is
  /// reported once. So a later update of an instant that had its fix has only a sky.
  ///
  /// - Parameter satellites: `nil` if the consumer reads no sky.
  // Closures take the values where they are made, because a fix has half a kilobyte.
  @inline(__always)
  package func tell(
    _ satellites: [EpochSatellite]?, from source: FixSource, receivedAt receipt: Date? = nil,
    sky tellSky: (SkyView) -> Void, fix tellFix: (Fix) -> Void, loss tellLoss: (FixLoss) -> Void
  ) {
    // In a recording, when its gateway received the sentences; live, when this process did.
    let receipt = source.kind == .live ? receipt : gatewayReceipt ?? receipt
    if let satellites, !news.isDisjoint(with: .satellites),
      var sky = SkyView(self, satellites: satellites, source: source)
    {
      sky.receivedAt = receipt
      tellSky(sky)
    }
    if hadFix != true, let coordinate {
      var fix = Fix(coordinate: coordinate, mode: FixMode(self), source: source)
      fix.take(self)
      fix.receivedAt = receipt
      tellFix(fix)
    }
    if let reason = lossReason {
      var loss = FixLoss(reason: reason, timestamp: Date(self), source: source)
      loss.timeOfDay = timeWithoutDate
      loss.receivedAt = receipt
      tellLoss(loss)
    }
  }

  /// Seconds since midnight; `nil` if the date is known, or if the time is not.
  fileprivate var timeWithoutDate: Double? {
    guard date == nil, let time else { return nil }
    return Double(time.nanoseconds) / 1e9
  }

  /// When a gateway received its sentences, by their TAG blocks.
  private var gatewayReceipt: Date? {
    receiptMilliseconds.map { Date(timeIntervalSince1970: Double($0) / 1000) }
  }

  /// Why no fix is made of it; `nil` if one is, or if the loss was told before.
  private var lossReason: FixLoss.Reason? {
    if hasFix == false { return hadFix == false ? nil : .noFix }
    guard hasFix == true, let datum, !isUpdate else { return nil }
    return .otherDatum("\(datum)")
  }

  /// The place of its fix, in WGS 84; `nil` without a fix.
  fileprivate var coordinate: Coordinate? {
    guard hasFix == true, datum == nil, let latitude, let longitude else { return nil }
    return try? Coordinate(latitude: latitude, longitude: longitude)
  }
}

extension Date {
  /// The instant of an epoch; `nil` unless it has a date and a time.
  init?(_ epoch: NavigationEpoch) {
    guard let date = epoch.date, let time = epoch.time else { return nil }
    let seconds = date.daysSince1970 * 86_400 + time.nanoseconds / 1_000_000_000
    self.init(timeIntervalSince1970: Double(seconds) + Double(time.nanosecond) / 1e9)
  }
}

extension FixMode {
  /// The dimension from GSA or PUBX,00. Without them it is three if there is an altitude.
  fileprivate init(_ epoch: NavigationEpoch) {
    switch epoch.dimension {
    case .three?: self = .threeD
    case .two?: self = .twoD
    case .none?, nil:
      self = epoch.altitude == nil && epoch.ellipsoidalAltitude == nil ? .twoD : .threeD
    }
  }
}

extension FixStatus {
  /// The quality from GGA, else the mode letter of GNS, RMC, GLL or VTG.
  fileprivate init?(_ epoch: NavigationEpoch) {
    let quality = epoch.quality == .invalid ? nil : epoch.quality
    switch quality.map(PositioningMode.init) ?? epoch.mode {
    case .autonomous?: self = .autonomous
    case .differential?: self = .differential
    case .precise?: self = .precise
    case .rtkFixed?: self = .rtkFixed
    case .rtkFloat?: self = .rtkFloat
    case .estimated?: self = .deadReckoning
    case .manual?: self = .surveyed
    case .simulator?: self = .simulated
    case .invalid?, nil: return nil
    }
  }
}

extension DilutionOfPrecision {
  fileprivate init(_ epoch: NavigationEpoch) {
    self.init()
    position = epoch.positionDilution
    horizontal = epoch.horizontalDilution
    vertical = epoch.verticalDilution
  }
}

extension EpochSatellite {
  /// gpsd's number. It keeps a receiver's own number of an SBAS satellite, 33 … 64 or 120 … 158.
  fileprivate var prn: Int {
    guard let identity, identity.system != .sbas else { return number }
    return identity.prn
  }
}

extension Satellite {
  fileprivate init(_ report: EpochSatellite) {
    self.init(
      prn: report.prn,
      constellation: report.identity.flatMap { Constellation(rawValue: Int($0.system.rawValue)) },
      id: report.identity?.id)
    signal = report.signalID.flatMap { report.identity?.system.uBloxSignal($0) }.map(Int.init)
    elevation = report.elevation
    azimuth = report.azimuth
    signalStrength = report.signalStrength
    isUsed = report.isUsed
  }
}

/// Meters per second in a knot, which is 1852 m an hour.
let metersPerSecondInKnot = 1852.0 / 3600.0
