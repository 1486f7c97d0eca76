import LocationCore
import LocationIO
import Logging
import NMEA0183

/// Replays a recorded NMEA log as a `LocationProvider`: a file, bytes in memory, standard input.
///
/// It waits for its consumer, so that nothing of the recording is lost however fast or slow it
/// goes. Every subscription replays the recording from its start; ``pause()``, ``resume()`` and
/// ``seek(to:)`` act on all that run. Every fix says that it is replayed
/// (`fix.source.kind == .replayed`).
///
/// The same recording gives the same fixes, in the same order, with the same timestamps, at every
/// pace; with a clock that jumps, a day passes in a moment:
///
/// ```swift
/// let clock = ManualClock(jumpsToDeadlines: true)
/// let provider = NMEAReplayProvider(path: "drive.nmea", clock: clock, now: { clock.date })
/// ```
///
/// At its end a recording ends the subscription; one that held no fix says so by an error: an empty
/// one and one without any sentence by `.badData`, one without a fix by `.sourceEnded`.
public final class NMEAReplayProvider: NMEAProvider {
  private let source: any ByteSource
  private let pace: ReplayPace
  private let timestamps: ReplayTimestamps
  private let loops: Bool
  private let decoders: SentenceDecoders
  private let control = ReplayControl()
  private let monitor: ReplayMonitor
  private let clock: ErasedClock
  private let now: @Sendable () -> Date

  /// Makes a replay of a recording.
  ///
  /// - Parameters:
  ///   - source: where the recording is.
  ///   - pace: as recorded, faster, slower, or as fast as it is taken. What a recording says
  ///     before its first time of day comes at once.
  ///   - timestamps: as recorded, or counted from now.
  ///   - loops: whether to start over at the end. A recording without a fix is not started over.
  ///   - decoders: for sentences of one's own.
  ///   - logger: is told of openings and ends at `debug`, and of each bad sentence at `trace`;
  ///     `nil` keeps quiet.
  ///   - clock: what the pace is kept with.
  ///   - now: the host's time of day, for `receivedAt` and rebased timestamps.
  public init<C: Clock>(
    _ source: any ByteSource, pace: ReplayPace = .recorded,
    timestamps: ReplayTimestamps = .recorded, loops: Bool = false,
    decoders: SentenceDecoders = [:], logger: Logger? = nil,
    clock: C = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() }
  ) where C.Duration == Duration {
    self.source = source
    self.pace = pace
    self.timestamps = timestamps
    self.loops = loops
    self.decoders = decoders
    monitor = ReplayMonitor(source: source.name, logger: logger)
    self.clock = ErasedClock(clock)
    self.now = now
  }

  /// Makes a replay of a file; see ``init(_:pace:timestamps:loops:decoders:logger:clock:now:)``.
  public convenience init<C: Clock>(
    path: String, pace: ReplayPace = .recorded, timestamps: ReplayTimestamps = .recorded,
    loops: Bool = false, decoders: SentenceDecoders = [:], logger: Logger? = nil,
    clock: C = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() }
  ) where C.Duration == Duration {
    self.init(
      FileByteSource(path: path), pace: pace, timestamps: timestamps, loops: loops,
      decoders: decoders, logger: logger, clock: clock, now: now)
  }

  /// Whether the recording may be read.
  public var authorizationStatus: AuthorizationStatus { source.authorizationStatus }

  /// Which permission is missing.
  public var authorizationRefusal: String? { source.authorizationRefusal }

  /// The status: nobody needs asking about a recording.
  public func requestWhenInUseAuthorization() async -> AuthorizationStatus { authorizationStatus }

  /// What went through the decoder since the recording was last opened: every subscription, and
  /// every round of one that loops, opens it.
  public var counters: NMEACounters { monitor.counters }

  /// Starts a replay of its own, from the start of the recording.
  public func startUpdatingLocation() -> LocationUpdates {
    if source.authorizationStatus.isRefused {
      return LocationUpdates(
        failing: UserLocationError(
          .notAuthorized, source: source.name, detail: source.authorizationRefusal ?? ""))
    }
    let session = makeSession(keepsBytes: false)
    let interests = SubscriptionInterests()
    return LocationUpdates(
      pullingBatches: { limit async throws(UserLocationError) in
        try await session.batch(upTo: limit, interests: interests)
      }, interests: interests)
  }

  /// Starts a replay of its own that gives the bytes of the recording too. What is returned makes
  /// the next step when its time has come; `nil` is the end.
  package func startReplaying()
    -> @Sendable () async throws(UserLocationError) -> ReplayStep?
  {
    let session = makeSession(keepsBytes: true)
    return { () async throws(UserLocationError) in try await session.nextStep() }
  }

  private func makeSession(keepsBytes: Bool) -> ReplaySession {
    ReplaySession(
      source: source, pace: pace, timestamps: timestamps, loops: loops, decoders: decoders,
      keepsBytes: keepsBytes, control: control, monitor: monitor, clock: clock, now: now)
  }

  /// Holds every replay that runs, and those that start, where it is.
  public func pause() {
    let time = clock.now
    control.change { $0.pausedAt = $0.pausedAt ?? time }
  }

  /// Goes on after ``pause()``; the time in between is not made up for.
  public func resume() {
    let time = clock.now
    control.change { settings in
      if let pausedAt = settings.pausedAt.take() { settings.pausedTime += time - pausedAt }
    }
  }

  /// Goes to a position, counted from the first time in the recording, in every replay that runs.
  /// What comes next is the first thing said at or after it; beyond the end the replay ends.
  public func seek(to position: Duration) {
    control.change { $0.seek = (position, $0.revision) }
  }
}
