import LocationCore

/// The members of the objects of ``TrackFormat/updates``. The names are those of the properties.
enum UpdateMembers {
  typealias Numbers<Root> = [(name: String, path: WritableKeyPath<Root, Double?> & Sendable)]
  typealias Dates<Root> = [(name: String, path: WritableKeyPath<Root, Date?> & Sendable)]
  typealias Integers<Root> = [(name: String, path: WritableKeyPath<Root, Int?> & Sendable)]

  /// Larger numbers mean nothing in any unit, and are left out.
  static let range = -1e12...1e12

  static let fixDates: Dates<Fix> = [("timestamp", \.timestamp), ("receivedAt", \.receivedAt)]

  static let fixNumbers: Numbers<Fix> = [
    ("timeOfDay", \.timeOfDay), ("altitude", \.altitude),
    ("ellipsoidalAltitude", \.ellipsoidalAltitude), ("geoidSeparation", \.geoidSeparation),
    ("pressureAltitude", \.pressureAltitude), ("speed", \.speed), ("course", \.course),
    ("heading", \.heading), ("magneticVariation", \.magneticVariation), ("climb", \.climb),
    ("differentialAge", \.differentialAge),
  ]

  static let fixIntegers: Integers<Fix> = [
    ("differentialStation", \.differentialStation), ("satellitesUsed", \.satellitesUsed),
  ]

  static let errors: Numbers<ErrorEstimates> = [
    ("horizontal", \.horizontal), ("latitude", \.latitude), ("longitude", \.longitude),
    ("vertical", \.vertical), ("spherical", \.spherical), ("speed", \.speed),
    ("course", \.course), ("climb", \.climb), ("time", \.time),
  ]

  static let dilution: Numbers<DilutionOfPrecision> = [
    ("geometric", \.geometric), ("position", \.position), ("horizontal", \.horizontal),
    ("vertical", \.vertical), ("time", \.time), ("longitude", \.longitude),
    ("latitude", \.latitude),
  ]

  static let skyDates: Dates<SkyView> = [
    ("timestamp", \.timestamp), ("receivedAt", \.receivedAt),
  ]

  static let skyIntegers: Integers<SkyView> = [
    ("satellitesInView", \.satellitesInView), ("satellitesUsed", \.satellitesUsed),
  ]

  static let satelliteNumbers: Numbers<Satellite> = [
    ("elevation", \.elevation), ("azimuth", \.azimuth), ("signalStrength", \.signalStrength),
  ]

  static let satelliteIntegers: Integers<Satellite> = [("id", \.id), ("signal", \.signal)]

  static let lossDates: Dates<FixLoss> = [
    ("timestamp", \.timestamp), ("receivedAt", \.receivedAt),
  ]

  static let lossNumbers: Numbers<FixLoss> = [("timeOfDay", \.timeOfDay)]

  static let reportedNumbers: Numbers<FixLoss.ReportedValues> = [
    ("altitude", \.altitude), ("ellipsoidalAltitude", \.ellipsoidalAltitude), ("speed", \.speed),
    ("course", \.course), ("climb", \.climb),
  ]
}
