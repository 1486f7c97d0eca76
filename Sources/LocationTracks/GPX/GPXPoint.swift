import LocationCore
import LocationReplay
import LocationText

/// A point of a GPX file: a `trkpt`, `rtept` or `wpt`, while its elements are read.
///
/// A value that is malformed or out of its range counts as not reported.
struct GPXPoint {
  let element: GPXElement
  private var fix: Fix
  private var name: String?
  private var note: String?
  private var hasFix = true
  private var hasMode = false

  /// Begins a point at its coordinate.
  init(_ element: GPXElement, _ attributes: XMLAttributes, source: FixSource) throws(XMLProblem) {
    let (latitude, longitude) = (attributes["lat"], attributes["lon"])
    guard let north = latitude.flatMap(Self.number), let east = longitude.flatMap(Self.number),
      let coordinate = try? Coordinate(latitude: north, longitude: east)
    else {
      throw XMLProblem(
        "expected lat and lon in degrees, not lat \"\(latitude ?? "")\", lon \"\(longitude ?? "")\""
      )
    }
    self.element = element
    fix = Fix(coordinate: coordinate, source: source)
  }

  /// Reads the text of an element in the point.
  mutating func read(_ element: GPXElement, _ text: String) {
    switch element {
    case .ele: fix.altitude = Self.number(text)
    case .time:
      let time = ISO8601Time(text.trimmingXMLSpace)
      fix.timestamp = time.map { Date(timeIntervalSince1970: $0.secondsSince1970) }
    case .magvar:
      fix.magneticVariation = Self.number(text, in: 0...360).map { $0 > 180 ? $0 - 360 : $0 }
    case .geoidheight: fix.geoidSeparation = Self.number(text)
    case .name: name = text
    case .desc: note = text
    case .fix: read(fix: text.trimmingXMLSpace)
    case .sat: fix.satellitesUsed = Int(text.trimmingXMLSpace).flatMap { $0 >= 0 ? $0 : nil }
    case .hdop: fix.dilution.horizontal = Self.number(text, in: 0...1e6)
    case .vdop: fix.dilution.vertical = Self.number(text, in: 0...1e6)
    case .pdop: fix.dilution.position = Self.number(text, in: 0...1e6)
    case .ageofdgpsdata: fix.differentialAge = Self.number(text, in: 0...1e9)
    case .dgpsid:
      let station = Int(text.trimmingXMLSpace)
      fix.differentialStation = station.flatMap { (0...1023).contains($0) ? $0 : nil }
    case .course: fix.course = Self.number(text, in: 0...360).map { $0 == 360 ? 0 : $0 }
    case .speed: fix.speed = Self.number(text, in: 0...1e6)
    default: break
    }
  }

  private mutating func read(fix text: String) {
    hasMode = text == "2d" || text == "3d"
    switch text {
    case "none": hasFix = false
    case "2d": fix.mode = .twoD
    case "3d": fix.mode = .threeD
    case "dgps": fix.status = .differential
    case "pps": fix.status = .precise
    default: break
    }
  }

  /// When the receiver was there, or when the point was saved.
  var timestamp: Date? { fix.timestamp }

  /// The content of the point's item.
  ///
  /// - Parameters:
  ///   - isSimulated: whether the track says that a simulator made it.
  ///   - receipt: when the point was received; `nil` if it has to wait for its time first.
  func content(isSimulated: Bool, receivedAt receipt: Date?) -> TrackItem.Content {
    switch element {
    case .rtept: return .routePoint(mark)
    case .wpt: return .waypoint(mark)
    default: break
    }
    guard hasFix else {
      var loss = FixLoss(reason: .noFix, timestamp: fix.timestamp, source: fix.source)
      loss.receivedAt = receipt
      return .update(.fixLost(loss))
    }
    var fix = fix
    if !hasMode { fix.mode = fix.altitude == nil ? .twoD : .threeD }
    if isSimulated { fix.status = .simulated }
    if let altitude = fix.altitude, let geoid = fix.geoidSeparation {
      fix.ellipsoidalAltitude = altitude + geoid
    }
    fix.receivedAt = receipt
    return .update(.fix(fix))
  }

  private var mark: TrackMark {
    TrackMark(
      fix.coordinate, altitude: fix.altitude, timestamp: fix.timestamp, name: name, note: note)
  }

  /// A decimal number. `Double.init` would also accept `nan`, `inf` and hexadecimal.
  private static func number(_ text: String) -> Double? {
    let text = text.trimmingXMLSpace
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }),
      let number = Double(text), number.isFinite
    else { return nil }
    return number
  }

  private static func number(_ text: String, in range: ClosedRange<Double>) -> Double? {
    number(text).flatMap { range.contains($0) ? $0 : nil }
  }
}

extension String {
  /// The text without the white space of XML at both ends.
  var trimmingXMLSpace: String {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 9 || byte == 10 || byte == 13 }
    guard let first = utf8.first, let last = utf8.last, isSpace(first) || isSpace(last) else {
      return self
    }
    guard let start = utf8.firstIndex(where: { !isSpace($0) }),
      let end = utf8.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(self[start...end])
  }
}
