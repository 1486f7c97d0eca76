import LocationCore
import LocationIO
import Logging
import NMEA0183

/// A receiver that speaks NMEA 0183 now, over a serial line or a network, as a `LocationProvider`.
///
/// ```swift
/// let provider = NMEALiveProvider(SerialByteSource(path: "/dev/ttyACM0"))
/// for try await update in provider.startUpdatingLocation() {
///   if case .fix(let fix) = update { print(fix.coordinate) }
/// }
/// ```
///
/// The source is opened while at least one subscription runs, read on a thread of its own, and
/// closed at once when the last one ends. When a consumer is slow the newest fixes win.
///
/// A position is handed on as soon as the receiver is known to have said all about it, and at the
/// latest when the line has been quiet for a moment. A receiver that falls silent is reported as
/// `.fixLost` with the reason `.silent`, once; its subscriptions go on. Subscriptions end when the
/// source breaks (`.sourceUnavailable` for a device that is unplugged) or is closed by the other
/// side, unless it is to be tried again: then they are told `.fixLost` with the reason
/// `.deviceRemoved`, and go on when it is back.
public final class NMEALiveProvider: NMEAProvider {
  private let source: any ByteSource
  private let live: LiveSource
  private let reader: SharedReader<LiveSource>

  /// Makes a provider. Nothing is opened yet.
  ///
  /// - Parameters:
  ///   - source: where the receiver's bytes come from.
  ///   - quiet: how long the line must be quiet for an epoch to be taken as complete.
  ///   - silence: how long the receiver may say nothing before that is reported, from the moment
  ///     the source is open.
  ///   - retry: how a source that broke is tried again; `nil` ends the subscriptions instead.
  ///   - willRetry: told, on a thread of the provider's, why and after which pause it is.
  ///   - decoders: for sentences of one's own.
  ///   - logger: is told of new tries at `notice`, of openings and ends at `debug`, and of each bad
  ///     sentence at `trace`; `nil` keeps quiet.
  ///   - clock: what the pauses between tries are kept with.
  ///   - now: the host's time of day, for `receivedAt`.
  public init<C: Clock>(
    _ source: any ByteSource, quiet: Duration = .milliseconds(250),
    silence: Duration = .seconds(5), retry: RetryPolicy? = nil,
    willRetry: @escaping @Sendable (UserLocationError, Duration) -> Void = { _, _ in },
    decoders: SentenceDecoders = [:], logger: Logger? = nil,
    clock: C = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() }
  ) where C.Duration == Duration {
    self.source = source
    live = LiveSource(
      source, timing: LiveTiming(quiet: quiet, silence: silence), decoders: decoders,
      log: SourceLog(source: source.name, logger: logger), willRetry: willRetry, now: now)
    reader = SharedReader(live, retry: retry, clock: clock)
  }

  /// Whether the source may be opened.
  public var authorizationStatus: AuthorizationStatus { source.authorizationStatus }

  /// Which permission is missing, and what would help.
  public var authorizationRefusal: String? { source.authorizationRefusal }

  /// The status: a permission is given by the system's administrator, who cannot be asked here.
  public func requestWhenInUseAuthorization() async -> AuthorizationStatus { authorizationStatus }

  /// What went through the decoder since the source was last opened.
  public var counters: NMEACounters { live.counters }

  /// Starts a subscription, which begins with what the receiver says next.
  public func startUpdatingLocation() -> LocationUpdates {
    guard !source.authorizationStatus.isRefused else {
      return LocationUpdates(
        failing: UserLocationError(
          .notAuthorized, source: source.name, detail: source.authorizationRefusal ?? ""))
    }
    return reader.subscribe()
  }
}
