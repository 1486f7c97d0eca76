import LocationCore

extension LocationUpdate {
  /// The first value outside its documented range, with its name; `nil` if all are valid.
  var implausibleValue: String? {
    let values =
      switch self {
      case .fix(let fix): fix.rangedValues
      case .sky(let sky): sky.rangedValues
      case .fixLost(let loss): loss.rangedValues
      case .authorization: [RangedValue]()
      }
    return values.lazy.compactMap(\.fault).first
  }
}

/// A number that was reported, and its range.
private struct RangedValue {
  let name: String
  let value: Double?
  let isValid: (Double) -> Bool

  /// The name and the value if the value is outside its range.
  var fault: String? {
    guard let value, !isValid(value) else { return nil }
    return "\(name) is \(value)"
  }

  static func finite(_ name: String, _ value: Double?) -> RangedValue {
    RangedValue(name: name, value: value) { $0.isFinite }
  }

  static func notNegative(_ name: String, _ value: Double?) -> RangedValue {
    RangedValue(name: name, value: value) { $0 >= 0 && $0.isFinite }
  }

  static func notNegative(_ name: String, _ value: Int?) -> RangedValue {
    notNegative(name, value.map { Double($0) })
  }

  static func direction(_ name: String, _ value: Double?) -> RangedValue {
    RangedValue(name: name, value: value) { (0..<360).contains($0) }
  }

  static func timeOfDay(_ value: Double?) -> RangedValue {
    RangedValue(name: "timeOfDay", value: value) { (0..<86_401).contains($0) }
  }

  static func within(_ range: ClosedRange<Double>, _ name: String, _ value: Double?) -> RangedValue
  {
    RangedValue(name: name, value: value) { range.contains($0) }
  }

  static func date(_ name: String, _ value: Date?) -> RangedValue {
    finite(name, value?.timeIntervalSince1970)
  }
}

extension Fix {
  fileprivate var rangedValues: [RangedValue] {
    [
      .date("timestamp", timestamp), .date("receivedAt", receivedAt), .timeOfDay(timeOfDay),
      .finite("altitude", altitude), .finite("ellipsoidalAltitude", ellipsoidalAltitude),
      .finite("geoidSeparation", geoidSeparation), .finite("pressureAltitude", pressureAltitude),
      .notNegative("speed", speed), .direction("course", course), .direction("heading", heading),
      .within(-180...180, "magneticVariation", magneticVariation), .finite("climb", climb),
      .notNegative("differentialAge", differentialAge),
      .within(0...4095, "differentialStation", differentialStation.map { Double($0) }),
      .notNegative("satellitesUsed", satellitesUsed),
    ] + errors.rangedValues + dilution.rangedValues
  }
}

extension FixLoss {
  fileprivate var rangedValues: [RangedValue] {
    [
      .date("timestamp", timestamp), .date("receivedAt", receivedAt), .timeOfDay(timeOfDay),
      .finite("reported.altitude", reported.altitude),
      .finite("reported.ellipsoidalAltitude", reported.ellipsoidalAltitude),
      .notNegative("reported.speed", reported.speed),
      .direction("reported.course", reported.course), .finite("reported.climb", reported.climb),
    ] + reported.errors.rangedValues
  }
}

extension SkyView {
  fileprivate var rangedValues: [RangedValue] {
    [
      .date("timestamp", timestamp), .date("receivedAt", receivedAt),
      .notNegative("satellitesUsed", satellitesUsed),
    ] + dilution.rangedValues + satellites.flatMap(\.rangedValues)
  }
}

extension Satellite {
  fileprivate var rangedValues: [RangedValue] {
    [
      .notNegative("a satellite's prn", prn), .notNegative("id of satellite \(prn)", id),
      .notNegative("signal of satellite \(prn)", signal),
      .within(-90...90, "elevation of satellite \(prn)", elevation),
      .direction("azimuth of satellite \(prn)", azimuth),
      .notNegative("signalStrength of satellite \(prn)", signalStrength),
    ]
  }
}

extension ErrorEstimates {
  fileprivate var rangedValues: [RangedValue] {
    [
      .notNegative("errors.horizontal", horizontal), .notNegative("errors.latitude", latitude),
      .notNegative("errors.longitude", longitude), .notNegative("errors.vertical", vertical),
      .notNegative("errors.spherical", spherical), .notNegative("errors.speed", speed),
      .notNegative("errors.course", course), .notNegative("errors.climb", climb),
      .notNegative("errors.time", time),
    ]
  }
}

extension DilutionOfPrecision {
  fileprivate var rangedValues: [RangedValue] {
    [
      .notNegative("dilution.geometric", geometric), .notNegative("dilution.position", position),
      .notNegative("dilution.horizontal", horizontal), .notNegative("dilution.vertical", vertical),
      .notNegative("dilution.time", time), .notNegative("dilution.longitude", longitude),
      .notNegative("dilution.latitude", latitude),
    ]
  }
}
