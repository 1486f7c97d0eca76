import LocationCore
import LocationIO
public import LocationReplay
import Logging
import NMEA0183

/// Replays a recorded NMEA log as a `LocationProvider`: a file, bytes in memory, standard input.
///
/// It is a `TrackPlayer` of an ``NMEATrackReader``: it waits for its consumer, so nothing of the
/// log is lost. Every subscription replays the log from its start; ``pause()``, ``resume()`` and
/// ``seek(to:)`` act on all subscriptions that run. Every fix says that it is replayed
/// (`fix.source.kind == .replayed`). Only a pipe as standard input may be a receiver's present output: what
/// arrives there within 10 s of its own time is `.live`.
///
/// The same log gives the same fixes, in the same order, with the same timestamps, at every pace.
/// With a clock that jumps, a day passes in milliseconds:
///
/// ```swift
/// let clock = ManualClock(jumpsToDeadlines: true)
/// let provider = NMEAReplayProvider(path: "drive.nmea", clock: clock)
/// ```
///
/// The end of the log ends the subscription. A log that held no fix says so by an error; see
/// ``NMEATrackReader``.
public final class NMEAReplayProvider: NMEAProvider, TrackProvider {
  private let source: any ByteSource
  /// Whether the log may be a receiver's present output.
  private let mayBeLive: Bool
  private let monitor: ReplayMonitor
  /// Pauses and seeks the log, and makes the receiver fail while it runs. Its subscriptions are those of the provider.
  public let player: TrackPlayer

  /// Makes a replay of a log.
  ///
  /// - Parameters:
  ///   - source: where the log is.
  ///   - pace: as recorded, faster, slower, or as fast as the consumer takes it. Updates before the
  ///     first time of day come at once.
  ///   - timestamps: as recorded, or counted from now.
  ///   - loops: whether to start over at the end. A log without a report of a receiver is not repeated.
  ///   - maximumGap: the longest time between two updates that is played; `nil` for no limit. See
  ///     `TrackPlayer`.
  ///   - dates: what is known about its dates.
  ///   - decoders: for sentences of your own.
  ///   - logger: receives openings and ends at `debug`, and each bad sentence at `trace`; `nil` for
  ///     no log.
  ///   - clock: keeps the pace, and dates `receivedAt` and rebased timestamps.
  public convenience init(
    _ source: any ByteSource, pace: ReplayPace = .recorded,
    timestamps: ReplayTimestamps = .recorded, loops: Bool = false, maximumGap: Duration? = nil,
    dates: KnownDates = KnownDates(), decoders: SentenceDecoders = [:], logger: Logger? = nil,
    clock: any LocationClock = SystemClock()
  ) {
    self.init(
      source, pace: pace, timestamps: timestamps, loops: loops, maximumGap: maximumGap,
      dates: dates, decoders: decoders, logger: logger, clock: clock
    ) { request, openLog throws(UserLocationError) in try openLog(source, request) }
  }

  /// Makes a replay whose owner opens the recording.
  ///
  /// - Parameter open: opens the recording for every subscription, round and seek. Its second parameter
  ///   makes a reader of NMEA 0183, which the provider's counters count.
  package init(
    _ source: any ByteSource, pace: ReplayPace, timestamps: ReplayTimestamps = .recorded,
    loops: Bool, maximumGap: Duration?, keepsSentences: Bool = false,
    dates: KnownDates = KnownDates(), decoders: SentenceDecoders = [:], logger: Logger?,
    clock: any LocationClock,
    opening open:
      @escaping @Sendable (TrackRequest, @escaping NMEALogOpening) throws(UserLocationError) ->
      any TrackReader
  ) {
    let monitor = ReplayMonitor(source: source.name, logger: logger)
    let mayBeLive = (source as? StandardInputByteSource)?.mayBeLive ?? false
    self.source = source
    self.mayBeLive = mayBeLive
    self.monitor = monitor
    player = TrackPlayer(
      pace: pace, timestamps: timestamps, loops: loops, maximumGap: maximumGap,
      keepsSentences: keepsSentences, clock: clock
    ) { request throws(UserLocationError) in
      try open(request) { log, request throws(UserLocationError) in
        try NMEATrackReader(
          log, request, dates: dates, looksAhead: !mayBeLive, decoders: decoders, monitor: monitor)
      }
    }
  }

  /// Makes a replay of a file; see ``init(_:pace:timestamps:loops:maximumGap:dates:decoders:logger:clock:)``.
  public convenience init(
    path: String, pace: ReplayPace = .recorded, timestamps: ReplayTimestamps = .recorded,
    loops: Bool = false, maximumGap: Duration? = nil, dates: KnownDates = KnownDates(),
    decoders: SentenceDecoders = [:],
    logger: Logger? = nil,
    clock: any LocationClock = SystemClock()
  ) {
    self.init(
      FileByteSource(path: path), pace: pace, timestamps: timestamps, loops: loops,
      maximumGap: maximumGap, dates: dates, decoders: decoders, logger: logger,
      clock: clock)
  }

  /// Whether the log may be read; denied after the player's `deny()`.
  public var authorizationStatus: AuthorizationStatus {
    player.authorizationStatus.isRefused ? player.authorizationStatus : source.authorizationStatus
  }

  /// Which permission is missing.
  public var authorizationRefusal: String? {
    player.authorizationRefusal ?? source.authorizationRefusal
  }

  /// The status; nobody needs to be asked.
  public func requestWhenInUseAuthorization() async -> AuthorizationStatus { authorizationStatus }

  /// What went through the decoder since the log was last opened: every subscription, round and
  /// seek opens it again.
  public var counters: NMEACounters { monitor.counters }

  /// Starts a replay of its own, from the start of the log.
  public func startUpdatingLocation() -> LocationUpdates {
    if let refusal = source.refusal { return LocationUpdates(failing: refusal) }
    let updates = player.startUpdatingLocation()
    return mayBeLive ? updates.changed { $0.labeledByAge } : updates
  }

  package func startPlaying() -> TrackItems {
    let next = player.startPlaying()
    guard mayBeLive else { return next }
    return { () async throws(UserLocationError) in
      var item = try await next()
      if let update = item?.update { item?.content = .update(update.labeledByAge) }
      return item
    }
  }

  /// Holds every replay at its position, also replays that start later.
  public func pause() { player.pause() }

  /// Continues after ``pause()``. The replay does not catch up on the time of the pause.
  public func resume() { player.resume() }

  /// Moves every running replay to a position, counted from the first time in the log. The next
  /// item is the first one at or after it; beyond the end the replay ends. A negative position is the
  /// start.
  public func seek(to position: Duration) { player.seek(to: position) }
}

/// Opens a reader of a log.
package typealias NMEALogOpening =
  @Sendable (any ByteSource, TrackRequest) throws(UserLocationError) -> NMEATrackReader
