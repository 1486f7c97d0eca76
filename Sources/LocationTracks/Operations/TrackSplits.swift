public import LocationCore

/// Divides a track into parts of the same length, and finds its best efforts.
///
/// Times are interpolated where a part begins and ends between two fixes. Nothing is counted between the end of a segment and
/// the start of the next one: a part goes on there, and a best effort does not.
public struct TrackSplits: Hashable, Sendable {
  /// A part of the track.
  public struct Split: Hashable, Sendable {
    /// Its length in meters. The last one may be shorter than the others.
    public fileprivate(set) var distance = 0.0
    /// The seconds in segments, pauses included; `nil` without times.
    public fileprivate(set) var duration: Double?
    /// The seconds of it in which the receiver was moving; see ``TrackStatistics/movingTime``.
    public fileprivate(set) var movingTime: Double?
    /// Meters up and meters down; see ``TrackStatistics/ascent``. `nil` without altitudes.
    public fileprivate(set) var ascent: Double?, descent: Double?

    /// Meters per second, pauses included.
    public var averageSpeed: Double? { duration.flatMap { $0 > 0 ? distance / $0 : nil } }
  }

  /// The shortest time for a distance, without an interruption of the track.
  public struct Effort: Hashable, Sendable {
    /// Meters: one of ``TrackSplits/distances``.
    public let distance: Double
    /// Seconds, pauses included.
    public fileprivate(set) var duration: Double
    /// When it began, UTC.
    public fileprivate(set) var start: Date

    /// Meters per second.
    public var averageSpeed: Double { distance / duration }
  }

  /// The distances of best efforts in meters: 400 m, 1 km, a mile, 5 km, 10 km, a half marathon and a marathon.
  public static let distances = [400, 1000, 1609.344, 5000, 10_000, 21_097.5, 42_195.0]

  /// The length of a part in meters.
  public let length: Double
  /// The complete parts.
  private var complete: [Split] = []
  /// The part that is not complete.
  private var open = Split()
  /// The climbs of the track where `open` began.
  private var climbs = Climbs(up: 0, down: 0)
  private var best: [Double: Effort] = [:]
  private var way = RecentWay()

  /// - Parameter length: the length of a part in meters, more than zero.
  init(length: Double) { self.length = length }

  /// The parts, in their order; the last one may be shorter.
  public var splits: [Split] { open.distance > 0 ? complete + [open] : complete }

  /// The best efforts over the distances that fit into the track.
  public var bestEfforts: [Effort] { Self.distances.compactMap { best[$0] } }

  mutating func beginSegment() { way = RecentWay() }

  /// A step of the track from one fix to the next.
  struct Step {
    let meters: Double
    /// The times of the two fixes, if the second one is later.
    let times: (from: Date, to: Date)?
    let isMoving: Bool
    /// The climbs since the start of the track; `nil` without altitudes.
    let climbs: Climbs?
  }

  /// Meters up and down.
  struct Climbs: Hashable {
    let up: Double
    let down: Double
  }

  mutating func add(_ step: Step) {
    divide(step)
    guard let times = step.times else { return beginSegment() }
    if way.isEmpty { way.add(0, at: times.from) }
    way.add(step.meters, at: times.to)
    for distance in Self.distances {
      guard let start = way.start(of: distance) else { break }
      let seconds = times.to.timeIntervalSince(start)
      if seconds < best[distance]?.duration ?? .infinity {
        best[distance] = Effort(distance: distance, duration: seconds, start: start)
      }
    }
    way.drop(before: Self.distances.last ?? 0)
  }

  private mutating func divide(_ step: Step) {
    let seconds = step.times.map { $0.to.timeIntervalSince($0.from) }
    var left = step.meters
    while open.distance + left >= length {
      let part = length - open.distance
      grow(by: part, of: step, seconds)
      left -= part
      complete.append(open)
      open = Split()
      climbs = step.climbs ?? climbs
    }
    grow(by: left, of: step, seconds)
  }

  private mutating func grow(by meters: Double, of step: Step, _ seconds: Double?) {
    open.distance += meters
    if let seconds {
      // A step without a length belongs to the part in which it is.
      let time = step.meters > 0 ? seconds * meters / step.meters : seconds
      open.duration = (open.duration ?? 0) + time
      open.movingTime = (open.movingTime ?? 0) + (step.isMoving ? time : 0)
    }
    if let now = step.climbs {
      open.ascent = now.up - climbs.up
      open.descent = now.down - climbs.down
    }
  }
}

/// The last part of a segment: when the receiver was how far.
private struct RecentWay: Hashable, Sendable {
  private struct Mark: Hashable {
    let meters: Double
    let time: Date
  }

  /// The least distance between two marks but one, which bounds their number.
  private static let resolution = 1.0

  private var marks: [Mark] = []
  /// The marks before this one are not needed any more.
  private var first = 0
  /// For each distance that was asked for, the mark before its start.
  private var starts: [Double: Int] = [:]

  var isEmpty: Bool { marks.isEmpty }

  mutating func add(_ meters: Double, at time: Date) {
    let end = (marks.last?.meters ?? 0) + meters
    // A receiver that stays at a place adds no marks.
    if marks.count - first >= 2, end - marks[marks.count - 2].meters < Self.resolution {
      marks.removeLast()
    }
    marks.append(Mark(meters: end, time: time))
  }

  /// When the last `distance` meters began; `nil` if the way is shorter.
  mutating func start(of distance: Double) -> Date? {
    guard let last = marks.last, let begin = marks[first...].first,
      last.meters - begin.meters >= distance
    else { return nil }
    let wanted = last.meters - distance
    var index = max(first, starts[distance] ?? first)
    while index + 1 < marks.count, marks[index + 1].meters <= wanted { index += 1 }
    starts[distance] = index
    let (from, to) = (marks[index], marks[min(index + 1, marks.count - 1)])
    guard to.meters > from.meters else { return from.time }
    let share = (wanted - from.meters) / (to.meters - from.meters)
    return from.time.addingTimeInterval(share * to.time.timeIntervalSince(from.time))
  }

  /// Forgets what is further back than `distance` meters.
  mutating func drop(before distance: Double) {
    guard let last = marks.last else { return }
    while first + 1 < marks.count, marks[first + 1].meters < last.meters - distance { first += 1 }
    guard first > 4096 else { return }
    marks.removeSubrange(..<first)
    for (distance, index) in starts { starts[distance] = max(0, index - first) }
    first = 0
  }
}
