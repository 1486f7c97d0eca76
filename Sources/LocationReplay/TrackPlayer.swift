public import LocationCore

/// Plays a track as a `LocationProvider`: at its own pace, faster, slower, or as fast as its
/// consumer takes it.
///
/// A player waits for its consumer, so nothing of the track is lost. Every subscription opens the
/// track again and plays it from its start; ``pause()``, ``resume()`` and ``seek(to:)`` act on all
/// subscriptions that run. ``lose(for:)``, ``jump(meters:bearing:)`` and ``deny()`` are faults of the receiver,
/// for tests.
///
/// The same track gives the same updates, in the same order, with the same timestamps, at every
/// pace. With a clock that jumps, a day passes in milliseconds:
///
/// ```swift
/// let clock = ManualClock(jumpsToDeadlines: true)
/// let player = TrackPlayer(pace: .times(10), clock: clock) {
///   request throws(UserLocationError) in
///   try MyTrackReader(path: "drive.track", request)
/// }
/// ```
///
/// A player delivers updates. It skips waypoints, routes, and the starts of tracks and segments.
public final class TrackPlayer: TrackProvider {
  private let options: PlaybackOptions
  private let control: PlaybackControl

  /// Makes a player.
  ///
  /// - Parameters:
  ///   - pace: how fast to play. Items without a position come at once.
  ///   - timestamps: whether updates keep their timestamps.
  ///   - loops: whether to start over at the end. The next round begins one interval after the last
  ///     item. A track that holds no update is not repeated.
  ///   - limit: how much of the track to play, all rounds together; `nil` for no limit. With zero or
  ///     less, only items without a position are played.
  ///   - maximumGap: the longest time between two items that is played; a longer pause of the track is
  ///     shortened to it. `nil` for no limit; zero or less plays no pause. Rebased timestamps are
  ///     shortened with the track; recorded ones do not change. ``seek(to:)`` counts from the start
  ///     of the track, pauses included.
  ///   - keepsSentences: whether updates with recorded timestamps carry the receiver's own bytes, if the track is NMEA.
  ///   - clock: keeps the pace, and dates `receivedAt` and rebased timestamps.
  ///   - open: opens the track at its start, once for every subscription, round and seek.
  public init(
    pace: ReplayPace = .recorded, timestamps: ReplayTimestamps = .recorded, loops: Bool = false,
    limit: Duration? = nil, maximumGap: Duration? = nil, keepsSentences: Bool = false,
    clock: any LocationClock = SystemClock(),
    opening open:
      @escaping @Sendable (TrackRequest) throws(UserLocationError) -> any TrackReader
  ) {
    options = PlaybackOptions(
      open: open, timestamps: timestamps, loops: loops, limit: limit, maximumGap: maximumGap,
      keepsSentences: keepsSentences && timestamps == .recorded, clock: ErasedClock(clock))
    control = PlaybackControl(pace: pace)
  }

  /// Authorized until ``deny()``. A track that this process may not read says so when it is opened.
  public var authorizationStatus: AuthorizationStatus {
    control.settings.isDenied ? .denied : .authorizedAlways
  }

  /// The explanation after ``deny()``.
  public var authorizationRefusal: String? {
    control.settings.isDenied ? LocationUpdates.revoked.detail : nil
  }

  /// The status; nobody needs to be asked.
  public func requestWhenInUseAuthorization() async -> AuthorizationStatus { authorizationStatus }

  /// Plays the track from its start.
  public func startUpdatingLocation() -> LocationUpdates {
    let interests = SubscriptionInterests()
    let playback = Playback(options, control: control, keepsBytes: false, interests: interests)
    return LocationUpdates(
      pullingBatches: { limit async throws(UserLocationError) in
        try await playback.batch(upTo: limit)
      }, interests: interests)
  }

  package func startPlaying() -> TrackItems {
    let playback = Playback(options, control: control, keepsBytes: true, interests: nil)
    return { () async throws(UserLocationError) in try await playback.next() }
  }

  package var player: TrackPlayer { self }

  package var pace: ReplayPace { control.settings.pace }

