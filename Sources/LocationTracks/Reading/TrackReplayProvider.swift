public import LocationCore
public import LocationIO
import LocationPOSIX
public import LocationReplay
public import Logging
public import NMEA0183
public import NMEALocation
import Synchronization

/// Replays a recording in any format that ``TrackFileReader`` reads, as a `LocationProvider`.
///
/// It plays like an `NMEAReplayProvider`, which is the same for NMEA 0183 alone: the content decides the format,
/// not the name. A file in another known format, and a track without a track point, end with an error that
/// says so.
///
/// A file in the format ``TrackFormat/updates`` replays exactly: each update has the values that the
/// recorded provider delivered, live fixes stay live, the authorization changes as it did, and the end is
/// the recorded one, at its time, with its error. So a failure in the field becomes a test:
///
///     let clock = ManualClock(jumpsToDeadlines: true)
///     let provider = TrackReplayProvider(path: "failure.updates", clock: clock)
///     let service = UserLocationService(provider: provider, clock: clock)
///
/// The file plays at the pace of its times of receipt; other formats have only the receiver's times.
public final class TrackReplayProvider: NMEAProvider, TrackProvider {
  private let replay: NMEAReplayProvider
  /// The authorization of the recorded provider at the end of what was replayed; `nil` if none was recorded.
  private let recordedStatus: Mutex<AuthorizationStatus?>
  private let lastSkipped: SharedValue<SkippedParts>

  /// Makes a replay of a recording.
  ///
  /// - Parameters:
  ///   - source: where the recording is.
  ///   - pace: as recorded, faster, slower, or as fast as the consumer takes it. Updates before the
  ///     first time come at once.
  ///   - timestamps: as recorded, or counted from now.
  ///   - loops: whether to start over at the end. A recording without an update is not repeated.
  ///   - maximumGap: the longest time between two updates that is played; `nil` for no limit. See
  ///     `TrackPlayer`.
  ///   - format: the format; `nil` if the content decides.
  ///   - derivesMotion: whether missing speeds and courses are computed; see ``MotionDerivation``.
  ///   - dates: what is known about its dates.
  ///   - decoders: for NMEA sentences of your own.
  ///   - logger: receives openings and ends of logs at `debug`, and each bad sentence at `trace`; `nil` for
  ///     no log.
  ///   - clock: keeps the pace, and dates `receivedAt`, if the file does not state it, and rebased timestamps.
  public convenience init(
    _ source: any ByteSource, pace: ReplayPace = .recorded,
    timestamps: ReplayTimestamps = .recorded, loops: Bool = false, maximumGap: Duration? = nil,
    format: TrackInputFormat? = nil, derivesMotion: Bool = false, dates: KnownDates = KnownDates(),
    decoders: SentenceDecoders = [:], logger: Logger? = nil,
    clock: any LocationClock = SystemClock()
  ) {
    self.init(
      source, isExact: true, pace: pace, timestamps: timestamps, loops: loops,
      maximumGap: maximumGap, format: format, derivesMotion: derivesMotion, dates: dates,
      decoders: decoders, logger: logger, clock: clock)
  }

  /// Makes a replay of a file with this path; see
  /// ``init(_:pace:timestamps:loops:maximumGap:format:derivesMotion:dates:decoders:logger:clock:)``.
  public convenience init(
    path: String, pace: ReplayPace = .recorded, timestamps: ReplayTimestamps = .recorded,
    loops: Bool = false, maximumGap: Duration? = nil, format: TrackInputFormat? = nil,
    derivesMotion: Bool = false, dates: KnownDates = KnownDates(),
    decoders: SentenceDecoders = [:], logger: Logger? = nil,
    clock: any LocationClock = SystemClock()
  ) {
    self.init(
      FileByteSource(path: path), pace: pace, timestamps: timestamps, loops: loops,
      maximumGap: maximumGap, format: format, derivesMotion: derivesMotion, dates: dates,
      decoders: decoders, logger: logger, clock: clock)
  }

