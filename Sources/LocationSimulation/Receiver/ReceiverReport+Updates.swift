import LocationCore

extension ReceiverReport {
  /// The updates of a provider: the sky, then the fix or its loss.
  var updates: [LocationUpdate] {
    var updates: [LocationUpdate] = []
    if let satellites {
      var sky = SkyView(satellites: satellites.map(Satellite.init), source: source)
      sky.timestamp = instant?.date
      if satellites.isEmpty { sky.satellitesInView = 0 }
      if let geometry = position?.geometry { sky.dilution = DilutionOfPrecision(geometry) }
      updates.append(.sky(sky))
    }
    if let position {
      updates.append(.fix(fix(at: position)))
    } else {
      updates.append(
        .fixLost(FixLoss(reason: .noFix, timestamp: instant?.date, source: source)))
    }
    return updates
  }

  private func fix(at position: Position) -> Fix {
    var fix = Fix(
      coordinate: position.coordinate, mode: position.altitude == nil ? .twoD : .threeD,
      source: source)
    fix.timestamp = instant?.date
    fix.altitude = position.altitude
    fix.geoidSeparation = position.geoidSeparation
    if let altitude = position.altitude, let separation = position.geoidSeparation {
      fix.ellipsoidalAltitude = altitude + separation
    }
    fix.speed = position.speed * metersPerSecondInKnot
    fix.course = position.course
    fix.climb = position.climb
    fix.status = .simulated
    fix.satellitesUsed = position.satellitesUsed
    let accuracy = position.accuracy
    let (north, east) = (
      rounded(accuracy.north68, decimals: 2), rounded(accuracy.east68, decimals: 2)
    )
    fix.errors.latitude = north
    fix.errors.longitude = east
    fix.errors.horizontal = (north * north + east * east).squareRoot()
    fix.errors.vertical = accuracy.vertical68.map { rounded($0, decimals: 2) }
    fix.dilution = DilutionOfPrecision(position.geometry)
    if satellites == nil {
      // If the report has no satellites, the sentences have no other dilution.
      let horizontal = fix.dilution.horizontal
      fix.dilution = DilutionOfPrecision()
      fix.dilution.horizontal = horizontal
    }
    return fix
  }
}

extension DilutionOfPrecision {
  fileprivate init(_ geometry: SatelliteGeometry) {
    self.init()
    geometric = rounded(geometry.gdop, decimals: 2)
    position = rounded(geometry.pdop, decimals: 2)
    horizontal = rounded(geometry.hdop, decimals: 2)
    vertical = geometry.vdop.map { rounded($0, decimals: 2) }
    time = rounded(geometry.tdop, decimals: 2)
    longitude = rounded(geometry.horizontal.ee.squareRoot(), decimals: 2)
    latitude = rounded(geometry.horizontal.nn.squareRoot(), decimals: 2)
  }
}

extension Satellite {
  fileprivate init(_ visible: SkyModel.VisibleSatellite) {
    let identity = visible.satellite.identity
    self.init(prn: identity.prn, constellation: visible.satellite.constellation, id: identity.id)
    signal = identity.system.uBloxSignal(visible.satellite.signalID).map(Int.init)
    elevation = visible.elevation
    azimuth = visible.azimuth
    signalStrength = visible.signalStrength
    isUsed = visible.isUsed
  }
}
