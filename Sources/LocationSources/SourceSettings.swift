package import LocationCore
public import LocationIO
import LocationReplay
public import LocationTracks
import Logging
public import NMEA0183

/// How to use a source.
public struct SourceSettings: Sendable {
  /// The pace of a recording or a simulation.
  public var pace: ReplayPace
  /// Whether a recording or a simulation starts over at its end.
  public var loops: Bool
  /// The longest pause of a recording that is played; a longer one is shortened to it. `nil` for no limit.
  public var maximumGap: Duration?
  /// Whether a track file whose points have no times is an error. Otherwise all of it comes at once.
  public var needsTimes: Bool
  /// The format of a recording; `nil` if its content decides.
  public var inputFormat: TrackInputFormat?
  /// Whether the speeds and courses that a recording lacks are computed; see `MotionDerivation`.
  public var derivesMotion: Bool
  /// Whether to wait at the end of a file until it grows.
  public var follows: Bool
  /// Whether a live source is tried again after it broke, or if it is not there yet.
  public var retries: Bool
  /// What is known about the dates of NMEA 0183.
  public var dates: KnownDates
  /// The access to brokers.
  public var access: MQTTAccess
  /// Whether updates carry the receiver's own bytes, if the source is NMEA; see `NMEALiveProvider`.
  public var keepsSentences = false
  /// Receives where a simulated receiver really is, once for each of its instants, before what the receiver says
  /// then. Rounds of a simulation that starts over are all the same, so only the first one is told. `nil` tells
  /// nobody.
  package var truth: (@Sendable (Fix) -> Void)?
  /// The part of the devices that a run of the source takes; `nil` for all. Providers do not read it.
  package var share: DeviceShare?
  /// Logs the events of providers; `nil` for no log.
  public var logger: Logger?

  /// Makes settings. The default plays recordings at their own pace, once, and does not retry.
  public init(
    pace: ReplayPace = .recorded, loops: Bool = false, maximumGap: Duration? = nil,
    needsTimes: Bool = false,
    inputFormat: TrackInputFormat? = nil, derivesMotion: Bool = false, follows: Bool = false,
    retries: Bool = false,
    dates: KnownDates = KnownDates(), access: MQTTAccess = MQTTAccess(), logger: Logger? = nil
  ) {
    self.pace = pace
    self.loops = loops
    self.maximumGap = maximumGap
    self.needsTimes = needsTimes
    self.inputFormat = inputFormat
    self.derivesMotion = derivesMotion
    self.follows = follows
    self.retries = retries
    self.dates = dates
    self.access = access
    self.logger = logger
  }
}
