public import LocationCore

/// How far a measured track is from a reference: a better receiver, a map, or the truth of a simulation.
///
///     let comparison = TrackComparison(of: phone, to: receiver)
///     print(comparison.horizontal?.percent95 ?? .nan, "m")
///
/// A fix is compared with the reference at its time, which is interpolated between two fixes of a segment. Nothing is
/// interpolated in gaps. Without times in both tracks only ``crossTrack`` and ``frechet`` are known.
public struct TrackComparison: Hashable, Sendable {
  /// The error of a fix with a reference.
  public struct PointError: Hashable, Sendable {
    /// The time of the fix, UTC.
    public let time: Date
    /// Meters over the WGS 84 ellipsoid from the place of the reference at this time.
    public let horizontal: Double
    /// The horizontal error that the fix states, in meters; `nil` if it states none.
    public let statedHorizontal: Double?
    /// Meters above the reference; negative below it. `nil` if the two have no altitude of the same kind.
    public let vertical: Double?
    /// Whether a gap of the measured track is before this fix.
    public let isAfterGap: Bool
  }

  /// The number of measured fixes: each one is in ``errors``, ``extra`` or ``untimed``.
  public let points: Int
  /// The number of fixes of the reference.
  public let referencePoints: Int
  /// The number of measured fixes without a time, and of those of the reference.
  public let untimed: Int, untimedReference: Int
  /// The number of measured fixes with a time at which there is no reference: in its gaps, or outside of its time.
  public let extra: Int
  /// The number of fixes of the reference at a time at which nothing was measured: in gaps of the measured track, or
  /// outside of its time.
  public let missing: Int
  /// The errors of the fixes that have a reference, in the order of time.
  public let errors: [PointError]

  /// The distances from the reference in meters.
  public let horizontal: ErrorSpread?
  /// The errors of the altitudes in meters: above mean sea level, or above the ellipsoid where one of the two has no
  /// other altitude.
  public let vertical: ErrorSpread?
  /// The errors of the speeds in m/s.
  public let speed: ErrorSpread?
  /// The errors of the courses in degrees, −180 … 180.
  public let course: ErrorSpread?
  /// The distances in meters from all measured fixes to the nearest place of the line of the reference. Times do not
  /// count.
  public let crossTrack: ErrorSpread?
  /// How different the shapes of the two tracks are.
  public let frechet: FrechetDistance?
  /// The shift of the measured times that fits best.
  public let shift: TimeShift?
  /// How many fixes are within the horizontal error that they state.
  public let statedHorizontal: StatedErrorCheck?
  /// How many fixes are within the vertical error that they state.
  public let statedVertical: StatedErrorCheck?

  /// Compares two tracks.
  ///
  /// - Parameters:
  ///   - measured: the track to judge.
  ///   - reference: what it should be.
  ///   - gap: a longer time between two fixes is a gap, in seconds; `nil` for three times the usual interval of each
  ///     track.
  public init(of measured: Track, to reference: Track, gap: Double? = nil) {
    points = measured.count
    referencePoints = reference.count
    let line = reference.segments.map { $0.map { GeocentricPoint($0.coordinate) } }
    let places = measured.segments.joined().map { GeocentricPoint($0.coordinate) }
    crossTrack = NearestLine(line).flatMap { line in ErrorSpread(places.map(line.distance)) }
    frechet = FrechetDistance(places, Array(line.joined()))

    let truth = TrackTimeline(reference, gap: gap)
    let said = TrackTimeline(measured, gap: gap, epoch: truth?.epoch)
    untimed = points - (said?.moments.count ?? 0)
    untimedReference = referencePoints - (truth?.moments.count ?? 0)
    var differences = FixDifferences()
    if let said, let truth { differences.compare(said, to: truth) }
    errors = differences.errors
    extra = (said?.moments.count ?? 0) - errors.count
    missing = truth?.moments.count { said?.covers($0.time) != true } ?? 0
    horizontal = ErrorSpread(errors.map(\.horizontal))
    vertical = ErrorSpread(errors.compactMap(\.vertical))
    speed = ErrorSpread(differences.speeds)
    course = ErrorSpread(differences.courses)
    statedHorizontal = StatedErrorCheck(differences.horizontalPairs)
    statedVertical = StatedErrorCheck(differences.verticalPairs)
    shift = said.flatMap { said in truth.flatMap { TimeShift(of: said, to: $0) } }
  }
}

/// The differences between the fixes of a track and the fixes of a reference at the same times.
private struct FixDifferences {
  var errors: [TrackComparison.PointError] = []
  var speeds: [Double] = []
  var courses: [Double] = []
  var horizontalPairs: [(error: Double, stated: Double)] = []
  var verticalPairs: [(error: Double, stated: Double)] = []

  mutating func compare(_ measured: TrackTimeline, to reference: TrackTimeline) {
    var last: Double?
    for moment in measured.moments {
      let isAfterGap = last.map { moment.time - $0 > measured.gap } ?? false
      last = moment.time
      guard let truth = reference.fix(at: moment.time) else { continue }
      let fix = measured.fix(of: moment)
      let horizontal = fix.coordinate.distance(to: truth.coordinate)
      let vertical =
        Self.difference(fix.altitude, truth.altitude)
        ?? Self.difference(fix.ellipsoidalAltitude, truth.ellipsoidalAltitude)
      errors.append(
        TrackComparison.PointError(
          time: measured.epoch.addingTimeInterval(moment.time), horizontal: horizontal,
          statedHorizontal: fix.horizontalAccuracy, vertical: vertical, isAfterGap: isAfterGap))
      if let stated = fix.horizontalAccuracy { horizontalPairs.append((horizontal, stated)) }
      if let vertical, let stated = fix.verticalAccuracy {
        verticalPairs.append((abs(vertical), stated))
      }
      if let speed = Self.difference(fix.speed, truth.speed) { speeds.append(speed) }
      if let course = Self.difference(fix.course, truth.course) {
        courses.append(course.remainder(dividingBy: 360))
      }
    }
  }

  private static func difference(_ value: Double?, _ reference: Double?) -> Double? {
    guard let value, let reference else { return nil }
    return value - reference
  }
}
