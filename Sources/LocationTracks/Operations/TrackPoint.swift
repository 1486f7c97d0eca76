public import LocationCore
public import LocationReplay

/// A point of a recorded track: a fix, and what its file says about it besides.
public struct TrackPoint: Hashable, Sendable {
  /// The fix.
  public var fix: Fix {
    // The text says the former values.
    didSet { original = nil }
  }
  /// The name of the point; `nil` if it has none, as most points.
  public var name: String? {
    didSet { original = nil }
  }
  /// What sensors measured at the point; empty for most tracks.
  public var sensors: SensorValues {
    didSet { original = nil }
  }
  /// The text of the point in its file, which a writer of the same format copies.
  package private(set) var original: OriginalElement?

  /// Makes a point.
  public init(_ fix: Fix, name: String? = nil, sensors: SensorValues = SensorValues()) {
    self.fix = fix
    self.name = name
    self.sensors = sensors
  }

  /// Makes a point as it was read.
  package init(_ fix: Fix, name: String?, sensors: SensorValues, original: OriginalElement?) {
    self.fix = fix
    self.name = name
    self.sensors = sensors
    self.original = original
  }

  /// The place, WGS 84 degrees.
  public var coordinate: Coordinate { fix.coordinate }

  /// The time, UTC; `nil` if it is not known.
  public var timestamp: Date? { fix.timestamp }

  /// The item of a file.
  var item: TrackItem {
    var item = TrackItem(.update(.fix(fix)), name: name, sensors: sensors)
    item.original = original
    return item
  }
}
