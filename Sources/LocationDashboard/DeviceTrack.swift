package import LocationCore

/// The way of a device in a bounded number of points.
///
/// Points are at least ``step`` or ``interval`` apart. ``thin()`` leaves out every second point and doubles
/// both, so the whole way stays, in less detail.
package struct DeviceTrack: Sendable {
  /// A point of the way.
  package struct Point: Sendable {
    package var coordinate: Coordinate
    /// Seconds since 1970, by the receiver's clock if it gave the time.
    package var time: Double
    /// Meters above mean sea level.
    package var altitude: Double?
    /// Meters a second.
    package var speed: Double?
    /// Whether no line leads here from the point before.
    package var startsSegment: Bool
  }

  package private(set) var points: [Point] = []
  /// In meters.
  private var step = 1.0
  /// In seconds.
  private var interval = 5.0
  private var isInterrupted = true

  package init() {}

  /// Adds the place of a fix, unless it is near the last point.
  ///
  /// - Parameter now: the time of a fix without a timestamp.
  package mutating func add(_ fix: Fix, now: Date) {
    let time = (fix.timestamp ?? now).timeIntervalSince1970
    if !isInterrupted, let last = points.last,
      last.coordinate.distance(to: fix.coordinate) < step,
      (0..<interval).contains(time - last.time)
    {
      return
    }
    points.append(
      Point(
        coordinate: fix.coordinate, time: time, altitude: fix.altitude, speed: fix.speed,
        startsSegment: isInterrupted))
    isInterrupted = false
  }

  /// The next point has no line from the last one.
  package mutating func interrupt() { isInterrupted = true }

  /// Halves the number of points.
  package mutating func thin() {
    var kept: [Point] = []
    kept.reserveCapacity(points.count / 2 + 1)
    var startsSegment = false
    // The last point is kept in any case, because the device is there.
    let parity = (points.count - 1) % 2
    for (index, point) in points.enumerated() {
      startsSegment = startsSegment || point.startsSegment
      guard index % 2 == parity else { continue }
      var point = point
      point.startsSegment = startsSegment
      startsSegment = false
      kept.append(point)
    }
    points = kept
    step *= 2
    interval *= 2
  }
}
