package import LocationCore
internal import LocationText

/// The way of a device in a bounded number of points.
///
/// Points are at least ``step`` or ``interval`` apart. ``thin()`` leaves out every second point and doubles
/// both, so the whole way stays, in less detail.
package struct DeviceTrack: Sendable {
  /// A point of the way. It takes 32 bytes (measured), so a million of them take 32 MB, and at most twice that while
  /// they become more.
  package struct Point: Sendable {
    /// Seconds since 1970, by the receiver's clock if it gave the time.
    package let time: Double
    /// In 10⁻⁷ degrees, a centimeter.
    private let latitude, longitude: Int32
    /// NaN if there is none.
    private let storedAltitude, storedSpeed: Float
    /// Whether no line leads here from the point before.
    package fileprivate(set) var startsSegment: Bool

    private static let unit = 1e7

    init(_ fix: Fix, time: Double, startsSegment: Bool) {
      self.time = time
      latitude = Int32((fix.coordinate.latitude * Self.unit).rounded())
      longitude = Int32((fix.coordinate.longitude * Self.unit).rounded())
      storedAltitude = fix.altitude.map(Float.init) ?? .nan
      storedSpeed = fix.speed.map(Float.init) ?? .nan
      self.startsSegment = startsSegment
    }

    package var coordinate: Coordinate {
      Coordinate(unchecked: Double(latitude) / Self.unit, Double(longitude) / Self.unit)
    }

    /// Meters above mean sea level.
    package var altitude: Double? { Self.value(storedAltitude) }

    /// Meters a second.
    package var speed: Double? { Self.value(storedSpeed) }

    private static func value(_ stored: Float) -> Double? { stored.isNaN ? nil : Double(stored) }
  }

  /// The greatest number of points. One more halves it.
  package static let pointLimit = 8_000

  package private(set) var points: [Point] = []
  /// In meters.
  private var step = 1.0
  /// In seconds.
  private var interval = 5.0
  private var isInterrupted = true
  /// The point of the fix that was added last, even if it was too near to be kept.
  package private(set) var latest: Point?

  package init() {}

  /// Adds the place of a fix, unless it is near the last point. No line leads back in time: a recording that starts
  /// over is elsewhere.
  ///
  /// - Parameter now: the time of a fix without a timestamp.
  package mutating func add(_ fix: Fix, now: Date) {
    let time = Self.time(of: fix, now)
    if let last = points.last, time < last.time { isInterrupted = true }
    let point = Point(fix, time: time, startsSegment: isInterrupted)
    latest = point
    if !isInterrupted, let last = points.last, isNear(point, last) { return }
    points.append(point)
    isInterrupted = false
    if points.count > Self.pointLimit { thin() }
  }

  /// Adds the place of a fix that came late, where its time belongs.
  package mutating func insert(_ fix: Fix, now: Date) {
    var point = Point(fix, time: Self.time(of: fix, now), startsSegment: false)
    latest = point
    let index = points.lastIndex { $0.time <= point.time }.map { $0 + 1 } ?? 0
    if index > 0, isNear(point, points[index - 1]) { return }
    if index == 0, !points.isEmpty {
      point.startsSegment = true
      points[0].startsSegment = false
    }
    points.insert(point, at: index)
    if points.count > Self.pointLimit { thin() }
  }

  private static func time(of fix: Fix, _ now: Date) -> Double {
    // A recording may have any number as a time.
    let stated = fix.timestamp.flatMap {
      UTCTime(secondsSince2001: $0.timeIntervalSinceReferenceDate) == nil ? nil : $0
    }
    return (stated ?? now).timeIntervalSince1970
  }

  private func isNear(_ point: Point, _ last: Point) -> Bool {
    last.coordinate.distance(to: point.coordinate) < step && point.time - last.time < interval
  }

  /// The next point has no line from the last one.
  package mutating func interrupt() { isInterrupted = true }

  /// Halves the number of points.
  package mutating func thin() {
    points = every(2)
    step *= 2
    interval *= 2
  }

  /// Points of the whole way, at most `limit` of them.
  ///
  /// - Parameter limit: 1 or more.
  package func points(upTo limit: Int) -> [Point] {
    points.count <= limit ? points : every((points.count + limit - 1) / limit)
  }

  /// One of so many points. The last point is kept in any case, because the device is there.
  private func every(_ distance: Int) -> [Point] {
    var kept: [Point] = []
    kept.reserveCapacity(points.count / distance + 1)
    var startsSegment = false
    let remainder = (points.count - 1) % distance
    for (index, point) in points.enumerated() {
      startsSegment = startsSegment || point.startsSegment
      guard index % distance == remainder else { continue }
      var point = point
      point.startsSegment = startsSegment
      startsSegment = false
      kept.append(point)
    }
    return kept
  }
}
