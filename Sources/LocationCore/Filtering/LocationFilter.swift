/// Which locations are wanted: those in a time and an area, and those that are neither wrong nor too many.
///
///     var filter = LocationFilter()
///     filter.interval = .seconds(5)
///     filter.outliers = OutlierLimits()
///     for try await update in provider.startUpdatingLocation().filtered(by: filter) { … }
///
/// Every condition that is set must hold. Times are those of the receiver, or times of receipt for a receiver
/// without a date. A fix without either passes each limit that needs a time, except ``from`` and ``until``. Each
/// device behind the same source is filtered for itself. Authorization changes always pass, and so do lost fixes
/// that are not after the end of the time. Satellites pass if the device's last fix did.
public struct LocationFilter: Hashable, Codable, Sendable {
  /// All places up to a distance from a center.
  public struct Circle: Hashable, Codable, Sendable {
    /// The center, WGS 84.
    public var center: Coordinate
    /// Meters over the WGS 84 ellipsoid.
    public var radius: Double

    /// Makes a circle.
    public init(center: Coordinate, radius: Double) {
      self.center = center
      self.radius = radius
    }
  }

  /// The first instant by the receiver's time; `nil` for no limit. Drops every fix that has no time.
  public var from: Date?
  /// The instant after the last one by the receiver's time; `nil` for no limit. Drops every fix that has no time.
  public var until: Date?
  /// The area between two parallels and two meridians; `nil` for no limit.
  public var box: CoordinateBox?
  /// The area around a place; `nil` for no limit.
  public var circle: Circle?
  /// The largest estimated horizontal error in meters. A fix that does not state its error is dropped then. NaN
  /// drops every fix.
  public var accuracy: Double?
  /// Drops fixes that cannot be true.
  public var outliers: OutlierLimits?
  /// Drops fixes while the receiver stays at a place.
  public var stationary: StationaryLimits?
  /// The shortest time between two fixes.
  public var interval: Duration?
  /// Meters that a device must have moved since its fix that passed last; zero and negative numbers drop nothing.
  public var distance: Double?

  /// Makes a filter; the default drops nothing.
  public init(distance: Double? = nil, accuracy: Double? = nil) {
    self.distance = distance
    self.accuracy = accuracy
  }

  /// Whether a place at a time is in the time and in the area. A place without a time is in no time.
  public func contains(_ place: Coordinate, at time: Date?) -> Bool {
    guard isInTime(time) else { return false }
    if let box, !box.contains(place) { return false }
    if let circle, circle.center.distance(to: place) > circle.radius { return false }
    return true
  }

  func isInTime(_ time: Date?) -> Bool {
    if from == nil, until == nil { return true }
    guard let time else { return false }
    return from.map { time >= $0 } ?? true && until.map { time < $0 } ?? true
  }
}

/// When a receiver counts as stationary.
public struct StationaryLimits: Hashable, Codable, Sendable {
  /// The receiver stays within this distance in meters of a place.
  public var radius: Double
  /// It has stayed there for this long. Fixes pass until then.
  public var duration: Duration

  /// Makes limits. The defaults are more than the usual noise of a stationary receiver.
  public init(radius: Double = 20, duration: Duration = .seconds(120)) {
    self.radius = radius
    self.duration = duration
  }
}

/// When a fix is an outlier.
///
/// The speed from the last fix that passed to this one is computed without the errors that both fixes
/// state. It is compared with the speeds that the receiver itself reported. After three outliers in a row
/// that agree with each other, the next fix passes, because the receiver really moved or the fixes before
/// were wrong.
public struct OutlierLimits: Hashable, Codable, Sendable {
  /// The largest horizontal error in meters, if the fix states one.
  public var accuracy: Double
  /// The largest speed in m/s, if a fix does not report its speed. The default is faster than airliners.
  public var speed: Double
  /// The largest speed in m/s beyond twice the larger speed that the two fixes report.
  public var excessSpeed: Double

  /// Makes limits.
  public init(accuracy: Double = 200, speed: Double = 350, excessSpeed: Double = 30) {
    self.accuracy = accuracy
    self.speed = speed
    self.excessSpeed = excessSpeed
  }
}

extension LocationUpdates {
  /// The same sequence without the updates that a filter drops. The delivery and the interests stay the
  /// same.
  public func filtered(by filter: LocationFilter) -> LocationUpdates {
    if filter == LocationFilter() { return self }
    let selection = SharedSelection(filter)
    return changed { selection.passes($0) ? $0 : nil }
  }
}
