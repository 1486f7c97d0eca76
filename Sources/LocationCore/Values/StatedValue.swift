/// A value that a source may state: its name, its quantity, and where it is. Its property holds its range.
///
/// The tables of these values, such as `Fix.numbers`, are the only lists of them. Formats and packing
/// choose from the tables.
package struct StatedValue<Root, Value>: Sendable {
  /// The name of the property.
  package let name: String
  package let quantity: Quantity
  /// The value; `nil` if it is not stated.
  package let get: @Sendable (Root) -> Value?
  package let set: @Sendable (inout Root, Value?) -> Void

  package init(
    _ name: String, _ quantity: Quantity,
    _ get: @escaping @Sendable (Root) -> Value?,
    _ set: @escaping @Sendable (inout Root, Value?) -> Void
  ) {
    self.name = name
    self.quantity = quantity
    self.get = get
    self.set = set
  }
}

/// What a number measures, and with it the unit.
package enum Quantity: Sendable {
  /// Meters.
  case length
  /// Meters per second.
  case speed
  /// Meters per second, up positive.
  case climb
  /// Degrees.
  case angle
  /// Degrees from true north, 0 ..< 360.
  case direction
  /// Seconds.
  case time
  /// A number without a unit.
  case count
  case percent
  /// An instant.
  case instant
}

extension StatedValue where Value == Date {
  init(
    _ name: String, _ get: @escaping @Sendable (Root) -> Date?,
    _ set: @escaping @Sendable (inout Root, Date?) -> Void
  ) {
    self.init(name, .instant, get, set)
  }
}

extension Fix {
  package static let dates: [StatedValue<Fix, Date>] = [
    StatedValue("timestamp", { $0.timestamp }, { $0.timestamp = $1 }),
    StatedValue("receivedAt", { $0.receivedAt }, { $0.receivedAt = $1 }),
  ]

  package static let numbers: [StatedValue<Fix, Double>] = [
    StatedValue("timeOfDay", .time, { $0.timeOfDay }, { $0.timeOfDay = $1 }),
    StatedValue("altitude", .length, { $0.altitude }, { $0.altitude = $1 }),
    StatedValue(
      "ellipsoidalAltitude", .length, { $0.ellipsoidalAltitude }, { $0.ellipsoidalAltitude = $1 }),
    StatedValue("geoidSeparation", .length, { $0.geoidSeparation }, { $0.geoidSeparation = $1 }),
    StatedValue("pressureAltitude", .length, { $0.pressureAltitude }, { $0.pressureAltitude = $1 }),
    StatedValue("speed", .speed, { $0.speed }, { $0.speed = $1 }),
    StatedValue("course", .direction, { $0.course }, { $0.course = $1 }),
    StatedValue("heading", .direction, { $0.heading }, { $0.heading = $1 }),
    StatedValue(
      "magneticVariation", .angle, { $0.magneticVariation }, { $0.magneticVariation = $1 }),
    StatedValue("climb", .climb, { $0.climb }, { $0.climb = $1 }),
    StatedValue("differentialAge", .time, { $0.differentialAge }, { $0.differentialAge = $1 }),
  ]

  package static let integers: [StatedValue<Fix, Int>] = [
    StatedValue(
      "differentialStation", .count, { $0.differentialStation }, { $0.differentialStation = $1 }),
    StatedValue("satellitesUsed", .count, { $0.satellitesUsed }, { $0.satellitesUsed = $1 }),
    StatedValue("batteryLevel", .percent, { $0.batteryLevel }, { $0.batteryLevel = $1 }),
  ]
}

extension ErrorEstimates {
  package static let numbers: [StatedValue<ErrorEstimates, Double>] = [
    StatedValue("horizontal", .length, { $0.horizontal }, { $0.horizontal = $1 }),
    StatedValue("latitude", .length, { $0.latitude }, { $0.latitude = $1 }),
    StatedValue("longitude", .length, { $0.longitude }, { $0.longitude = $1 }),
    StatedValue("vertical", .length, { $0.vertical }, { $0.vertical = $1 }),
    StatedValue("spherical", .length, { $0.spherical }, { $0.spherical = $1 }),
    StatedValue("speed", .speed, { $0.speed }, { $0.speed = $1 }),
    StatedValue("course", .angle, { $0.course }, { $0.course = $1 }),
    StatedValue("climb", .climb, { $0.climb }, { $0.climb = $1 }),
    StatedValue("time", .time, { $0.time }, { $0.time = $1 }),
  ]
}

extension DilutionOfPrecision {
  package static let numbers: [StatedValue<DilutionOfPrecision, Double>] = [
    StatedValue("geometric", .count, { $0.geometric }, { $0.geometric = $1 }),
    StatedValue("position", .count, { $0.position }, { $0.position = $1 }),
    StatedValue("horizontal", .count, { $0.horizontal }, { $0.horizontal = $1 }),
    StatedValue("vertical", .count, { $0.vertical }, { $0.vertical = $1 }),
    StatedValue("time", .count, { $0.time }, { $0.time = $1 }),
    StatedValue("longitude", .count, { $0.longitude }, { $0.longitude = $1 }),
    StatedValue("latitude", .count, { $0.latitude }, { $0.latitude = $1 }),
  ]
}

extension SkyView {
  package static let dates: [StatedValue<SkyView, Date>] = [
    StatedValue("timestamp", { $0.timestamp }, { $0.timestamp = $1 }),
    StatedValue("receivedAt", { $0.receivedAt }, { $0.receivedAt = $1 }),
  ]

  package static let integers: [StatedValue<SkyView, Int>] = [
    StatedValue("satellitesInView", .count, { $0.satellitesInView }, { $0.satellitesInView = $1 }),
    StatedValue("satellitesUsed", .count, { $0.satellitesUsed }, { $0.satellitesUsed = $1 }),
  ]
}

extension Satellite {
  package static let numbers: [StatedValue<Satellite, Double>] = [
    StatedValue("elevation", .angle, { $0.elevation }, { $0.elevation = $1 }),
    StatedValue("azimuth", .direction, { $0.azimuth }, { $0.azimuth = $1 }),
    StatedValue("signalStrength", .count, { $0.signalStrength }, { $0.signalStrength = $1 }),
  ]

  package static let integers: [StatedValue<Satellite, Int>] = [
    StatedValue("id", .count, { $0.id }, { $0.id = $1 }),
    StatedValue("signal", .count, { $0.signal }, { $0.signal = $1 }),
  ]
}

extension FixLoss {
  package static let dates: [StatedValue<FixLoss, Date>] = [
    StatedValue("timestamp", { $0.timestamp }, { $0.timestamp = $1 }),
    StatedValue("receivedAt", { $0.receivedAt }, { $0.receivedAt = $1 }),
  ]

  package static let numbers: [StatedValue<FixLoss, Double>] = [
    StatedValue("timeOfDay", .time, { $0.timeOfDay }, { $0.timeOfDay = $1 })
  ]
}

extension FixLoss.ReportedValues {
  package static let numbers: [StatedValue<FixLoss.ReportedValues, Double>] = [
    StatedValue("altitude", .length, { $0.altitude }, { $0.altitude = $1 }),
    StatedValue(
      "ellipsoidalAltitude", .length, { $0.ellipsoidalAltitude }, { $0.ellipsoidalAltitude = $1 }),
    StatedValue("speed", .speed, { $0.speed }, { $0.speed = $1 }),
    StatedValue("course", .direction, { $0.course }, { $0.course = $1 }),
    StatedValue("climb", .climb, { $0.climb }, { $0.climb = $1 }),
  ]
}
