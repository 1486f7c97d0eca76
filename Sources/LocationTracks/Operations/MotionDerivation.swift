public import LocationCore
public import LocationReplay

/// Computes the speeds and courses that fixes of a track do not state, fix by fix.
///
///     var derivation = MotionDerivation()
///     let complete = items.map { derivation.complete($0) }
///
/// The speed is the average since the fix before. The course is the direction in which the shortest line
/// from that fix arrives. Only fixes of the same receiver are compared. `Fix.derived` names the computed values. A value
/// that a fix states is never replaced.
///
/// A fix gets nothing if
/// - it is the first one of a track or a segment, or the first one after a lost fix,
/// - one of the two fixes has no time, or the later one is not later,
/// - more than ``longestGap`` is between them.
///
/// A stationary receiver seems to move in random directions. So a fix gets a course only if it is at least
/// 1 m away from the fix before, and the average speed is at least 0.5 m/s.
///
/// Waypoints and routes have no motion, and are unchanged.
public struct MotionDerivation: Hashable, Sendable {
  /// Seconds. Nothing is derived over a longer time without a fix.
  public static let longestGap = 60.0
  /// Meters. Nearer fixes have no derived course.
  private static let leastDistance = 1.0
  /// Meters per second. Slower receivers have no derived course.
  private static let leastSpeed = 0.5

  private struct Moment: Hashable {
    let place: Coordinate
    let timestamp: Date?
    let timeOfDay: Double?
  }

  /// The fix before of each receiver, except at the start of a segment.
  private var last: [String?: Moment] = [:]

  /// Begins a track.
  public init() {}

  /// Returns the next item of a track, with the values that can be derived.
  public mutating func complete(_ item: TrackItem) -> TrackItem {
    switch item.content {
    case .update(.fix(let known)):
      var fix = known
      complete(&fix)
      if fix == known { return item }
      var item = item
      item.content = .update(.fix(fix))
      item.original = nil
      return item
    case .update(.fixLost(let loss)): interrupt(loss.source.device)
    case .trackStart, .segmentStart: interrupt()
    case .update(.sky), .update(.authorization), .waypoint, .routeStart, .routePoint, nil: break
    }
    return item
  }

  /// Adds the values that can be derived to the next fix of a track.
  public mutating func complete(_ fix: inout Fix) {
    let moment = Moment(
      place: fix.coordinate, timestamp: fix.timestamp, timeOfDay: fix.timeOfDay)
    defer { last[fix.source.device] = moment }
    guard fix.speed == nil || fix.course == nil, let last = last[fix.source.device],
      let seconds = Self.seconds(from: last, to: moment), seconds > 0, seconds <= Self.longestGap
    else { return }
    let meters = last.place.distance(to: moment.place)
    var derived = fix.derived ?? []
    if fix.speed == nil {
      fix.speed = meters / seconds
      derived.insert(.speed)
    }
    if fix.course == nil, meters >= Self.leastDistance, meters / seconds >= Self.leastSpeed,
      let back = moment.place.bearing(to: last.place)
    {
      fix.course = back < 180 ? back + 180 : back - 180
      derived.insert(.course)
    }
    fix.derived = derived.isEmpty ? nil : derived
  }

  /// Begins a segment: the track was interrupted before the next fix.
  ///
  /// - Parameter device: the receiver that lost its fix; `nil` for all.
  public mutating func interrupt(_ device: String? = nil) {
    if let device { last[device] = nil } else { last.removeAll() }
  }

  /// The time between two fixes; `nil` if one of them has none. A time of day that is twelve hours or more
  /// before the last one belongs to the next day.
  private static func seconds(from start: Moment, to end: Moment) -> Double? {
    if let start = start.timestamp, let end = end.timestamp {
      return end.timeIntervalSince(start)
    }
    guard start.timestamp == nil, end.timestamp == nil, let start = start.timeOfDay,
      let end = end.timeOfDay
    else { return nil }
    return end <= start - 43_200 ? end - start + 86_400 : end - start
  }
}

extension Track {
  /// The same track with the speeds and courses that its fixes do not state; see ``MotionDerivation``.
  public func derivingMotion() -> Track {
    mapSegments { segment in
      var derivation = MotionDerivation()
      return [
        segment.map { point in
          var fix = point.fix
          derivation.complete(&fix)
          if fix == point.fix { return point }
          return TrackPoint(fix, name: point.name, sensors: point.sensors)
        }
      ]
    }
  }
}
