import LocationCore

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
