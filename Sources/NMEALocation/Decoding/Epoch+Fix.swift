import LocationCore
import LocationText
import NMEA0183

extension NavigationEpoch {
  /// Makes the epoch that corresponds to a fix, to write it as NMEA 0183. It is the inverse of
  /// `Fix(_:source:)`. The epoch of a simulated fix has the quality "simulator".
  public init(_ fix: Fix) {
    self.init()
    hasFix = true
    setInstant(fix.timestamp, orTimeOfDay: fix.timeOfDay)
    latitude = fix.coordinate.latitude
    longitude = fix.coordinate.longitude
    altitude = fix.altitude
    ellipsoidalAltitude = fix.ellipsoidalAltitude
    geoidSeparation = fix.geoidSeparation
    speed = fix.speed.map { $0 / metersPerSecondInKnot }
    course = fix.course
    heading = fix.heading
    climb = fix.climb
    magneticVariation = fix.magneticVariation
    dimension = fix.dimensions == .threeD ? .three : .two
    quality = (fix.isSimulated ? .simulated : fix.status).map(FixQuality.init)
    satellitesUsed = fix.satellitesUsed
    positionDilution = fix.dilution.position
    horizontalDilution = fix.dilution.horizontal
    verticalDilution = fix.dilution.vertical
    horizontalError = fix.errors.horizontal
    sphericalError = fix.errors.spherical
    latitudeError = fix.errors.latitude
    longitudeError = fix.errors.longitude
    altitudeError = fix.errors.vertical
    differentialAge = fix.differentialAge
    differentialStation = fix.differentialStation
  }

  /// Makes the epoch of a receiver that has no fix.
  public init(_ loss: FixLoss) {
    self.init()
    hasFix = false
    setInstant(loss.timestamp, orTimeOfDay: loss.timeOfDay)
  }

  /// Sets date and time to the millisecond. Without a timestamp the date stays `nil`.
  private mutating func setInstant(_ timestamp: Date?, orTimeOfDay timeOfDay: Double?) {
    if let seconds = timestamp?.timeIntervalSince1970, abs(seconds) < 1e12 {
      let (day, rest) = floorDivide(Int((seconds * 1000).rounded()), by: 86_400_000)
      date = CalendarDate(year: 1970, month: 1, day: 1)?.adding(days: day)
      time = TimeOfDay(milliseconds: rest)
    } else if let timeOfDay, (0..<86_401).contains(timeOfDay) {
      // Rounding may not add a second to the leap second.
      time = TimeOfDay(milliseconds: min(Int((timeOfDay * 1000).rounded()), 86_400_999))
    }
  }
}

extension TimeOfDay {
  /// Makes a time of day of the milliseconds since midnight, 0 ..< 86,401,000.
  fileprivate init?(milliseconds: Int) {
    let (minutes, rest) = milliseconds.quotientAndRemainder(dividingBy: 60_000)
    let isLeapSecond = milliseconds >= 86_400_000
    self.init(
      hour: isLeapSecond ? 23 : minutes / 60, minute: isLeapSecond ? 59 : minutes % 60,
      second: isLeapSecond ? 60 : rest / 1000, nanosecond: milliseconds % 1000 * 1_000_000,
      decimals: milliseconds % 10 == 0 ? 2 : 3)
  }
}

extension EpochSatellite {
  /// Makes the epoch's satellite that corresponds to a `Satellite`.
  public init(_ satellite: Satellite) {
    let identity: SatelliteIdentity? =
      if let constellation = satellite.constellation, let id = satellite.id {
        SatelliteSystem(rawValue: UInt8(constellation.rawValue))
          .flatMap { SatelliteIdentity(system: $0, id: id) }
      } else {
        nil
      }
    self.init(number: satellite.prn, identity: identity)
    signalID = satellite.signal.flatMap { UInt8(exactly: $0) }
      .flatMap { identity?.system.nmeaSignal($0) }
    elevation = satellite.elevation
    azimuth = satellite.azimuth
    signalStrength = satellite.signalStrength
    isUsed = satellite.isUsed
  }
}

extension FixQuality {
  /// The quality in GGA that corresponds to a status.
  fileprivate init(_ status: FixStatus) {
    self =
      switch status {
      case .autonomous: .autonomous
      case .differential: .differential
      case .rtkFixed: .rtkFixed
      case .rtkFloat: .rtkFloat
      case .deadReckoning, .gnssDeadReckoning: .estimated
      case .surveyed: .manual
      case .simulated: .simulator
      case .precise: .precise
      }
  }
}
