import LocationCore

extension LocationUpdate {
  /// A description of the first value outside its documented range; `nil` if all are valid.
  var implausibleValue: String? {
    switch self {
    case .fix(let fix): fix.implausibleValue
    case .sky(let sky):
      sky.satellites.lazy.compactMap { satellite in
        (satellite.elevation.map { !(-90...90).contains($0) } ?? false)
          || (satellite.azimuth.map { !(0..<360).contains($0) } ?? false)
          ? "satellite \(satellite.prn) at elevation or azimuth out of range" : nil
      }.first
    case .fixLost, .authorization: nil
    }
  }
}

extension Fix {
  fileprivate var implausibleValue: String? {
    let finite: [(String, Double?)] = [
      ("altitude", altitude), ("ellipsoidalAltitude", ellipsoidalAltitude), ("climb", climb),
      ("geoidSeparation", geoidSeparation), ("magneticVariation", magneticVariation),
    ]
    let nonNegative: [(String, Double?)] = [
      ("speed", speed), ("horizontal error", errors.horizontal),
      ("vertical error", errors.vertical), ("hdop", dilution.horizontal),
      ("pdop", dilution.position), ("vdop", dilution.vertical),
    ]
    let angles: [(String, Double?)] = [("course", course), ("heading", heading)]
    for (name, value) in finite {
      if let value, !value.isFinite { return "\(name) is \(value)" }
    }
    for (name, value) in nonNegative {
      if let value, !(value.isFinite && value >= 0) { return "\(name) is \(value)" }
    }
    for (name, value) in angles {
      if let value, !(0..<360).contains(value) { return "\(name) is \(value)" }
    }
    if let satellitesUsed, satellitesUsed < 0 { return "satellitesUsed is \(satellitesUsed)" }
    return nil
  }
}
