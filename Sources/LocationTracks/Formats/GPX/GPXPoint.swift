import LocationCore
import LocationReplay
import LocationText

/// A point of a GPX file: a `trkpt`, `rtept` or `wpt`, while its elements are read.
///
/// A value that is malformed or out of its range counts as not reported.
///
/// A `Fix` has half a kilobyte, so it is made when the point is complete.
struct GPXPoint {
  let element: GPXElement
  private(set) var name: String?
  /// `nil` if the point has no possible position.
  private let coordinate: Coordinate?
  private var note: String?
  private var altitude: Double?
  private var timestamp: Date?
  private var speed: Double?
  private var course: Double?
  private var heading: Double?
  private var magneticVariation: Double?
  private var geoidSeparation: Double?
  private var horizontalDilution: Double?
  private var verticalDilution: Double?
  private var positionDilution: Double?
  private var differentialAge: Double?
  private var differentialStation: Int?
  private var satellitesUsed: Int?
  private(set) var hasFix = true
  private var mode: FixMode?
  private var status: FixStatus?
  private(set) var sensors = SensorValues()

  /// Begins a point at its coordinate.
  init(_ element: GPXElement, _ attributes: XMLAttributes) {
    self.element = element
    coordinate = Coordinate(attributes.number("lat"), attributes.number("lon"))
  }

  /// Reads the text of an element in the point; false if it cannot be read.
  mutating func read(_ element: GPXElement, _ text: borrowing XMLText) -> Bool {
    switch element {
    case .ele: return Self.set(&altitude, text.number)
    // GPX says that all its times are UTC.
    case .time: return Self.set(&timestamp, text.time(assumesUTC: true))
    case .magvar:
      return Self.set(
        &magneticVariation, text.number(in: 0...360).map { $0 > 180 ? $0 - 360 : $0 })
    case .geoidheight: return Self.set(&geoidSeparation, text.number)
    case .name: name = text.words
    case .desc: note = text.words
    case .fix: return read(fix: text.string.trimmingXMLSpace)
    case .sat: return Self.set(&satellitesUsed, text.integer(in: 0...Int.max))
    case .hdop: return Self.set(&horizontalDilution, text.number(in: 0...1e6))
    case .vdop: return Self.set(&verticalDilution, text.number(in: 0...1e6))
    case .pdop: return Self.set(&positionDilution, text.number(in: 0...1e6))
    case .ageofdgpsdata: return Self.set(&differentialAge, text.number(in: 0...1e9))
    case .dgpsid: return Self.set(&differentialStation, text.integer(in: 0...1023))
    case .course: return Self.set(&course, text.direction)
    case .speed: return Self.set(&speed, text.number(in: 0...1e6))
    default: return readSensor(element, text)
    }
    return true
  }

  /// Reads the value of a sensor; false if it cannot be read, or if the point is not of a track.
  private mutating func readSensor(_ element: GPXElement, _ text: borrowing XMLText) -> Bool {
    guard let field = element.sensor else { return true }
    return self.element == .trkpt && field.set(text.number, of: &sensors)
  }

  private static func set<Value>(_ property: inout Value?, _ value: Value?) -> Bool {
    property = value
    return value != nil
  }

  /// Reads the text of an element in an extension; false if it cannot be read. Speeds are in m/s. A value in
  /// an element of GPX 1.0 has precedence.
  mutating func readExtension(_ element: GPXElement, _ text: borrowing XMLText) -> Bool {
    switch element {
    case .speed: return Self.set(&speed, speed ?? text.number(in: 0...1e6))
    case .course, .bearing: return Self.set(&course, course ?? text.direction)
    case .heading: return Self.set(&heading, text.direction)
    default: return readSensor(element, text)
    }
  }

  private mutating func read(fix text: String) -> Bool {
    mode = nil
    switch text {
    case "none": hasFix = false
    case "2d": mode = .twoD
    case "3d": mode = .threeD
    case "dgps": status = .differential
    case "pps": status = .precise
    default: return false
    }
    return true
  }

  /// The update of a track point; `nil` for a fix without a possible position.
  ///
  /// - Parameters:
  ///   - source: where the fix comes from.
  ///   - receipt: when its bytes were received; `nil` if it has to wait for its time.
  ///   - isSimulated: whether the track says that a simulator made it.
  func update(
    from source: FixSource, receivedAt receipt: Date?, isSimulated: Bool
  ) -> LocationUpdate? {
    guard hasFix else {
      return .fixLost(FixLoss(reason: .noFix, timestamp: timestamp, source: source))
    }
    guard let coordinate else { return nil }
    var fix = Fix(coordinate: coordinate, mode: mode, source: source)
    fix.timestamp = timestamp
    fix.receivedAt = receipt
    fix.altitude = altitude
    fix.speed = speed
    fix.course = course
    fix.heading = heading
    fix.magneticVariation = magneticVariation
    fix.geoidSeparation = geoidSeparation
    if let altitude, let geoidSeparation { fix.ellipsoidalAltitude = altitude + geoidSeparation }
    fix.dilution.horizontal = horizontalDilution
    fix.dilution.vertical = verticalDilution
    fix.dilution.position = positionDilution
    fix.differentialAge = differentialAge
    fix.differentialStation = differentialStation
    fix.satellitesUsed = satellitesUsed
    fix.status = isSimulated ? .simulated : status
    return .fix(fix)
  }

  /// The mark of a waypoint or a route point; `nil` without a possible position.
  ///
  /// - Parameter original: its text.
  func mark(_ original: OriginalElement?) -> TrackWaypoint? {
    guard let coordinate else { return nil }
    var mark = TrackWaypoint(
      coordinate, altitude: altitude, timestamp: timestamp, name: name, note: note)
    mark.original = original
    return mark
  }
}
