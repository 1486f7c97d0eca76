public import LocationCore
public import LocationReplay

/// Numbers about a track: its length, times, speeds, climbs, extent and gaps.
///
/// It is computed fix by fix in a fixed amount of memory, so it also works for a track that is larger than
/// the memory. Nothing is counted between the end of a segment and the start of the next one, except gaps.
/// A number without data is `nil`.
public struct TrackStatistics: Hashable, Sendable {
  /// The thresholds of the statistics.
  public struct Thresholds: Hashable, Sendable {
    /// Meters. Smaller changes of the smoothed altitude count as noise.
    public var altitude = 5.0
    /// Meters per second. A slower receiver counts as standing.
    public var movingSpeed = 0.5
    /// Seconds. A longer time between two fixes is a gap.
    public var gap = 60.0

    /// The default thresholds: 5 m, 0.5 m/s, 60 s.
    public init() {}
  }

  /// The thresholds.
  public let thresholds: Thresholds
  /// The number of fixes.
  public private(set) var points = 0
  /// The number of segments with a fix.
  public private(set) var segments = 0
  /// The earliest and the latest time of a fix, UTC.
  public private(set) var start: Date?, end: Date?
  /// The length of the track in meters, over the WGS 84 ellipsoid at height 0.
  public private(set) var distance = 0.0
  /// The seconds in which the receiver was not slower than ``Thresholds/movingSpeed``; at most ``duration``, also if the
  /// times of the track go back.
  public var movingTime: Double? {
    movingSeconds.map { seconds in duration.map { min($0, seconds) } ?? seconds }
  }
  /// The lowest and the highest altitude in meters: above mean sea level, or above the ellipsoid if
  /// ``isEllipsoidal``.
  public var altitudes: ClosedRange<Double>? { isEllipsoidal ? ellipsoidal.range : level.range }
  /// Meters up and meters down. Altitudes are smoothed first, as `SmoothingFilter` does it; a measured vertical speed
  /// helps most. Changes below ``Thresholds/altitude`` are left out.
  public var ascent: Double? { climb.hasValue ? climb.ascent : nil }
  /// Meters down, without changes below ``Thresholds/altitude``.
  public var descent: Double? { climb.hasValue ? climb.descent : nil }
  /// The number of gaps: times without a fix that are longer than ``Thresholds/gap``.
  public private(set) var gaps = 0
  /// The longest gap in seconds.
  public private(set) var longestGap: Double?
  /// The parts of the track and its best efforts; `nil` if they are not wanted.
  public private(set) var splits: TrackSplits?
  /// Heartbeats per minute, turns or steps per minute, and watts; `nil` if nothing was measured.
  public private(set) var heartRate: Measured?, cadence: Measured?, power: Measured?

  private var movingSeconds: Double?
  private var movingDistance = 0.0
  private var segmentTime = 0.0
  private var timedDistance = 0.0
  private var reportedMaximum: Double?
  private var derivedMaximum: Double?
  private var intervals = MedianEstimate()
  private var bounds = CoordinateBounds()
  private var level: Profile
  private var ellipsoidal: Profile
  /// The last fix of the segment; `nil` at the start of a segment.
  private var last: Moment?
  /// The last fix of the track with a time.
  private var lastTime: Date?
  private var isAtSegmentStart = true

  /// A place and its time.
  private struct Moment: Hashable {
    let place: Coordinate
    let time: Date?
  }

  /// The altitudes of one kind.
  private struct Profile: Hashable {
    var climb: AltitudeChange
    var range: ClosedRange<Double>?
    private var filter: HeightFilter?
    /// The time of the last altitude in `filter`.
    private var last: Date?

    init(climb: AltitudeChange) { self.climb = climb }

    /// Adds the altitude of a fix.
    mutating func add(_ altitude: Double, of fix: Fix) {
      climb.add(smoothed(altitude, of: fix))
      range =
        range.map {
          min($0.lowerBound, altitude)...max($0.upperBound, altitude)
        } ?? altitude...altitude
    }

    mutating func interrupt() {
      climb.interrupt()
      (filter, last) = (nil, nil)
    }

    private mutating func smoothed(_ altitude: Double, of fix: Fix) -> Double {
      // A smoothed fix needs nothing, and without times there is no speed.
      guard !fix.isSmoothed, let time = fix.timestamp else { return altitude }
      let deviation = fix.errors.vertical ?? TrackStatistics.usualVerticalError
      if let seconds = last.map(time.timeIntervalSince), 0...TrackStatistics.longestPause ~= seconds
      {
        filter?.add(
          altitude, climb: fix.climb, climbError: fix.errors.climb, deviation: deviation,
          after: seconds)
      } else {
        filter = HeightFilter(altitude, climb: fix.climb, deviation: deviation)
      }
      last = time
      return filter?.height ?? altitude
    }
  }

  /// Meters, of altitudes without a stated error.
  private static let usualVerticalError = 5.0
  /// Seconds. Altitudes that are further apart are not smoothed.
  private static let longestPause = 10.0

