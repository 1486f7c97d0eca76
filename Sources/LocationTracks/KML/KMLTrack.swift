import LocationCore

/// The points of a `gx:Track`, which KML writes as separate lists: all times, then all positions, then the
/// values of each kind. The points at the same place in the lists belong together.
///
/// The times have to wait for the positions. If the file announces speeds or other values, the positions
/// have to wait for those. A point that waits takes up to about 100 bytes.
struct KMLTrack {
  /// A value in a `gx:SimpleArrayData` that the reader uses.
  enum Value: Int, CaseIterable {
    case speed, course, accuracy, verticalAccuracy

    /// The value of an array, by its name in the file. My Tracks, OpenTracks and others agree on these names.
    init?(_ name: String) {
      switch name {
      case "speed": self = .speed
      case "bearing", "course": self = .course
      case "accuracy", "accuracy_horizontal": self = .accuracy
      case "accuracy_vertical": self = .verticalAccuracy
      default: return nil
      }
    }

    /// Reads a value: m/s, degrees or meters. `nil` if it is malformed or out of its range.
    func read(_ text: borrowing XMLText) -> Double? {
      switch self {
      case .speed: text.number(in: 0...1e6)
      case .course: text.direction
      case .accuracy, .verticalAccuracy: text.number(in: 0...1e9)
      }
    }
  }

  private struct Point {
    let position: KMLPosition
    /// The index in the lists.
    let index: Int
  }

  /// A point a second for three weeks. The points of a longer track would take too much memory.
  private static let most = 2_000_000

  private var times: [Date?] = []
  private var points: [Point] = []
  private var values: [[Double?]]
  private var positions = 0
  private let waitsForValues: Bool

  /// - Parameter waitsForValues: whether the file announces values.
  init(waitsForValues: Bool) {
    self.waitsForValues = waitsForValues
    values = Array(repeating: [], count: Value.allCases.count)
  }

  /// Appends the next time; `nil` if the file leaves it out.
  mutating func append(_ time: Date?) throws(XMLProblem) {
    try check(times.count)
    times.append(time)
  }

  /// Appends the next position; `nil` if the file leaves it out. Returns the position with its time, unless
  /// it has to wait for its values.
  mutating func append(
    _ position: KMLPosition?
  ) throws(XMLProblem) -> (position: KMLPosition, time: Date?)? {
    let index = positions
    positions += 1
    guard let position else { return nil }
    if waitsForValues {
      try check(points.count)
      points.append(Point(position: position, index: index))
      return nil
    }
    return (position, time(at: index))
  }

  /// Appends the next value of a kind; `nil` if the file leaves it out.
  mutating func append(_ value: Double?, of kind: Value) throws(XMLProblem) {
    try check(values[kind.rawValue].count)
    values[kind.rawValue].append(value)
  }

  /// The number of positions that had to wait.
  var count: Int { points.count }

  /// A position that had to wait, with its time.
  subscript(index: Int) -> (position: KMLPosition, time: Date?) {
    (points[index].position, time(at: points[index].index))
  }

  /// A value of a position that had to wait.
  func value(_ kind: Value, at index: Int) -> Double? {
    let list = values[kind.rawValue]
    let place = points[index].index
    return list.indices.contains(place) ? list[place] : nil
  }

  private func time(at index: Int) -> Date? {
    times.indices.contains(index) ? times[index] : nil
  }

  private func check(_ count: Int) throws(XMLProblem) {
    guard count < Self.most else { throw XMLProblem("the track has more than \(Self.most) points") }
  }
}
