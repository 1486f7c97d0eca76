import LocationCore

/// A receiver that a gpsd reads (`DEVICE`).
public struct GPSDDevice: Hashable, Sendable {
  /// Whether gpsd reads a device.
  public enum Activation: Hashable, Sendable {
    /// gpsd has read the device since a time, by its host's clock; `nil` if the time is not one.
    case active(since: Date?)
    /// gpsd gave the device up: it was unplugged or removed.
    case givenUp
  }

  /// The path or address of the device, such as `/dev/ttyACM0` or `tcp://host:port`.
  public var path: String
  /// gpsd's driver for the device, such as "u-blox"; `nil` before the device sent data.
  public var driver: String?
  /// What the device reports about itself, such as its firmware.
  public var subtype: String?
  /// The rate of a serial line in bits per second, above 0.
  public var rate: Int?
  /// Whether gpsd reads the device; `nil` if gpsd did not say.
  public var activation: Activation?

  /// Makes a device.
  public init(
    path: String, driver: String? = nil, subtype: String? = nil, rate: Int? = nil,
    activation: Activation? = nil
  ) {
    self.path = path
    self.driver = driver
    self.subtype = subtype
    self.rate = rate
    self.activation = activation
  }

  /// Whether gpsd said that it reads the device.
  public var isActive: Bool {
    if case .active = activation { true } else { false }
  }
}
