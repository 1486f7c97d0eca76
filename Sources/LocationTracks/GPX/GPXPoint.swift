import LocationCore
import LocationReplay
import LocationText

/// A point of a GPX file: a `trkpt`, `rtept` or `wpt`, while its elements are read.
///
/// A value that is malformed or out of its range counts as not reported.
struct GPXPoint {
  let element: GPXElement
  private var fix: Fix
  private(set) var name: String?
  private var note: String?
  private var hasFix = true
  private var hasMode = false

  /// Begins a point at its coordinate.
  init(_ element: GPXElement, _ attributes: XMLAttributes, source: FixSource) throws(XMLProblem) {
    guard let north = attributes.number("lat"), let east = attributes.number("lon"),
      let coordinate = try? Coordinate(latitude: north, longitude: east)
    else {
      let (latitude, longitude) = (attributes["lat"] ?? "", attributes["lon"] ?? "")
      throw XMLProblem(
        "expected lat and lon in degrees, not lat \"\(latitude)\", lon \"\(longitude)\"")
    }
    self.element = element
    fix = Fix(coordinate: coordinate, source: source)
  }

  /// Reads the text of an element in the point.
  mutating func read(_ element: GPXElement, _ text: XMLText) {
    switch element {
    case .ele: fix.altitude = text.number
    // GPX says that all its times are UTC.
    case .time: fix.timestamp = text.time(assumesUTC: true)
    case .magvar:
      fix.magneticVariation = text.number(in: 0...360).map { $0 > 180 ? $0 - 360 : $0 }
    case .geoidheight: fix.geoidSeparation = text.number
    case .name: name = text.words
    case .desc: note = text.words
    case .fix: read(fix: text.string.trimmingXMLSpace)
    case .sat: fix.satellitesUsed = text.integer(in: 0...Int.max)
    case .hdop: fix.dilution.horizontal = text.number(in: 0...1e6)
    case .vdop: fix.dilution.vertical = text.number(in: 0...1e6)
    case .pdop: fix.dilution.position = text.number(in: 0...1e6)
    case .ageofdgpsdata: fix.differentialAge = text.number(in: 0...1e9)
    case .dgpsid: fix.differentialStation = text.integer(in: 0...1023)
    case .course: fix.course = text.direction
    case .speed: fix.speed = text.number(in: 0...1e6)
    default: break
    }
  }

  /// Reads the text of an element in an extension. Speeds are in m/s. A value in an element of GPX 1.0
  /// has precedence.
  mutating func readExtension(_ element: GPXElement, _ text: XMLText) {
    switch element {
    case .speed: fix.speed = fix.speed ?? text.number(in: 0...1e6)
    case .course: fix.course = fix.course ?? text.direction
    case .bearing: fix.course = fix.course ?? text.direction
    case .heading: fix.heading = text.direction
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

  /// The update of a track point.
  ///
  /// - Parameter isSimulated: whether the track says that a simulator made it.
  func update(isSimulated: Bool) -> LocationUpdate {
    guard hasFix else {
      return .fixLost(FixLoss(reason: .noFix, timestamp: fix.timestamp, source: fix.source))
    }
    var fix = fix
    if !hasMode { fix.mode = fix.altitude == nil ? .twoD : .threeD }
    if isSimulated { fix.status = .simulated }
    if let altitude = fix.altitude, let geoid = fix.geoidSeparation {
      fix.ellipsoidalAltitude = altitude + geoid
    }
    return .fix(fix)
  }

  /// The mark of a waypoint or a route point.
  var mark: TrackMark {
    TrackMark(
      fix.coordinate, altitude: fix.altitude, timestamp: fix.timestamp, name: name, note: note)
  }
}
