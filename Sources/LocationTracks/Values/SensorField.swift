import LocationCore
import LocationReplay

/// A value of ``SensorValues``, and how formats call it. Readers and writers choose from ``all``.
struct SensorField: Sendable {
  /// The kind of content that it is.
  let content: TrackContent
  /// The name of the column of CSV, with the unit.
  let column: StaticString
  /// Other names of the column without the unit, in lower case, with underscores between words.
  let columnNames: [String]
  /// The decimals in files. GPX and TCX have whole numbers of everything but the temperature.
  let places: Int
  /// The number of the field in a `record` message of FIT.
  let fit: UInt8
  let get: @Sendable (SensorValues) -> Double?
  private let change: @Sendable (inout SensorValues, Double?) -> Void

  /// All values, in the order of the columns of CSV and of messages.
  static let all = [heartRate, cadence, power, temperature]

  static let heartRate = SensorField(
    content: .heartRate, column: "heart_rate_bpm", columnNames: ["heart_rate", "heartrate", "hr"],
    places: 0, fit: 3, get: { $0.heartRate }, change: { $0.heartRate = $1 })

  static let cadence = SensorField(
    content: .cadence, column: "cadence_rpm", columnNames: ["cadence", "cad"], places: 0, fit: 4,
    get: { $0.cadence }, change: { $0.cadence = $1 })

  static let power = SensorField(
    content: .power, column: "power_w", columnNames: ["power", "watts"], places: 0, fit: 7,
    get: { $0.power }, change: { $0.power = $1 })

  static let temperature = SensorField(
    content: .temperature, column: "temperature_c", columnNames: ["temperature", "temp", "atemp"],
    places: 1, fit: 13, get: { $0.temperature }, change: { $0.temperature = $1 })

  /// Changes the value; false if the number is missing or out of range, so that there is no value.
  func set(_ number: Double?, of sensors: inout SensorValues) -> Bool {
    change(&sensors, number)
    return get(sensors) != nil
  }
}

extension GPXElement {
  /// The value that the element has in a track point; `nil` if it has none.
  var sensor: SensorField? {
    switch self {
    case .hr, .heartrate: .heartRate
    case .cad, .cadence: .cadence
    case .power, .powerInWatts: .power
    case .atemp, .temp: .temperature
    default: nil
    }
  }
}

extension TCXElement {
  /// The value that the element has in a `Trackpoint` or its extension; `nil` if it has none.
  var sensor: SensorField? {
    switch self {
    case .heartRate: .heartRate
    case .cadence, .runCadence: .cadence
    case .watts: .power
    default: nil
    }
  }
}

extension SensorField: Hashable {
  static func == (one: SensorField, other: SensorField) -> Bool { one.content == other.content }

  func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

extension TrackContents {
  /// What sensors measured.
  package init(_ sensors: SensorValues) {
    self = []
    for field in SensorField.all { insert(field.content, if: field.get(sensors) != nil) }
  }
}

extension SkippedParts {
  /// Counts what sensors measured without a track point, for example while a watch had no place.
  mutating func add(withoutPoint sensors: SensorValues) {
    if sensors.isEmpty { return }
    for field in SensorField.all where field.get(sensors) != nil {
      add("\(field.content.words.one) without a track point")
    }
  }
}
