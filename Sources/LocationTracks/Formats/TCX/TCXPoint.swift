import LocationCore
import LocationReplay

/// A `Trackpoint` or a `CoursePoint` of a TCX file, while its elements are read.
///
/// A value that is malformed or out of its range counts as not reported.
struct TCXPoint {
  private(set) var time: Date?
  private(set) var name: String?
  private var latitude: Double?
  private var longitude: Double?
  private var altitude: Double?
  private var speed: Double?
  private(set) var sensors = SensorValues()

  /// Reads the text of an element in the point; false if it cannot be read.
  mutating func read(_ element: TCXElement, _ text: borrowing XMLText) throws(FormatProblem) -> Bool
  {
    switch element {
    case .time:
      time = text.time()
      return time != nil
    case .latitude: latitude = try Self.angle(text, in: -90...90)
    case .longitude: longitude = try Self.angle(text, in: -180...180)
    case .altitude:
      altitude = text.number
      return altitude != nil
    case .speed:
      speed = text.number(in: 0...1e6)
      return speed != nil
    case .name: name = text.words
    default: return element.sensor?.set(text.number, of: &sensors) ?? true
    }
    return true
  }

  private static func angle(
    _ text: borrowing XMLText, in range: ClosedRange<Double>
  ) throws(FormatProblem) -> Double {
    guard let angle = text.number(in: range) else {
      let limit = Int(range.upperBound)
      throw FormatProblem(
        "expected degrees from -\(limit) to \(limit), not \"\(text.string.prefix(100))\"")
    }
    return angle
  }

  /// The place; `nil` if the point states none. A watch writes such points while it is indoors or paused.
  private var coordinate: Coordinate? {
    guard let latitude, let longitude else { return nil }
    return try? Coordinate(latitude: latitude, longitude: longitude)
  }

  /// Whether the point states a place.
  var hasPlace: Bool { coordinate != nil }

  /// The fix of a `Trackpoint`; `nil` if it has no place.
  func fix(from source: FixSource) -> Fix? {
    guard let coordinate else { return nil }
    var fix = Fix(coordinate: coordinate, source: source)
    fix.timestamp = time
    fix.altitude = altitude
    fix.speed = speed
    return fix
  }

  /// The mark at the end of a lap whose last `Trackpoint` this is; `nil` if it has no place.
  func endOfLap(_ number: Int) -> TrackWaypoint? {
    coordinate.map {
      TrackWaypoint(endOfLap: number, $0, altitude: altitude, timestamp: time)
    }
  }

  /// The mark of a `CoursePoint`; `nil` if it has no place.
  var mark: TrackWaypoint? {
    coordinate.map { TrackWaypoint($0, altitude: altitude, timestamp: time, name: name) }
  }
}
