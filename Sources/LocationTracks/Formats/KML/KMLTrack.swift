import LocationCore

/// The points of a `gx:Track`, which KML writes as separate lists: all times, then all positions, then the
/// values of each kind. The points at the same place in the lists belong together.
///
/// The times have to wait for the positions. If the file announces speeds or other values, the positions
/// have to wait for those. A point that waits takes up to about 100 bytes.
struct KMLTrack {
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
    values = Array(repeating: [], count: FixNumber.allCases.count)
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
  mutating func append(_ value: Double?, of kind: FixNumber) throws(XMLProblem) {
    try check(values[kind.rawValue].count)
    values[kind.rawValue].append(value)
  }

  /// The number of positions that had to wait.
  var count: Int { points.count }

  /// A position that had to wait, with its time.
  subscript(index: Int) -> (position: KMLPosition, time: Date?) {
    (points[index].position, time(at: points[index].index))
  }

  /// The values of a position that had to wait.
  func readValues(at index: Int, into fix: inout Fix) {
    let place = points[index].index
    for number in FixNumber.allCases {
      let list = values[number.rawValue]
      if list.indices.contains(place) { number.set(list[place], of: &fix) }
    }
  }

  private func time(at index: Int) -> Date? {
    times.indices.contains(index) ? times[index] : nil
  }

  private func check(_ count: Int) throws(XMLProblem) {
    guard count < Self.most else { throw XMLProblem("the track has more than \(Self.most) points") }
  }
}

extension FixNumber {
  /// The numbers that have an array of their own. The altitude is in the position.
  static let inArrays = allCases.filter { $0 != .altitude }

  /// The name of its `gx:SimpleArrayData`. My Tracks, OpenTracks and others use the first ones.
  var arrayName: StaticString {
    switch self {
    case .altitude: "altitude"
    case .speed: "speed"
    case .course: "bearing"
    case .accuracy: "accuracy"
    case .verticalAccuracy: "accuracy_vertical"
    case .heading: "heading"
    case .climb: "climb"
    case .magneticVariation: "magvar"
    case .geoidSeparation: "geoidheight"
    case .satelliteCount: "sat"
    case .horizontalDilution: "hdop"
    case .verticalDilution: "vdop"
    case .positionDilution: "pdop"
    }
  }

  /// The number in an array with a name.
  init?(arrayName name: String) {
    let aliases = ["course": "bearing", "accuracy_horizontal": "accuracy"]
    let wanted = aliases[name] ?? name
    guard let number = Self.inArrays.first(where: { "\($0.arrayName)" == wanted }) else {
      return nil
    }
    self = number
  }
}
