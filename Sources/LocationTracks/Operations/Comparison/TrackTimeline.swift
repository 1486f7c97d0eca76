import LocationCore

/// The fixes of a track in the order of their times, for looking up where the receiver was at a time.
struct TrackTimeline {
  /// Files round times to milliseconds. Times that are as near as that are the same.
  private static let timeTolerance = 0.000_5
  /// A time between two fixes that is so much longer than usual is a gap.
  private static let usualIntervals = 3.0

  /// A fix of the track, and when it was.
  struct Moment {
    /// Seconds since ``TrackTimeline/epoch``.
    let time: Double
    let segment: Int
    let index: Int
  }

  /// Seconds count from here: differences of dates lose less precision than large numbers.
  let epoch: Date
  let moments: [Moment]
  /// A longer time between two fixes is a gap, in seconds.
  let gap: Double
  private let segments: [[TrackPoint]]

  /// Orders a track; `nil` if no fix has a time.
  ///
  /// - Parameters:
  ///   - gap: a longer time between two fixes is a gap, in seconds; `nil` for three times the usual interval.
  ///   - epoch: seconds count from here; `nil` for the first fix.
  init?(_ track: Track, gap: Double?, epoch: Date? = nil) {
    var moments: [Moment] = []
    var first = epoch
    for (segment, points) in track.segments.enumerated() {
      for (index, point) in points.enumerated() {
        guard let time = point.timestamp else { continue }
        let start = first ?? time
        first = start
        moments.append(
          Moment(time: time.timeIntervalSince(start), segment: segment, index: index))
      }
    }
    guard let first, !moments.isEmpty else { return nil }
    moments.sort { one, other in
      (one.time, one.segment, one.index) < (other.time, other.segment, other.index)
    }
    var intervals = MedianEstimate()
    for (one, next) in zip(moments, moments.dropFirst()) where one.segment == next.segment {
      intervals.add(next.time - one.time)
    }
    self.epoch = first
    self.moments = moments
    self.gap = gap ?? intervals.value.map { $0 * Self.usualIntervals } ?? 0
    segments = track.segments
  }

  func fix(of moment: Moment) -> Fix { segments[moment.segment][moment.index].fix }

  /// Where a time lies.
  enum Position {
    /// At a fix.
    case at(Int)
    /// After a fix and before the next one, which is not a gap; with its share of the time between them.
    case between(Int, share: Double)
    /// In a gap. The fix before it is known.
    case inGap(Int)
    /// Before the first fix, or after the last one.
    case outside
  }

  func position(of time: Double) -> Position {
    // The last moment that is not later than the time.
    var (low, high) = (-1, moments.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if moments[middle].time <= time + Self.timeTolerance {
        low = middle
      } else {
        high = middle - 1
      }
    }
    guard low >= 0 else { return .outside }
    let from = moments[low]
    if time - from.time <= Self.timeTolerance { return .at(low) }
    guard low + 1 < moments.count else { return .outside }
    let to = moments[low + 1]
    let span = to.time - from.time
    return span <= gap ? .between(low, share: (time - from.time) / span) : .inGap(low)
  }

  /// Whether there are fixes at or around a time.
  func covers(_ time: Double) -> Bool {
    switch position(of: time) {
    case .at, .between: true
    case .inGap, .outside: false
    }
  }

  /// The fix at a time, interpolated on the geodesic between two fixes; `nil` in gaps, between segments, and outside of
  /// the time of the track.
  func fix(at time: Double) -> Fix? {
    switch position(of: time) {
    case .at(let index): return fix(of: moments[index])
    case .between(let index, let share):
      let (from, to) = (moments[index], moments[index + 1])
      guard from.segment == to.segment else { return nil }
      let (one, other) = (fix(of: from), fix(of: to))
      var fix = one.interpolated(to: other, share: share)
      if let start = one.speed, let end = other.speed { fix.speed = start + (end - start) * share }
      if let start = one.course, let end = other.course {
        let course = start + (end - start).remainder(dividingBy: 360) * share
        fix.course = course < 0 ? course + 360 : course >= 360 ? course - 360 : course
      }
      return fix
    case .inGap, .outside: return nil
    }
  }
}
