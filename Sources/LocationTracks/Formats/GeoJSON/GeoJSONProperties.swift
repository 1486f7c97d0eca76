import LocationCore
import LocationReplay
import LocationText

/// The properties of a feature that say something about its places.
struct GeoJSONProperties {
  /// The lists of values of all positions, one after the other, also of several lines.
  enum List {
    case times, names
    case numbers(FixField)

    /// The list with a name in `coordinateProperties`.
    init?(_ name: String) {
      if name == "times" {
        self = .times
      } else if name == "names" {
        self = .names
      } else if let list = GeoJSONList.all.first(where: { $0.name == name }) {
        self = .numbers(list.field)
      } else {
        return nil
      }
    }
  }

  private(set) var times: [Date?] = []
  private(set) var names: [String?] = []
  private(set) var numberLists: [FixField: [Double?]] = [:]
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
  private var numbers: [FixField: Double] = [:]

  /// Reads a property whose value is a string; false if the property is not known.
  mutating func read(_ property: String, string: String) -> Bool {
    switch property {
    case "name", "title": name = name ?? string
    case "desc", "description": note = note ?? string
    case "timeOfDay": timeOfDay = FileTime.timeOfDay(string)
    case "device": device = string
    case "status": status = string
    case "kind": kind = string
    // The file that was the source of an earlier conversion.
    case "source": break
    default: return readValue(of: property, string: string)
    }
    return true
  }

  /// Reads a value that other programs write: its names are those of the columns of CSV.
  private mutating func readValue(of property: String, string: String) -> Bool {
    if CSVColumn(header: property)?.value == .time {
      time = time ?? instant(string)
      return true
    }
    return Double(string).map { read(property, number: $0) } ?? false
  }

  /// Reads a property whose value is a number; false if the property is not known.
  mutating func read(_ property: String, number: Double) -> Bool {
    guard number.isFinite else { return true }
    if let field = (GeoJSONWriter.numbers + [.mode]).first(where: { $0.name == property }) {
      numbers[field] = number
      return true
    }
    let column = CSVColumn(header: property)
    switch column?.value {
    case .time?: time = time ?? FileTime.date(sinceEpoch: number)
    // Phones write a fraction.
    case .field(.battery)? where number <= 1: numbers[.battery] = (number * 100).rounded()
    case .field(let field)?: numbers[field] = number * (column?.factor ?? 1)
    default: return false
    }
    return true
  }

  /// Reads a value of a list; a value of another type is not known.
  mutating func read(_ list: List, _ token: JSONScanner.Token, _ json: JSONScanner) {
    switch list {
    case .times:
      times.append(
        token == .string
          ? instant(json.text) : token == .number ? FileTime.date(sinceEpoch: json.number) : nil)
    case .names: names.append(token == .string ? json.text : nil)
    case .numbers(let field):
      let number = token == .number && json.number.isFinite ? json.number : nil
      numberLists[field, default: []].append(number)
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

  /// Whether a feature that is a point is a fix: ``GeoJSONWriter`` states the kind of its source, and phones that log their
  /// way state its time and no name. Any other point is a place that somebody saved.
  private var isFix: Bool {
    isRecorded || kind == nil && time != nil && name == nil && note == nil
  }

  /// The content of a feature that is a point.
  func content(
    of position: GeoJSONGeometry.Position, source: FixSource
  ) -> TrackItem.Content {
    guard isFix else {
      return .waypoint(
        TrackWaypoint(
          position.coordinate, altitude: position.altitude ?? numbers[.altitude], timestamp: time,
          name: name, note: note))
    }
    var fix = Fix(
      coordinate: position.coordinate, mode: mode, source: source)
    fix.source.device = device
    fix.timestamp = time
    fix.timeOfDay = time == nil ? timeOfDay : nil
    for (field, number) in numbers { field.set(number, of: &fix) }
    fix.altitude = position.altitude ?? fix.altitude
    fix.status = status.flatMap(FixStatus.init(word:))
    if !derived.isEmpty { fix.derived = derived }
    return .update(.fix(fix))
  }

  private var mode: FixMode? {
    numbers[.mode].flatMap { Int(exactly: $0) }.flatMap(FixMode.init)
  }
}

/// A list of numbers in `coordinateProperties`.
struct GeoJSONList {
  let field: FixField
  let name: String

  static let all: [GeoJSONList] = zip(
    // The altitude is in the position.
    [.ellipsoidalAltitude] + FixField.listed.filter { $0 != .altitude },
    [
      "ellipsoidalAltitudes", "speeds", "courses", "accuracies", "verticalAccuracies", "headings",
      "climbs",
      "magneticVariations", "geoidSeparations", "satellites", "hdops", "vdops", "pdops",
    ]
  ).map { GeoJSONList(field: $0, name: $1) }
}