  /// Statistics without a fix.
  ///
  /// - Parameters:
  ///   - thresholds: see ``thresholds``.
  ///   - splitLength: the length in meters of the parts into which the track is divided; `nil` for none, and for a
  ///     length that is not positive.
  public init(thresholds: Thresholds = Thresholds(), splitLength: Double? = nil) {
    self.thresholds = thresholds
    splits = splitLength.flatMap { $0 > 0 && $0.isFinite ? TrackSplits(length: $0) : nil }
    level = Profile(climb: AltitudeChange(threshold: thresholds.altitude))
    ellipsoidal = level
  }

  /// Statistics of a whole track.
  public init(
    _ track: Track, thresholds: Thresholds = Thresholds(), splitLength: Double? = nil
  ) {
    self.init(thresholds: thresholds, splitLength: splitLength)
    for segment in track.segments {
      beginSegment()
      for point in segment { add(point.fix, sensors: point.sensors) }
    }
  }

  /// Begins a segment: the track was interrupted.
  public mutating func beginSegment() {
    isAtSegmentStart = true
    last = nil
    splits?.beginSegment()
    level.interrupt()
    ellipsoidal.interrupt()
  }

  /// Adds the next fix, and what sensors measured there.
  public mutating func add(_ fix: Fix, sensors: SensorValues = SensorValues()) {
    points += 1
    if !sensors.isEmpty {
      heartRate.add(sensors.heartRate)
      cadence.add(sensors.cadence)
      power.add(sensors.power)
    }
    if isAtSegmentStart { segments += 1 }
    isAtSegmentStart = false
    bounds.add(fix.coordinate)
    if let altitude = fix.altitude { level.add(altitude, of: fix) }
    if let altitude = fix.ellipsoidalAltitude { ellipsoidal.add(altitude, of: fix) }
    if let speed = fix.speed, !fix.isSpeedDerived {
      reportedMaximum = max(reportedMaximum ?? 0, speed)
    }
    if let time = fix.timestamp { add(time) }
    if let last { add(from: last, to: fix) }
    last = Moment(place: fix.coordinate, time: fix.timestamp)
  }

  private mutating func add(_ time: Date) {
    start = start.map { min($0, time) } ?? time
    end = end.map { max($0, time) } ?? time
    defer { lastTime = time }
    guard let lastTime else { return }
    let seconds = time.timeIntervalSince(lastTime)
    if seconds > thresholds.gap {
      gaps += 1
      longestGap = max(longestGap ?? 0, seconds)
    }
  }

  /// Adds the way from one fix of a segment to the next one.
  private mutating func add(from last: Moment, to fix: Fix) {
    let meters = last.place.distance(to: fix.coordinate)
    distance += meters
    var times: (from: Date, to: Date)?
    var isMoving = false
    if let from = last.time, let to = fix.timestamp, to > from {
      times = (from, to)
      let seconds = to.timeIntervalSince(from)
      intervals.add(seconds)
      segmentTime += seconds
      timedDistance += meters
      derivedMaximum = max(derivedMaximum ?? 0, meters / seconds)
      isMoving = (fix.speed ?? meters / seconds) >= thresholds.movingSpeed
      movingSeconds = (movingSeconds ?? 0) + (isMoving ? seconds : 0)
      if isMoving { movingDistance += meters }
    }
    let step = TrackSplits.Step(
      meters: meters, times: times, isMoving: isMoving, climbs: climbs)
    splits?.add(step)
  }

  private var climbs: TrackSplits.Climbs? {
    climb.hasValue ? TrackSplits.Climbs(up: climb.ascent, down: climb.descent) : nil
  }
}

// Values that follow from others.
extension TrackStatistics {
  /// The seconds from the earliest to the latest fix; `nil` if fewer than two fixes have a time.
  public var duration: Double? {
    guard let start, let end, end > start else { return nil }
    return end.timeIntervalSince(start)
  }

  /// The length in meters divided by the time in segments, in meters per second.
  public var averageSpeed: Double? { segmentTime > 0 ? timedDistance / segmentTime : nil }

  /// The average speed without the times in which the receiver stood, in meters per second.
  public var movingSpeed: Double? {
    movingSeconds.flatMap { $0 > 0 ? movingDistance / $0 : nil }
  }

  /// The highest speed in meters per second: that of the receiver, or the highest speed from one fix to the
  /// next one if ``isMaximumSpeedDerived``.
  public var maximumSpeed: Double? { reportedMaximum ?? derivedMaximum }

  /// Whether no receiver reported a speed, so that ``maximumSpeed`` comes from positions and times.
  public var isMaximumSpeedDerived: Bool { reportedMaximum == nil && derivedMaximum != nil }

  /// The usual number of seconds between two fixes of a segment: the median, to three digits.
  public var samplingInterval: Double? { intervals.value }

  /// The smallest box around all fixes; it may cross the antimeridian.
  public var box: CoordinateBox? { bounds.box }

  /// Whether the altitudes are above the WGS 84 ellipsoid, because no fix has one above mean sea level.
  public var isEllipsoidal: Bool { !level.climb.hasValue && ellipsoidal.climb.hasValue }

  private var climb: AltitudeChange { isEllipsoidal ? ellipsoidal.climb : level.climb }
}
