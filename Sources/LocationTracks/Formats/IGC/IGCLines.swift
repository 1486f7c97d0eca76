import LocationCore
import LocationReplay
import LocationText

/// A flight record of the FAI's IGC (Technical Specification for GNSS Flight Recorders, appendix A).
///
/// A `B` record is a fix, and a `C` record is a point of a route, the task. The date of the header (`HFDTE`) is
/// the date of the first fix; a time that is twelve hours or more before the last one belongs to the next
/// day. The altitude by GNSS is above the ellipsoid if the header (`HFALG`) says `ELL`, otherwise above mean
/// sea level: recorders that do not state it write that. The altitude by pressure has a value of its own.
struct IGCLines: LineFormat {
  private let source: FixSource
  /// The date of the header in days since 1970, and how many midnights came after it.
  private var date: Int?
  private var midnights = 0
  /// The last time of day in seconds.
  private var lastTime: Int?
  private var isEllipsoidal = false
  /// Whether a pressure altitude other than 0 was seen. A recorder without a sensor writes zeros.
  private var hasPressureSensor = false
  private var columns = IGCColumns()

  init(source: FixSource) { self.source = source }

  mutating func read(
    _ line: NumberedLines.Line, into items: inout ParsedItems
  ) throws(TrackFileError) {
    let record = IGCRecord(line.bytes)
    switch line.bytes.first {
    case UInt8(ascii: "B"):
      guard let point = IGCPoint(record, columns) else {
        throw TrackFileError(
          line: line.number,
          problem: "expected B, time, latitude, longitude, validity and two altitudes, "
            + "such as B1101355206343N00006198WA0058700558, not \"\(record.beginning)\"")
      }
      append(point, to: &items, endingAt: line.end)
    case UInt8(ascii: "C"):
      // The first record of a task states its date, its number of points and its name.
      if record.digits(1..<7) != nil, record.digits(7..<13) != nil {
        let name = record.text(from: 25)
        items.beginRoute(TrackTitle(name: name.isEmpty ? nil : name))
      }
      guard let place = record.coordinate(from: 1) else { break }
      let name = record.text(from: 18)
      items.append(
        .routePoint(TrackWaypoint(place, name: name.isEmpty ? nil : name)), endingAt: line.end)
    case UInt8(ascii: "H"): readHeader(record, into: &items)
    case UInt8(ascii: "I"): columns = IGCColumns(record)
    default: break
    }
  }

  func finish(afterLines lines: Int, into items: inout ParsedItems) throws(TrackFileError) {
    guard lines > 0 else {
      throw TrackFileError(line: 1, problem: "expected a flight record, not nothing")
    }
  }

  private mutating func readHeader(_ record: IGCRecord, into items: inout ParsedItems) {
    if record.isHeader("DTE") {
      // `HFDTE160722`, and in newer files `HFDTEDATE:160722,01`.
      guard let start = record.firstDigit(from: 5), let day = record.digits(start..<start + 2),
        let month = record.digits(start + 2..<start + 4),
        let year = record.digits(start + 4..<start + 6),
        let date = CivilDay(year: year < 80 ? 2000 + year : 1900 + year, month: month, day: day)
      else { return }
      if self.date != nil { items.beginSegment() }
      self.date = date.daysSince1970
      midnights = 0
      lastTime = nil
    } else if record.isHeader("ALG") {
      isEllipsoidal = record.text(from: 5).uppercased().hasSuffix("ELL")
    }
  }

  private mutating func append(
    _ point: IGCPoint, to items: inout ParsedItems, endingAt offset: Int
  ) {
    if let lastTime, point.time <= lastTime - 43_200 { midnights += 1 }
    lastTime = point.time
    let seconds = Double(point.time) + point.fraction
    let day = (date ?? 0) + midnights
    let timestamp = date.map { _ in Date(timeIntervalSince1970: Double(day) * 86_400 + seconds) }
    guard point.hasPosition else {
      var loss = FixLoss(reason: .noFix, timestamp: timestamp, source: source)
      if timestamp == nil { loss.timeOfDay = seconds }
      loss.receivedAt = items.receipt
      return items.append(.fixLost(loss), endingAt: offset)
    }
    var fix = Fix(coordinate: point.coordinate, source: source)
    fix.timestamp = timestamp
    if timestamp == nil { fix.timeOfDay = seconds }
    fix.mode = point.altitude == nil ? .twoD : .threeD
    if point.hasUnreadableAltitude { items.skipped.add(unreadable: "altitude") }
    if isEllipsoidal {
      fix.ellipsoidalAltitude = point.altitude
    } else {
      fix.altitude = point.altitude
    }
    if let altitude = point.pressureAltitude, altitude != 0 { hasPressureSensor = true }
    if hasPressureSensor { fix.pressureAltitude = point.pressureAltitude }
    fix.speed = point.speed
    fix.course = point.course
    fix.heading = point.heading
    fix.errors.horizontal = point.accuracy
    fix.errors.vertical = point.verticalAccuracy
    fix.satellitesUsed = point.satellites
    items.append(fix, endingAt: offset)
  }
}
