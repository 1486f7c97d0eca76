import LocationCore
public import LocationReplay

/// The items of a file with tracks, one after another.
public protocol TrackFileItems {
  /// Gives the items to a closure, for a ``TrackWriter``.
  func forEachItem<Failure>(_ body: (TrackItem) throws(Failure) -> Void) throws(Failure)
}

extension TrackCollection: TrackFileItems {}

/// Tracks with fixes at regular times or distances, which are made one after another: their number does not change the
/// memory.
///
///     let regular = ResampledTracks(walk, every: .seconds(10))
///     regular.forEachItem { writer.write($0) }
///
/// A fix between two recorded fixes is on the geodesic between them, in proportion to the time or the distance. Its
/// altitudes and its time are interpolated too; values that cannot be interpolated, such as speed and course, are `nil`.
/// Nothing is interpolated between two segments, or where the time jumps by more than a limit, back or ahead: one wrong
/// date would fill years with fixes. There a segment begins. Waypoints and routes are unchanged.
public struct ResampledTracks: TrackFileItems, Sendable {
  /// A longer time between two fixes is a gap by default. A parked car, or a phone at night, is silent for hours.
  public static let longestGap = Duration.seconds(86_400)

  /// A recorded fix, and where it is: seconds or meters since the start of its segment.
  private typealias Station = (fix: Fix, position: Double)

  /// Whether ``MotionDerivation`` adds speeds and courses.
  public var derivesMotion = false
  /// How often the time jumped in a segment by more than the limit.
  public private(set) var gaps = 0
  /// The number of fixes without a time, and of those not later than the fix before. They have no place between times.
  public private(set) var untimed = 0, earlier = 0

  /// Waypoints and routes.
  private let marks: TrackCollection
  private var tracks: [(title: TrackTitle, segments: [[Station]])] = []
  /// Seconds or meters between two fixes.
  private let step: Double
  /// Whether the last fix of a segment is made in any case.
  private let keepsLast: Bool

  /// Fixes at regular times: at the first time of each segment, and after each further interval. Fixes without a time
  /// are left out, and fixes that are earlier than the fix before them.
  ///
  /// - Parameters:
  ///   - tracks: the recorded fixes.
  ///   - interval: the time between two fixes, longer than zero.
  ///   - longestGap: nothing is interpolated over a longer time.
  public init(
    _ tracks: TrackCollection, every interval: Duration, longestGap: Duration = longestGap
  ) {
    precondition(interval > .zero, "an interval is longer than 0 s, not \(interval)")
    self.init(tracks, step: interval / .seconds(1), keepsLast: false)
    measure(tracks, longestGap) { result, stations, fix in
      guard let time = fix.timestamp else {
        result.untimed += 1
        return nil
      }
      let seconds = stations.first?.fix.timestamp.map { time.timeIntervalSince($0) } ?? 0
      if let last = stations.last, seconds <= last.position { result.earlier += 1 }
      return seconds
    }
  }

  /// Fixes at regular distances along the track, and the last fix of each segment.
  ///
  /// - Parameters:
  ///   - tracks: the recorded fixes.
  ///   - meters: the distance over the ellipsoid, greater than 0.
  ///   - longestGap: nothing is interpolated over a longer time.
  public init(
    _ tracks: TrackCollection, spacing meters: Double, longestGap: Duration = longestGap
  ) {
    precondition(meters > 0, "a distance is longer than 0 m, not \(meters) m")
    self.init(tracks, step: meters, keepsLast: true)
    measure(tracks, longestGap) { _, stations, fix in
      stations.last.map { $0.position + $0.fix.coordinate.distance(to: fix.coordinate) } ?? 0
    }
  }

  private init(_ tracks: TrackCollection, step: Double, keepsLast: Bool) {
    marks = TrackCollection(waypoints: tracks.waypoints, routes: tracks.routes)
    (self.step, self.keepsLast) = (step, keepsLast)
  }

  /// Finds where the fixes are.
  ///
  /// - Parameter position: returns where the next fix of a segment is; `nil`, or no later position, leaves it out.
  private mutating func measure(
    _ tracks: TrackCollection, _ longestGap: Duration,
    _ position: (inout Self, [Station], Fix) -> Double?
  ) {
    let longestGap = longestGap / .seconds(1)
    for track in tracks.tracks {
      var segments: [[Station]] = []
      for segment in track.segments {
        var stations: [Station] = []
        var before: Date?
        for fix in segment.lazy.map(\.fix) {
          if let time = fix.timestamp {
            if let before, abs(time.timeIntervalSince(before)) > longestGap {
              gaps += 1
              segments.append(stations)
              stations = []
            }
            before = time
          }
          guard let place = position(&self, stations, fix) else { continue }
          if let last = stations.last, place <= last.position { continue }
          stations.append((fix, place))
        }
        if !stations.isEmpty { segments.append(stations) }
      }
      if !segments.isEmpty { self.tracks.append((track.title, segments)) }
    }
  }

  /// Whether there is no fix, no waypoint and no route.
  public var isEmpty: Bool { tracks.isEmpty && marks.isEmpty }

  /// The items of a file with these tracks: waypoints, routes, then tracks.
  public func forEachItem<Failure>(
    _ body: (TrackItem) throws(Failure) -> Void
  ) throws(Failure) {
    try marks.forEachItem(body)
    for track in tracks {
      try body(TrackItem(.trackStart(track.title)))
      for (number, stations) in track.segments.enumerated() {
        if number > 0 { try body(TrackItem(.segmentStart)) }
        var derivation = MotionDerivation()
        try forEachFix(along: stations) { fix throws(Failure) in
          var fix = fix
          if derivesMotion { derivation.complete(&fix) }
          try body(TrackItem(.update(.fix(fix))))
        }
      }
    }
  }

  /// Interpolates at multiples of the step.
  private func forEachFix<Failure>(
    along stations: [Station], _ body: (Fix) throws(Failure) -> Void
  ) throws(Failure) {
    var number = 0.0
    for ((from, start), (to, end)) in zip(stations, stations.dropFirst()) {
      while number * step < end {
        let share = (number * step - start) / (end - start)
        try body(share > 0 ? from.interpolated(to: to, share: share) : from.sample)
        number += 1
      }
    }
    if let last = stations.last, keepsLast || number * step <= last.position {
      try body(last.fix.sample)
    }
  }
}

extension Fix {
  /// The place, the time and the altitudes, and nothing else.
  fileprivate var sample: Fix {
    var fix = placeOnly
    fix.timestamp = timestamp
    return fix
  }

  /// The fix between this one and a later one.
  ///
  /// - Parameter share: the share of the way, 0 … 1.
  func interpolated(to end: Fix, share: Double) -> Fix {
    func between(_ one: Double?, _ other: Double?) -> Double? {
      guard let one, let other else { return nil }
      return one + (other - one) * share
    }
    var place = coordinate
    if let bearing = coordinate.bearing(to: end.coordinate) {
      place = coordinate.destination(
        bearing: bearing, distance: share * coordinate.distance(to: end.coordinate))
    }
    var fix = Fix(coordinate: place, mode: mode == end.mode ? mode : nil, source: source)
    fix.altitude = between(altitude, end.altitude)
    fix.ellipsoidalAltitude = between(ellipsoidalAltitude, end.ellipsoidalAltitude)
    fix.geoidSeparation = between(geoidSeparation, end.geoidSeparation)
    fix.pressureAltitude = between(pressureAltitude, end.pressureAltitude)
    if let timestamp, let later = end.timestamp {
      fix.timestamp = timestamp.addingTimeInterval(share * later.timeIntervalSince(timestamp))
    }
    return fix
  }
}
