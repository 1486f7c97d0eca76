import LocationCore
import LocationSimulation
import LocationTracks
import TestSupport

/// 2025-06-01T08:00:00Z.
let morning = Date(timeIntervalSince1970: 1_748_764_800)

/// A fix at a place, some seconds after ``morning``.
func fix(
  _ latitude: Double, _ longitude: Double, at seconds: Double? = nil, altitude: Double? = nil,
  speed: Double? = nil
) throws -> Fix {
  var fix = try Fix.bare(latitude, longitude)
  fix.timestamp = seconds.map { morning.addingTimeInterval($0) }
  fix.altitude = altitude
  fix.speed = speed
  return fix
}

extension Track {
  /// The fixes of each segment.
  var fixes: [[Fix]] { segments.map { $0.map(\.fix) } }
}

/// Fixes to the east of a place, one each second, `step` meters apart.
func eastward(
  from place: Coordinate, count: Int, step: Double = 10, startingAt seconds: Double = 0
) -> [Fix] {
  (0..<count).map { index in
    var fix = Fix(
      coordinate: place.destination(bearing: 90, distance: Double(index) * step), source: .replayed)
    fix.timestamp = morning.addingTimeInterval(seconds + Double(index))
    return fix
  }
}

/// A walk without a plan: each step turns by a random angle.
func wander(
  from place: Coordinate, count: Int, step: Double, using random: inout RandomStream
) -> [Fix] {
  var fixes: [Fix] = []
  var place = place
  var bearing = random.uniform() * 360
  for second in 0..<count {
    var fix = Fix(coordinate: place, source: .replayed)
    fix.timestamp = morning.addingTimeInterval(Double(second))
    fixes.append(fix)
    bearing += (random.uniform() - 0.5) * 60
    place = place.destination(bearing: bearing, distance: step * random.uniform())
  }
  return fixes
}
