import LocationCore

/// The points of a `gx:Track`, which KML writes as separate lists: all times, then all positions, then the
/// values of each kind. The points at the same place in the lists belong together, in any order of the elements: some
/// programs write each position before its time.
///
/// The times have to wait for the positions. The positions have to wait for their times, and if the file announces speeds
/// or other values, for those. The positions of a line wait for the times of its placemark. A point that waits takes up to
/// about 100 bytes.
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
    values = Array(repeating: [], count: KMLArray.all.count)
  }

  /// Appends the next time; `nil` if the file leaves it out.
  mutating func append(_ time: Date?) throws(FormatProblem) {
    try check(times.count)
    times.append(time)
  }

  /// Appends the next position; `nil` if the file leaves it out. Returns the position with its time, unless
  /// it has to wait for its values.
  mutating func append(
    _ position: KMLPosition?
  ) throws(FormatProblem) -> (position: KMLPosition, time: Date?)? {
    let index = positions
    positions += 1
    guard let position else { return nil }
    if waitsForValues || index >= times.count || !points.isEmpty {
      try check(points.count)
      points.append(Point(position: position, index: index))
      return nil
    }
    return (position, time(at: index))
  }

  /// Appends the next value of a kind; `nil` if the file leaves it out.
  mutating func append(_ value: Double?, of array: KMLArray) throws(FormatProblem) {
    try check(values[array.index].count)
    values[array.index].append(value)
  }

  /// Whether a time is known.
  var isTimed: Bool { times.contains { $0 != nil } }

  /// Gives the first, or the last, of the positions that had to wait a time.
  mutating func setTime(_ time: Date?, ofLast isLast: Bool) {
    guard let point = isLast ? points.last : points.first else { return }
    times += Array(repeating: nil, count: max(0, point.index + 1 - times.count))
    times[point.index] = times[point.index] ?? time
  }

  /// The number of positions that had to wait.
  var count: Int { points.count }

  /// A position that had to wait, with its time.
  subscript(index: Int) -> (position: KMLPosition, time: Date?) {
    (points[index].position, time(at: points[index].index))
  }

  /// The values of a position that had to wait.
  func readValues(at index: Int, into fix: inout Fix) {
    let position = points[index].index
    for array in KMLArray.all {
      let list = values[array.index]
      if list.indices.contains(position) { array.field.set(list[position], of: &fix) }
    }
  }

  private func time(at index: Int) -> Date? {
    times.indices.contains(index) ? times[index] : nil
  }

  private func check(_ count: Int) throws(FormatProblem) {
    guard count < Self.most else {
      throw FormatProblem("the track has more than \(Self.most) points")
    }
  }
}

/// A number of a fix that has an array of its own in KML. The altitude is in the position.
struct KMLArray: Hashable {
  let field: FixField
  /// The index in ``all``.
  let index: Int
  /// The name of its `gx:SimpleArrayData`. My Tracks, OpenTracks and others use the first ones.
  let name: String
  /// How Google Earth names it.
  let displayName: String

  private static let table: [(field: FixField, name: String, displayName: String)] = [
    (.speed, "speed", "Speed (m/s)"), (.course, "bearing", "Course"),
    (.accuracy, "accuracy", "Accuracy (m)"),
    (.verticalAccuracy, "accuracy_vertical", "Vertical accuracy (m)"),
    (.heading, "heading", "Heading"), (.climb, "climb", "Climb (m/s)"),
    (.magneticVariation, "magvar", "Magnetic variation"),
    (.geoidSeparation, "geoidheight", "Geoid separation (m)"), (.satellites, "sat", "Satellites"),
    (.hdop, "hdop", "HDOP"), (.vdop, "vdop", "VDOP"), (.pdop, "pdop", "PDOP"),
  ]

  static let all = table.enumerated().map { index, array in
    KMLArray(field: array.field, index: index, name: array.name, displayName: array.displayName)
  }

  /// The array with a name; `nil` if there is none.
  static func named(_ name: String) -> KMLArray? {
    let aliases = ["course": "bearing", "accuracy_horizontal": "accuracy"]
    let wanted = aliases[name] ?? name
    return all.first { $0.name == wanted }
  }
}
