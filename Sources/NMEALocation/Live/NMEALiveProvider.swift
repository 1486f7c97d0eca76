import LocationCore
import LocationIO
import Logging
import NMEA0183

/// Provides the locations of a receiver that sends NMEA 0183 over a serial line or a network.
///
/// ```swift
/// let provider = NMEALiveProvider(SerialByteSource(path: "/dev/ttyACM0"))
/// for try await update in provider.startUpdatingLocation() {
///   if case .fix(let fix) = update { print(fix.coordinate) }
/// }
/// ```
///
/// The first subscription opens the source, a thread of its own reads it, and the end of the last
/// subscription closes it immediately. A slow consumer gets the newest fixes, unless the source can wait:
/// of a growing file (`FollowingFileByteSource`) no fix is lost.
///
/// A fix is delivered when its epoch is complete: when the next sentences show it, or when the line was
/// quiet for a moment. A line that is opened while the receiver sends begins with a part of an epoch, which
/// lacks altitude, speed or satellites. It is withheld: the first fix is that of the first whole epoch, of the
/// third one in any case, or what there is when the receiver falls silent. The log says so at `debug`. A file that is
/// read from its start (`FollowingFileByteSource`) begins with a whole epoch, and nothing is withheld.
///
/// When the receiver becomes silent, each subscription gets `.fixLost` with the reason `.silent` once, and
/// continues.
///
/// Subscriptions end with an error when the source breaks or the other side closes it
/// (`.sourceUnavailable`). With a `RetryPolicy` they get `.fixLost` with the reason
/// `.deviceRemoved` instead, and continue when the source is available again.
public final class NMEALiveProvider: NMEAProvider {
  private let source: any ByteSource
  private let live: LiveSource
  private let reader: SharedReader<LiveSource>

  /// Makes a provider. The first subscription opens the source.
  ///
  /// - Parameters:
  ///   - source: the source of the receiver's bytes.
  ///   - quiet: an epoch is complete when the line was quiet for this time. With zero or less, an
  ///     epoch may end between two reads.
  ///   - silence: a receiver that sends nothing for this time is reported as silent. The time starts
  ///     when the source is open. With zero or less, every pause of the line is reported.
  ///   - retry: how to open a broken source again; `nil` ends the subscriptions instead.
  ///   - willRetry: called before each pause with the error and the length of the pause, on a thread of
  ///     the provider.
  ///   - keepsSentences: whether the updates carry the receiver's own bytes, which a writer of NMEA then writes in place
  ///     of new sentences.
  ///   - dates: what is known about its dates. It also applies whenever the source is opened again.
  ///   - decoders: decoders for additional sentence types.
  ///   - logger: gets retries at `notice`, openings and ends at `debug`, and bad sentences at `trace`;
  ///     `nil` logs nothing.
  ///   - clock: measures the pauses between retries, and dates `receivedAt`.
  public init(
    _ source: any ByteSource, quiet: Duration = .milliseconds(250),
    silence: Duration = .seconds(5), retry: RetryPolicy? = nil,
    willRetry: @escaping @Sendable (UserLocationError, Duration) -> Void = { _, _ in },
    keepsSentences: Bool = false, dates: KnownDates = KnownDates(),
    decoders: SentenceDecoders = [:], logger: Logger? = nil,
    clock: any LocationClock = SystemClock()
  ) {
    self.source = source
    live = LiveSource(
      source, keepsSentences: keepsSentences,
      timing: LiveTiming(quiet: quiet, silence: silence), dates: dates, decoders: decoders,
      log: SourceLog(source: source.name, logger: logger), clock: clock)
    reader = SharedReader(live, retry: retry, willRetry: willRetry, logger: logger, clock: clock)
  }

  /// Whether the source may be opened.
  public var authorizationStatus: AuthorizationStatus { source.authorizationStatus }

  /// The missing permission and how to get it; `nil` if none is missing.
  public var authorizationRefusal: String? { source.authorizationRefusal }

  /// Returns the status unchanged, because only the system's administrator can give the permission.
  public func requestWhenInUseAuthorization() async -> AuthorizationStatus { authorizationStatus }

  /// The decoder's counters since the source was last opened.
  public var counters: NMEACounters { live.counters }

  /// Starts a subscription. It begins with the receiver's next update.
  public func startUpdatingLocation() -> LocationUpdates {
    if let refusal = source.refusal { return LocationUpdates(failing: refusal) }
    return reader.subscribe()
  }
}