  /// - Parameter isExact: whether recorded updates replay exactly. Otherwise they are labeled as replayed, and
  ///   the authorization is that of the file, because people look at them and not a test.
  /// - Parameter needsTimes: whether a track file without times is an error. Otherwise all of it comes at once.
  package init(
    _ source: any ByteSource, isExact: Bool, needsTimes: Bool = false, pace: ReplayPace,
    timestamps: ReplayTimestamps = .recorded, loops: Bool, maximumGap: Duration?,
    keepsSentences: Bool = false, format: TrackInputFormat?, derivesMotion: Bool, dates: KnownDates,
    decoders: SentenceDecoders = [:], logger: Logger?, clock: any LocationClock
  ) {
    recordedStatus = Mutex(isExact ? source.recordedStatus : nil)
    let lastSkipped = SharedValue(SkippedParts())
    self.lastSkipped = lastSkipped
    replay = NMEAReplayProvider(
      source, pace: pace, timestamps: timestamps, loops: loops, maximumGap: maximumGap,
      keepsSentences: keepsSentences, dates: dates, decoders: decoders, logger: logger, clock: clock
    ) { request, openLog throws(UserLocationError) in
      let file = try TrackFileReader(
        source, request, as: format, derivesMotion: derivesMotion, openLog: openLog)
      file.keepsKinds = isExact
      return PlayedTrackReader(file, of: source, request, needsTimes: needsTimes) {
        lastSkipped.value = $0
      }
    }
  }

  /// The authorization of the recorded provider: at first the one at the start of the recording, then that
  /// of the last change that was replayed. For other formats, whether the file may be read.
  public var authorizationStatus: AuthorizationStatus {
    let status = replay.authorizationStatus
    return status.isRefused ? status : recordedStatus.withLock { $0 } ?? status
  }

  /// Which permission for the file is missing.
  public var authorizationRefusal: String? { replay.authorizationRefusal }

  /// The status; nobody needs to be asked.
  public func requestWhenInUseAuthorization() async -> AuthorizationStatus { authorizationStatus }

  /// What went through the decoder of NMEA 0183 since the recording was last opened; all are zero for another
  /// format.
  public var counters: NMEACounters { replay.counters }

  /// The parts of the file that were not read when a replay last came to its end.
  package var skipped: SkippedParts { lastSkipped.value }

  /// Replays the recording from its start.
  public func startUpdatingLocation() -> LocationUpdates {
    replay.startUpdatingLocation().changed { [self] update in
      note(update)
      return update
    }
  }

  /// Holds every replay at its position, also replays that start later.
  public func pause() { replay.pause() }

  /// Continues after ``pause()``. The replay does not catch up on the time of the pause.
  public func resume() { replay.resume() }

  /// Moves every running replay to a position, counted from the first time in the recording. The next
  /// item is the first one at or after it; beyond the end the replay ends. A negative position is the
  /// start.
  public func seek(to position: Duration) { replay.seek(to: position) }

  /// Pauses and seeks the recording, and makes the receiver fail while it runs. Its subscriptions are those of the
  /// provider.
  public var player: TrackPlayer { replay.player }

  package func startPlaying() -> TrackItems {
    let next = replay.startPlaying()
    return { [self] () async throws(UserLocationError) in
      let item = try await next()
      if let update = item?.update { note(update) }
      return item
    }
  }

  private func note(_ update: LocationUpdate) {
    guard case .authorization(let status) = update else { return }
    recordedStatus.withLock { if $0 != nil { $0 = status } }
  }
}

extension ByteSource {
  /// The authorization in the first lines of a recording; `nil` for other files.
  fileprivate var recordedStatus: AuthorizationStatus? {
    if let file = self as? FileByteSource {
      // Reading a named pipe would take its first bytes from the replay.
      guard let found = stat(path: file.path), found.st_mode & S_IFMT == S_IFREG else { return nil }
    } else if !(self is DataByteSource) {
      return nil
    }
    guard let stream = try? open() else { return nil }
    defer { stream.close() }
    let head = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { buffer in
      (try? stream.read(into: buffer)).map { Array(buffer[..<$0]) } ?? []
    }
    guard head.starts(with: Array(UpdatesWriter.header.utf8)) else { return nil }
    let line = head.split(separator: UInt8(ascii: "\n")).dropFirst().first
    guard let line, case .start(_, let status) = try? line.withUnsafeBytes({ try UpdateLine($0) })
    else { return nil }
    return status
  }
}
