import LocationCore
import LocationReplay
import LocationText

/// The properties of a feature that say something about its places.
struct GeoJSONProperties {
  /// The lists of values of all positions, one after the other, also of several lines.
  enum List {
    case times, names
    case numbers(FixNumber)

    /// The list with a name in `coordinateProperties`.
    init?(_ name: String) {
      if name == "times" {
        self = .times
      } else if name == "names" {
        self = .names
      } else if let number = FixNumber.allCases.first(where: { "\($0.listName)" == name }) {
        self = .numbers(number)
      } else {
        return nil
      }
    }
  }

  private(set) var times: [Date?] = []
  private(set) var names: [String?] = []
  private(set) var numberLists: [FixNumber: [Double?]] = [:]
  /// The values that ``GeoJSONWriter`` marked as derived.
  var derived: DerivedValues = []

  private var hasUnreadableTime = false
  private var name: String?
  private var note: String?
  private var time: Date?
  private var timeOfDay: Double?
  private(set) var device: String?
  private var status: String?
  private var kind: String?
  private var numbers: [String: Double] = [:]

  /// The numbers that ``GeoJSONWriter`` writes.
  private static let numberNames: Set<String> = [
    "mode", "altitude", "accuracy", "verticalAccuracy", "speed", "course", "heading", "climb",
    "satellites", "hdop",
  ]

  /// Reads a property whose value is a string; false if the property is not known.
  mutating func read(_ property: String, string: String) -> Bool {
    switch property {
    case "name", "title": name = name ?? string
    case "desc", "description": note = note ?? string
    case "time", "timestamp": time = time ?? instant(string)
    case "timeOfDay": timeOfDay = FileTime.timeOfDay(string)
    case "device": device = string
    case "status": status = string
    case "kind": kind = string
    // The file that was the source of an earlier conversion.
    case "source": break
    default: return false
    }
    return true
  }

  /// Reads a property whose value is a number; false if the property is not known.
  mutating func read(_ property: String, number: Double) -> Bool {
    guard Self.numberNames.contains(property) else { return false }
    if number.isFinite { numbers[property] = number }
    return true
  }

  /// Reads a value of a list; a value of another type is not known.
  mutating func read(_ list: List, _ token: JSONScanner.Token, _ json: JSONScanner) {
    switch list {
    case .times: times.append(token == .string ? instant(json.text) : nil)
    case .names: names.append(token == .string ? json.text : nil)
    case .numbers(let kind):
      let number = token == .number && json.number.isFinite ? json.number : nil
      numberLists[kind, default: []].append(number)
    }
  }

  /// Reads a time, and notes if that is not possible.
  private mutating func instant(_ text: String) -> Date? {
    let time = FileTime.instant(text)
    hasUnreadableTime = time == nil && !text.isEmpty
    return time
  }

  /// Whether the last value was a time that cannot be read.
  mutating func takeUnreadable() -> Bool {
    defer { hasUnreadableTime = false }
    return hasUnreadableTime
  }

  /// Whether the feature is a planned route.
  var isRoute: Bool { kind == "route" }

  /// Whether this library wrote the feature for fixes of a receiver.
  var isRecorded: Bool { kind.flatMap(FixSource.Kind.init) != nil }

  /// What the feature says about a track.
  var title: TrackTitle { TrackTitle(name: name, note: note) }

  /// The content of a feature that is a point. ``GeoJSONWriter`` states the kind of a fix's source. A point
  /// without it is a place that somebody saved.
  func content(
    of position: GeoJSONGeometry.Position, source: FixSource
  ) -> TrackItem.Content {
    guard isRecorded else {
      return .waypoint(
        TrackMark(
          position.coordinate, altitude: numbers["altitude"], timestamp: time, name: name,
          note: note))
    }
    var fix = Fix(
      coordinate: position.coordinate, mode: integer("mode").flatMap(FixMode.init), source: source)
    fix.source.device = device
    fix.timestamp = time
    fix.timeOfDay = time == nil ? timeOfDay : nil
    fix.ellipsoidalAltitude = position.height
    fix.altitude = numbers["altitude"]
    fix.errors.horizontal = number("accuracy", 0...1e9)
    fix.errors.vertical = number("verticalAccuracy", 0...1e9)
    fix.speed = number("speed", 0...1e6)
    fix.course = number("course", 0...360).map { $0 == 360 ? 0 : $0 }
    fix.heading = number("heading", 0...360).map { $0 == 360 ? 0 : $0 }
    fix.climb = numbers["climb"]
    fix.satellitesUsed = integer("satellites").flatMap { $0 >= 0 ? $0 : nil }
    fix.dilution.horizontal = number("hdop", 0...1e6)
    fix.status = status.flatMap(FixStatus.init(word:))
    if !derived.isEmpty { fix.derived = derived }
    return .update(.fix(fix))
  }

  private func number(_ name: String, _ range: ClosedRange<Double>) -> Double? {
    numbers[name].flatMap { range.contains($0) ? $0 : nil }
  }

  private func integer(_ name: String) -> Int? { numbers[name].flatMap { Int(exactly: $0) } }
}

extension FixNumber {
  /// The name of its list in `coordinateProperties`.
  var listName: StaticString {
    switch self {
    case .altitude: "altitudes"
    case .speed: "speeds"
    case .course: "courses"
    case .accuracy: "accuracies"
    case .verticalAccuracy: "verticalAccuracies"
    case .heading: "headings"
    case .climb: "climbs"
    case .magneticVariation: "magneticVariations"
    case .geoidSeparation: "geoidSeparations"
    case .satelliteCount: "satellites"
    case .horizontalDilution: "hdops"
    case .verticalDilution: "vdops"
    case .positionDilution: "pdops"
    }
  }
}
