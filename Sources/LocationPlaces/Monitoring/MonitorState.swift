public import LocationCore

/// What a monitor knows about its places, for each device. With it, a monitor continues after a restart.
public struct MonitorState: Hashable, Sendable {
  /// Where a device is with respect to one place.
  public enum PlaceState: Hashable, Sendable {
    /// It is outside.
    case outside
    /// It is inside, `since` a time of the receiver's clock. `hasStayed` says whether the stay of this visit was
    /// reported.
    case inside(since: Date, hasStayed: Bool = false)

    /// Whether the device is inside.
    public var isInside: Bool { if case .inside = self { true } else { false } }
  }

  /// What is known about one device.
  public struct Device: Hashable, Sendable {
    /// The state of each place by its ``Place/id``. A place that is missing is not known yet.
    public var places: [String: PlaceState]
    /// The time of the last fix; `nil` before the first one.
    public var time: Date?

    /// Makes a state; the default is that nothing is known.
    public init(places: [String: PlaceState] = [:], time: Date? = nil) {
      self.places = places
      self.time = time
    }
  }

  /// The devices that had a fix.
  public var devices: [DeviceID: Device]

  /// Makes a state; the default is that nothing is known.
  public init(devices: [DeviceID: Device] = [:]) { self.devices = devices }
}