  package var isPaused: Bool { control.settings.pausedAt != nil }

  /// The position of the item that was played last, or to which ``seek(to:)`` moved; `nil` before that,
  /// and without a pace.
  package var position: Duration? { control.position }

  /// Plays the rest of the track faster or slower, in all subscriptions.
  package func setPace(_ pace: ReplayPace) { control.change { $0.pace = pace } }

  /// Holds every subscription at its position, also subscriptions that start later.
  public func pause() {
    let time = options.clock.now
    control.change { $0.pausedAt = $0.pausedAt ?? time }
  }

  /// Continues after ``pause()``. The player does not catch up on the time of the pause.
  public func resume() {
    let time = options.clock.now
    control.change { settings in
      if let pausedAt = settings.pausedAt.take() { settings.pausedTime += time - pausedAt }
    }
  }

  /// Moves every running subscription to a position, counted from the start of the track. The next
  /// item is the first one at or after it; beyond the end of the track the subscription ends. A
  /// negative position is the start.
  public func seek(to position: Duration) { control.seek(to: position, isStart: false) }

  /// Does the same as ``seek(to:)``. Subscriptions that start later begin there too.
  package func play(from position: Duration) { control.seek(to: position, isStart: true) }

  /// Takes the fix from every running subscription for a part of the track, as a receiver that reports no fix. It
  /// begins with the next instant of the track; a later call replaces it, and a seek ends it. Zero or less ends it too.
  public func lose(for duration: Duration) {
    control.change { $0.loss = (duration, $0.revision) }
  }

  /// Moves all places away from the track, from the next instant on, also in subscriptions that start later. The fixes
  /// say that they are simulated (`fix.isSimulated`). A later call replaces the distance; 0 is the track again.
  ///
  /// - Parameters:
  ///   - meters: the distance, 0 … 20,000,000.
  ///   - bearing: the direction in degrees from north, −360 … 360.
  /// - Precondition: `meters` and `bearing` are within their ranges.
  public func jump(meters: Double, bearing: Double = 0) {
    precondition(
      (0...20_000_000).contains(meters), "a jump is within 0...20000000 m, not \(meters)")
    precondition((-360...360).contains(bearing), "a bearing is within -360...360, not \(bearing)")
    control.change {
      $0.jump = meters > 0 ? PlaybackControl.Jump(meters: meters, bearing: bearing) : nil
    }
  }

  /// Withdraws the authorization. Every running subscription yields the new status and ends with `.notAuthorized`, also
  /// while the player is paused; later subscriptions fail.
  public func deny() { control.change { $0.isDenied = true } }
}

extension LocationUpdates {
  /// The error after the authorization was withdrawn.
  package static let revoked = UserLocationError(
    .notAuthorized, detail: "the authorization was withdrawn")
}

// What people do with a recording while it plays.
extension TrackPlayer {
  /// The factors between which people choose.
  private static let factors = [0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128]

  /// Plays at the next greater factor. Nothing changes if there is none.
  package func playFaster() {
    let factor = factor
    choose(Self.factors.first { $0 > factor * 1.001 })
  }

  /// Plays at the next smaller factor. Nothing changes if there is none.
  package func playSlower() {
    let factor = factor
    choose(Self.factors.last { $0 < factor * 0.999 })
  }

  private var factor: Double { pace.factor ?? .infinity }

  private func choose(_ factor: Double?) {
    if let factor { setPace(.times(factor)) }
  }
}

/// A provider that plays a track, and also gives the bytes of that track, so that it can be served
/// to other programs.
package protocol TrackProvider: LocationProvider {
  /// Plays the track for all subscriptions. It can be paused, sought and made faster while they run.
  var player: TrackPlayer { get }

  /// Starts a subscription of its own, whose items carry their original bytes.
  ///
  /// The returned closure gives the next item when its time has come; `nil` is the end. Only one
  /// task at a time may call it.
  func startPlaying() -> TrackItems
}

/// Gives one item after the other; `nil` at the end.
package typealias TrackItems =
  nonisolated(nonsending) @Sendable () async throws(UserLocationError) -> TrackItem?
