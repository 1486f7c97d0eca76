import LocationCore

/// Why a track cannot be resampled.
public enum TrackResamplingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The result would have more than a million fixes.
  case tooManyPoints

  /// The reason and the limit.
  public var description: String {
    "the result would have more than \(Track.maximumResampledCount) points"
  }
}

extension Track {
  /// The largest number of fixes that resampling makes.
  static let maximumResampledCount = 1_000_000

  /// Fixes at regular times: at the first time of each segment, and after each further interval.
  ///
  /// A fix between two recorded fixes is on the geodesic between them, in proportion to the time. Its altitudes
  /// are interpolated too; values that cannot be interpolated, such as speed and course, are `nil`. Nothing is
  /// interpolated between two segments. Fixes without a time, and fixes that are earlier than the fix before
  /// them, are left out.
  ///
  /// - Parameter interval: the time between two fixes, longer than zero.
  /// - Throws: an error if the result would be too large.
  public func resampled(every interval: Duration) throws(TrackResamplingError) -> Track {
    precondition(interval > .zero, "an interval is longer than 0 s, not \(interval)")
    return try resampled(by: interval / .seconds(1)) { fixes in
      var timed: [(fix: Fix, position: Double)] = []
      for fix in fixes {
        guard let time = fix.timestamp else { continue }
        let position = time.timeIntervalSince(timed.first?.fix.timestamp ?? time)
        if let last = timed.last, position <= last.position { continue }
        timed.append((fix, position))
      }
      return timed
    }
  }

  /// Fixes at regular distances along the track, and the last fix of each segment.
  ///
  /// Between two recorded fixes the times are interpolated too. Everything else is as in
  /// ``resampled(every:)``.
  ///
  /// - Parameter meters: the distance over the ellipsoid, greater than 0.
  /// - Throws: an error if the result would be too large.
  public func resampled(spacing meters: Double) throws(TrackResamplingError) -> Track {
    precondition(meters > 0, "a distance is longer than 0 m, not \(meters) m")
    return try resampled(by: meters, keepsLast: true) { fixes in
      var along: [(fix: Fix, position: Double)] = []
      for fix in fixes {
        guard let last = along.last else {
          along.append((fix, 0))
          continue
        }
        let step = last.fix.coordinate.distance(to: fix.coordinate)
        if step > 0 { along.append((fix, last.position + step)) }
      }
      return along
    }
  }

  /// Interpolates at multiples of a step.
  ///
  /// - Parameter measure: returns fixes of a segment with their positions, which increase from 0.
  private func resampled(
    by step: Double, keepsLast: Bool = false,
    _ measure: ([Fix]) -> [(fix: Fix, position: Double)]
  ) throws(TrackResamplingError) -> Track {
    var result = Track(title: title)
    var total = 0.0
    for segment in segments {
      let measured = measure(segment.map(\.fix))
      guard let first = measured.first, let last = measured.last else { continue }
      let steps = (last.position / step).rounded(.down)
      total += steps + 2
      guard total <= Double(Self.maximumResampledCount) else { throw .tooManyPoints }
      var fixes: [Fix] = []
      var index = 0
      for number in 0...Int(steps) {
        let position = Double(number) * step
        while index + 1 < measured.count, measured[index + 1].position <= position { index += 1 }
        let (from, start) = measured[index]
        guard position > start, index + 1 < measured.count else {
          fixes.append(from.sample)
          continue
        }
        let (to, end) = measured[index + 1]
        fixes.append(from.interpolated(to: to, share: (position - start) / (end - start)))
      }
      if keepsLast, steps * step < last.position { fixes.append(last.fix.sample) }
      if fixes.isEmpty { fixes = [first.fix.sample] }
      result.segments.append(fixes.map { TrackPoint($0) })
    }
    return result
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
