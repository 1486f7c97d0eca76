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
  /// Whether the point has a position, even if it is no possible one. A watch writes points without a position while
  /// it is indoors or paused.
  private(set) var statesPosition = false
  private var altitude: Double?
  private var speed: Double?
  private(set) var sensors = SensorValues()

  /// Reads the text of an element in the point; false if it cannot be read.
  mutating func read(_ element: TCXElement, _ text: borrowing XMLText) -> Bool {
    switch element {
    case .time:
      time = text.time()
      return time != nil
    case .latitude: (latitude, statesPosition) = (text.number, true)
    case .longitude: (longitude, statesPosition) = (text.number, true)
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

  /// The place; `nil` if the point states no possible one.
  private var coordinate: Coordinate? { Coordinate(latitude, longitude) }

  /// Whether the point states a possible place.
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
