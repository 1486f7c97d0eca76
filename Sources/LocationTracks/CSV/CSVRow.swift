import LocationCore
import LocationReplay

/// The values of a line of a CSV file. A value that is malformed or out of its range counts as not
/// reported.
struct CSVRow {
  enum Content {
    case fix(Fix)
    case waypoint(TrackMark)
  }

  private var fix: Fix
  private var name: String?
  private var date: String?
  private var timeOfDay: String?

  init(_ fix: Fix) { self.fix = fix }

  /// The place of a record; `nil` if it has none.
  static func coordinate(_ record: CSVRecord, _ header: CSVHeader) -> Coordinate? {
    guard let latitude = number(record.field(header.latitude), header),
      let longitude = number(record.field(header.longitude), header)
    else { return nil }
    return try? Coordinate(latitude: latitude, longitude: longitude)
  }

  /// Reads a field.
  mutating func read(
    _ column: CSVColumn, _ index: Int, of record: CSVRecord, _ header: CSVHeader
  ) {
    let field = record.field(index)
    if field.isEmpty { return }
    func number(_ range: ClosedRange<Double> = -1e9...1e9) -> Double? {
      Self.number(field, header).flatMap { number in
        let number = number * column.factor
        return range.contains(number) ? number : nil
      }
    }
    func angle() -> Double? { number(0...360).map { $0 == 360 ? 0 : $0 } }
    switch column.value {
    case .latitude, .longitude: break
    case .altitude: fix.altitude = number()
    case .ellipsoidalAltitude: fix.ellipsoidalAltitude = number()
    case .geoidSeparation: fix.geoidSeparation = number()
    case .time: readTime(record.text(index))
    case .timeOfDay: timeOfDay = timeOfDay ?? record.text(index)
    case .date: date = record.text(index)
    case .speed: fix.speed = number(0...1e6)
    case .course: fix.course = angle()
    case .heading: fix.heading = angle()
    case .climb: fix.climb = number(-1e6...1e6)
    case .accuracy: fix.errors.horizontal = number(0...1e9)
    case .verticalAccuracy: fix.errors.vertical = number(0...1e9)
    case .magneticVariation: fix.magneticVariation = number(-180...180)
    case .mode: fix.mode = number().flatMap { Int(exactly: $0) }.flatMap(FixMode.init)
    case .status: fix.status = FixStatus(word: record.text(index))
    case .satellites: fix.satellitesUsed = number(0...1000).flatMap { Int(exactly: $0) }
    case .hdop: fix.dilution.horizontal = number(0...1e6)
    case .vdop: fix.dilution.vertical = number(0...1e6)
    case .pdop: fix.dilution.position = number(0...1e6)
    case .name: name = record.text(index)
    case .device: fix.source.device = record.text(index)
    }
  }

  /// What the line is.
  var content: Content {
    var fix = fix
    if fix.timestamp == nil, let timeOfDay {
      fix.timestamp = date.flatMap { FileTime.instant(date: $0, time: timeOfDay) }
      if fix.timestamp == nil { fix.timeOfDay = FileTime.timeOfDay(timeOfDay) }
    }
    if let name, fix.timestamp == nil, fix.timeOfDay == nil {
      return .waypoint(TrackMark(fix.coordinate, altitude: fix.altitude, name: name))
    }
    return .fix(fix)
  }

  private mutating func readTime(_ text: String) {
    fix.timestamp = FileTime.instant(text)
    if fix.timestamp == nil { timeOfDay = text }
  }

  /// A number. Where commas do not separate fields, one may separate the decimals.
  private static func number(_ field: UnsafeRawBufferPointer, _ header: CSVHeader) -> Double? {
    if header.separator != UInt8(ascii: ","), field.contains(UInt8(ascii: ",")) {
      let text = field.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
      return text.withUnsafeBytes { Double(decimal: $0) }
    }
    return Double(decimal: field)
  }
}
