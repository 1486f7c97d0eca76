public import LocationCore

extension LocationUpdate {
  /// Ends the process if a value is outside its documented range.
  public func expectInRange() {
    switch self {
    case .fix(let fix): fix.expectInRange()
    case .sky(let sky):
      sky.timestamp?.expectFinite()
      sky.dilution.expectInRange()
      for satellite in sky.satellites { satellite.expectInRange() }
    case .fixLost(let loss):
      let reported = loss.reported
      loss.timestamp?.expectFinite()
      expectFinite(reported.altitude, "altitude")
      expectFinite(reported.ellipsoidalAltitude, "ellipsoidal altitude")
      expectFinite(reported.climb, "climb")
      expectPositive(reported.speed, "speed")
      expectAngle(reported.course, "course")
      reported.errors.expectInRange()
    case .authorization: break
    }
  }
}

extension Fix {
  fileprivate func expectInRange() {
    let (latitude, longitude) = (coordinate.latitude, coordinate.longitude)
    expect((-90...90).contains(latitude), "latitude is \(latitude)")
    expect((-180...180).contains(longitude), "longitude is \(longitude)")
    timestamp?.expectFinite()
    expectFinite(altitude, "altitude")
    expectFinite(ellipsoidalAltitude, "ellipsoidal altitude")
    expectFinite(geoidSeparation, "geoid separation")
    expectFinite(climb, "climb")
    expectPositive(speed, "speed")
    expectPositive(differentialAge, "differential age")
    expectAngle(course, "course")
    expectAngle(heading, "heading")
    expect(
      magneticVariation.map((-180...180).contains) ?? true, "variation is \(magneticVariation ?? 0)"
    )
    expect((satellitesUsed ?? 0) >= 0, "satellitesUsed is \(satellitesUsed ?? 0)")
    expect((differentialStation ?? 0) >= 0, "station is \(differentialStation ?? 0)")
    errors.expectInRange()
    dilution.expectInRange()
  }
}

extension Satellite {
  fileprivate func expectInRange() {
    expect(elevation.map((-90...90).contains) ?? true, "elevation is \(elevation ?? 0)")
    expectAngle(azimuth, "azimuth")
    expectPositive(signalStrength, "signal strength")
  }
}

extension DilutionOfPrecision {
  fileprivate func expectInRange() {
    expectPositive(position, "pdop")
    expectPositive(horizontal, "hdop")
    expectPositive(vertical, "vdop")
    expectPositive(time, "tdop")
    expectPositive(geometric, "gdop")
    expectPositive(latitude, "ydop")
    expectPositive(longitude, "xdop")
  }
}

extension ErrorEstimates {
  fileprivate func expectInRange() {
    expectPositive(horizontal, "horizontal error")
    expectPositive(latitude, "latitude error")
    expectPositive(longitude, "longitude error")
    expectPositive(vertical, "vertical error")
    expectPositive(spherical, "spherical error")
    expectPositive(speed, "speed error")
    expectPositive(course, "course error")
    expectPositive(climb, "climb error")
    expectPositive(time, "time error")
  }
}

extension Date {
  fileprivate func expectFinite() {
    expect(timeIntervalSince1970.isFinite, "a timestamp is \(timeIntervalSince1970)")
  }
}

private func expectFinite(_ value: Double?, _ name: StaticString) {
  expect(value?.isFinite ?? true, "\(name) is \(value ?? 0)")
}

private func expectPositive(_ value: Double?, _ name: StaticString) {
  expect(value.map { $0.isFinite && $0 >= 0 } ?? true, "\(name) is \(value ?? 0)")
}

private func expectAngle(_ value: Double?, _ name: StaticString) {
  expect(value.map((0..<360).contains) ?? true, "\(name) is \(value ?? 0)")
}
