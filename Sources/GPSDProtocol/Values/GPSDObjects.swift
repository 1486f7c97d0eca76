import LocationCore

/// A gpsd's greeting (`VERSION`): its release, and the version of the protocol that it speaks.
public struct GPSDVersion: Hashable, Sendable {
  /// The release, such as "3.22".
  public var release: String
  /// The revision of the sources that the release was built from.
  public var revision: String?
  /// The version of the protocol: 3 for 3.14. Another major version is another protocol.
  public var protocolMajor: Int
  /// The rest of the version of the protocol: 14 for 3.14.
  public var protocolMinor: Int

  /// Makes a version. Any numbers are written as they are.
  public init(release: String, revision: String? = nil, protocolMajor: Int, protocolMinor: Int) {
    self.release = release
    self.revision = revision
    self.protocolMajor = protocolMajor
    self.protocolMinor = protocolMinor
  }
}

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

/// What a client wants to receive (`WATCH`). A client sends it to change that; gpsd answers with the
/// result. A member that was not sent is `nil`.
public struct GPSDWatch: Hashable, Sendable {
  /// Whether the client receives anything.
  public var enable: Bool?
  /// Whether the client receives reports.
  public var json: Bool?
  /// Whether the client receives sentences, made by gpsd if the device sends none.
  public var nmea: Bool?
  /// Whether the client receives the device's data: 0 no, 1 binary data as hexadecimal text,
  /// 2 unchanged.
  public var raw: Int?
  /// Whether numbers of AIS and subframes are converted to units.
  public var scaled: Bool?
  /// Whether reports contain times for measuring gpsd's latency.
  public var timing: Bool?
  /// Whether AIS messages of type 24 are reported in two parts.
  public var split24: Bool?
  /// Whether the client receives `TOFF` and `PPS` reports.
  public var pps: Bool?
  /// The path of the one device to watch; `nil` for all devices.
  public var device: String?

  /// Makes a value without members. gpsd reads it as `enable`.
  public init() {}

  /// Makes a watch that is enabled.
  public init(json: Bool, nmea: Bool? = nil, device: String? = nil) {
    enable = true
    self.json = json
    self.nmea = nmea
    self.device = device
  }
}

/// The answer to a poll (`POLL`): the last report of each device.
public struct GPSDPoll: Hashable, Sendable {
  /// When gpsd answered, by its host's clock.
  public var time: Date?
  /// How many devices are active, 0 or more.
  public var active: Int
  /// The last position of each device: fixes and lost fixes.
  public var positions: [LocationUpdate]
  /// The last view of the sky of each device.
  public var skies: [SkyView]

  /// Makes an answer.
  public init(
    time: Date? = nil, active: Int, positions: [LocationUpdate] = [], skies: [SkyView] = []
  ) {
    self.time = time
    self.active = active
    self.positions = positions
    self.skies = skies
  }
}
