import LocationCore
import LocationReplay

/// The values of a line of a CSV file. A value that is malformed or out of its range counts as not
/// reported.
struct CSVRow {
  enum Content {
    case fix(Fix)
    case loss(FixLoss)
    case waypoint(TrackWaypoint)
  }

  private let record: CSVRecord
  private let header: CSVHeader
  /// `nil` if the row has no place.
  private let coordinate: Coordinate?
  /// The values besides the place.
  private var fix: Fix
  private(set) var sensors = SensorValues()
  private var isLost = false
  private var name: String?
  private var date: String?
  private var timeOfDay: String?
  private var milliseconds: Double?
  private var isWaypoint = false

  /// Reads a row.
  ///
  /// - Parameters:
  ///   - source: the source of its fix.
  ///   - skipped: gets the names of columns with unreadable values.
  /// - Throws: an error if the row has a place that is no place on the Earth.
  init(
    _ record: CSVRecord, _ header: CSVHeader, source: FixSource, skipped: inout SkippedParts
  ) throws(Malformed) {
    self.record = record
    self.header = header
    coordinate = try Self.place(record, header)
    fix = Fix(coordinate: coordinate ?? Coordinate(unchecked: 0, 0), source: source)
    for (index, column) in header.columns where !record.field(index).isEmpty {
      if read(column, index) { continue }
      if !CSVCell.isAbsent(record.text(index)) { skipped.add(unreadable: column.name) }
    }
    readInstant(skipped: &skipped)
  }

  /// Why a row is an error.
  struct Malformed: Error {}

  /// The place of a row; `nil` if it has none.
  static func place(
    _ record: CSVRecord, _ header: CSVHeader
  ) throws(Malformed) -> Coordinate? {
    let (north, east) = (record.field(header.latitude), record.field(header.longitude))
    var (latitude, longitude) = (record.text(header.latitude), record.text(header.longitude))
    if header.latitude == header.longitude, !CSVCell.isAbsent(latitude) {
      let parts = latitude.split { ", ;".contains($0) }
      guard parts.count == 2 else { throw Malformed() }
      (latitude, longitude) = (String(parts[0]), String(parts[1]))
    }
    if CSVCell.isAbsent(latitude), CSVCell.isAbsent(longitude) { return nil }
    if header.latitude != header.longitude, header.latitudeHemisphere == nil,
      header.longitudeHemisphere == nil,
      let latitude = Double(decimal: north), let longitude = Double(decimal: east)
    {
      // With a point they are degrees, whatever FIT's name of the column is.
      let divisor = record.text(header.latitude).contains(".") ? 1 : header.divisor
      guard let place = Coordinate(latitude / divisor, longitude / divisor) else {
        throw Malformed()
      }
      return place
    }
    let letters = (
      latitude: header.latitudeHemisphere.map { record.text($0) } ?? "",
      longitude: header.longitudeHemisphere.map { record.text($0) } ?? ""
    )
    guard let place = CSVCell.place(latitude, longitude, hemispheres: letters) else {
      throw Malformed()
    }
    return place
  }

  /// Reads a field; false if it cannot be read.
  private mutating func read(_ column: CSVColumn, _ index: Int) -> Bool {
    func number(_ range: ClosedRange<Double> = -1e9...1e9) -> Double? {
      let cell = CSVCell.number(
        record.field(index), separator: header.separator, mayHaveThousands: true)
      guard let cell else { return nil }
      return column.factor(of: cell.unit).map { cell.value * $0 }
        .flatMap { range.contains($0) ? $0 : nil }
    }
    func set<Value>(_ path: WritableKeyPath<Fix, Value?>, _ value: Value?) -> Bool {
      fix[keyPath: path] = value
      return value != nil
    }
    let text = { [record] in record.text(index) }
    switch column.value {
    case .latitude, .longitude, .latitudeHemisphere, .longitudeHemisphere, .place, .kindOfPoint,
      .recordReason:
      break
    case .field(let field):
      field.set(number(), of: &fix)
      return field.number(of: fix) != nil
    case .sensor(let field): return field.set(number(), of: &sensors)
    case .time:
      fix.timestamp = FileTime.instant(text())
      if fix.timestamp == nil { timeOfDay = text() }
    case .timeOfDay: timeOfDay = timeOfDay ?? text()
    case .date: date = text()
    case .milliseconds:
      milliseconds = number(0...999)
      return milliseconds != nil
    case .mode: return readMode(text(), number())
    case .status: return set(\.status, FixStatus(word: text()))
    case .satellites: return set(\.satellitesUsed, satellites(text()))
    case .name: name = text()
    case .device: fix.source.device = text()
    case .validity: return readValidity(text())
    case .tag: isWaypoint = ["C", "D", "V"].contains(text().uppercased())
    }
    return true
  }

  /// Reads gpsd's number of a mode, or words.
  private mutating func readMode(_ text: String, _ number: Double?) -> Bool {
    guard let number else { return readValidity(text) }
    if number == 0 || number == 1 { isLost = true }
    fix.mode = Int(exactly: number).flatMap(FixMode.init)
    return isLost || fix.mode != nil
  }

  private mutating func readValidity(_ text: String) -> Bool {
    switch CSVCell.Validity(text) {
    case .noFix: isLost = true
    case .fix(let mode, let status):
      fix.mode = mode ?? fix.mode
      fix.status = status ?? fix.status
    case nil: return false
    }
    return true
  }

  /// The number of satellites in use, also of `8/11` and `8(11)`.
  private func satellites(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard digits.count <= 4,
      text.isEmpty || digits.count == text.count
        || "/( ".contains(
          text[digits.endIndex])
    else { return nil }
    return Int(digits)
  }

  private mutating func readInstant(skipped: inout SkippedParts) {
    if fix.timestamp == nil, let timeOfDay {
      fix.timestamp = date.flatMap {
        FileTime.instant(date: $0, time: timeOfDay, isYearFirst: header.isOfLogger)
      }
      if fix.timestamp == nil {
        fix.timeOfDay = FileTime.timeOfDay(timeOfDay)
        if !CSVCell.isAbsent(date ?? "") { skipped.add(unreadable: "date") }
        if fix.timeOfDay == nil, !CSVCell.isAbsent(timeOfDay) { skipped.add(unreadable: "time") }
      }
    }
    if let milliseconds {
      fix.timestamp = fix.timestamp?.addingTimeInterval(milliseconds / 1000)
      fix.timeOfDay = fix.timeOfDay.map { $0 + milliseconds / 1000 }
    }
  }

  /// What the row is; `nil` if it has no place and does not say that there was no fix.
  var content: Content? {
    if isLost {
      var loss = FixLoss(reason: .noFix, timestamp: fix.timestamp, source: fix.source)
      loss.timeOfDay = fix.timeOfDay
      return .loss(loss)
    }
    guard let coordinate else { return nil }
    let isUntimed = fix.timestamp == nil && fix.timeOfDay == nil
    if isWaypoint || name != nil && isUntimed {
      return .waypoint(
        TrackWaypoint(coordinate, altitude: fix.altitude, timestamp: fix.timestamp, name: name))
    }
    return .fix(fix)
  }
}
