// Merging of makers' own sentences and of sentences of vessels.

extension EpochDraft {
  mutating func merge(_ psti: PSTI030) {
    statedDate = statedDate ?? psti.statedDate
    merge(psti.mode)
    guard isActive(psti.status, psti.mode) else { return }
    mergePlace(psti.latitude, psti.longitude, decimals: psti.minuteDecimals.count, source: 0)
    mergeHeight(psti.altitude, nil)
    mergeVelocity(psti.eastVelocity, psti.northVelocity, psti.upVelocity)
    epoch.differentialAge = epoch.differentialAge ?? psti.differentialAge
  }

  mutating func merge(_ pgrmf: PGRMF) {
    statedDate = statedDate ?? pgrmf.statedDate
    guard let dimension = pgrmf.dimension else { return }
    guard dimension != .none else { return fixReports.bad = true }
    fixReports.good = true
    epoch.dimension = epoch.dimension ?? dimension
    mergePlace(pgrmf.latitude, pgrmf.longitude, decimals: pgrmf.minuteDecimals.count, source: 0)
    epoch.speed = epoch.speed ?? pgrmf.speedKilometersPerHour.map { $0 / kilometersPerHourInKnot }
    epoch.course = epoch.course ?? pgrmf.course
    // PGRMF rounds its dilution to a whole number. GSA does not.
    epoch.positionDilution = epoch.positionDilution ?? stated(pgrmf.positionDilution)
  }

  mutating func merge(_ pgrmv: PGRMV) {
    mergeVelocity(pgrmv.eastVelocity, pgrmv.northVelocity, pgrmv.upVelocity)
  }

  mutating func merge(_ pubx: PUBX04) { statedDate = statedDate ?? pubx.statedDate }

  mutating func merge(_ psrfepe: PSRFEPE) {
    guard psrfepe.status == .active else { return }
    epoch.horizontalDilution = epoch.horizontalDilution ?? stated(psrfepe.horizontalDilution)
    epoch.horizontalError = epoch.horizontalError ?? psrfepe.horizontalError
    epoch.altitudeError = epoch.altitudeError ?? psrfepe.verticalError
    epoch.speedError = psrfepe.speedError
    epoch.courseError = psrfepe.courseError
  }

  mutating func merge(_ porzd: PORZD) {
    guard porzd.status == .active else { return }
    epoch.horizontalError = epoch.horizontalError ?? porzd.horizontalError
  }

  mutating func merge(_ pqtmepe: PQTMEPE) {
    epoch.latitudeError = epoch.latitudeError ?? pqtmepe.northError
    epoch.longitudeError = epoch.longitudeError ?? pqtmepe.eastError
    epoch.horizontalError = epoch.horizontalError ?? pqtmepe.horizontalError
    epoch.altitudeError = epoch.altitudeError ?? pqtmepe.verticalError
    epoch.sphericalError = epoch.sphericalError ?? pqtmepe.sphericalError
  }

  mutating func merge(_ pqtmpvt: PQTMPVT) {
    statedDate = statedDate ?? pqtmpvt.date
    guard let dimension = pqtmpvt.dimension, dimension != .none else {
      return fixReports.bad = true
    }
    fixReports.good = true
    epoch.dimension = epoch.dimension ?? dimension
    mergePlace(
      pqtmpvt.latitude, pqtmpvt.longitude, decimals: pqtmpvt.minuteDecimals.count, source: 0)
    mergeHeight(pqtmpvt.altitude, pqtmpvt.geoidSeparation)
    epoch.speed =
      epoch.speed ?? pqtmpvt.speedMetersPerSecond.map { $0 * 3.6 / kilometersPerHourInKnot }
    epoch.course = epoch.course ?? pqtmpvt.course
    epoch.climb = epoch.climb ?? pqtmpvt.downVelocity.map { -$0 }
    if let used = pqtmpvt.satellitesUsed { mergeAllUsed(used) }
    epoch.horizontalDilution = epoch.horizontalDilution ?? stated(pqtmpvt.horizontalDilution)
    epoch.positionDilution = epoch.positionDilution ?? stated(pqtmpvt.positionDilution)
  }

  mutating func merge(_ vbw: VBW) {
    guard vbw.groundStatus == .active else { return }
    mergeSpeed(vbw.groundSpeed, vbw.transverseGroundSpeed, unitsInKnot: 1)
  }

  mutating func merge(_ vdo: VDO) {
    merge(heading: vdo.heading)
    // The second 63 means that the transponder's receiver does not work.
    guard vdo.latitude != nil, vdo.longitude != nil, vdo.second != 63 else {
      return fixReports.bad = true
    }
    fixReports.good = true
    merge(vdo.second == 61 ? .manual : vdo.second == 62 ? .estimated : nil)
    mergePlace(vdo.latitude, vdo.longitude, decimals: 0, source: 0)
    epoch.speed = epoch.speed ?? vdo.speed
    epoch.course = epoch.course ?? vdo.course
  }

  /// Takes a velocity in m/s. Takes its horizontal part only if no sentence has stated a speed.
  private mutating func mergeVelocity(_ east: Double?, _ north: Double?, _ up: Double?) {
    mergeSpeed(east, north, unitsInKnot: kilometersPerHourInKnot / 3.6)
    epoch.climb = epoch.climb ?? up
  }

  /// Takes the length of a horizontal velocity as the speed if no sentence has stated a speed.
  private mutating func mergeSpeed(_ one: Double?, _ other: Double?, unitsInKnot: Double) {
    guard epoch.speed == nil, let one, let other else { return }
    epoch.speed = (one * one + other * other).squareRoot() / unitsInKnot
    isSpeedDerived = true
  }
}
