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
