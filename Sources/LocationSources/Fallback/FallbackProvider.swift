public import LocationCore
public import LocationIO
public import Logging

/// Several sources in order of preference, as one `LocationProvider`. Fixes come from the first source that
/// has a recent fix.
///
/// ```swift
/// let provider = FallbackProvider([
///   FallbackProvider.Source("gpsd://localhost:2947", GPSDProvider()),
///   FallbackProvider.Source("tcp://ship:10110", NMEALiveProvider(TCPByteSource(host: "ship", port: 10110))),
/// ])
/// ```
///
/// Only the first source is started at first. A source is started when no better one has a recent fix: all
/// better ones failed, or their fixes are too old (``Source/maximumAge``), or their first fix takes too long
/// (`patience`). When a better source has fixes again, it takes over after it delivered them without a gap for
/// a while (`steadiness`), and the worse ones are stopped. If no fix is recent, the first source with a fix
/// takes over at once.
///
/// Each fix names its source: `Fix.source`. The loss of a source is a status change and no error: subscriptions
/// receive `.fixLost`, with the reason `.disconnected` if the source failed and `.silent` if its fixes stopped
/// without a report. Before the first fix, the reports of the first source that runs are delivered.
///
/// A source that failed is started again after a pause, as long as another source runs. A subscription ends
/// when no source runs. It ends without an error if one of them came to its own end, such as a recording.
/// Otherwise the error names each source with its reason. If all reasons have the same code, that is its code;
/// otherwise the code is `.sourceUnavailable`.
///
/// **Authorization.** The provider is authorized if one source is. Otherwise it is `.notDetermined` if one
/// source is, and a request asks these sources in order, until one is authorized. If one source is authorized,
/// nobody is asked at the start; another source asks when it is needed.
///
/// **Delivery.** A source that waits for its consumer, such as a broker or a recording, does so here, and loses nothing.
/// If the consumer is slow, the oldest fixes of the other sources are dropped.
public struct FallbackProvider: LocationProvider {
  /// One of several sources.
  public struct Source: Sendable {
    /// The source as a user writes it; errors and log messages name it.
    public let name: String
    /// Finds the locations.
    public let provider: any LocationProvider
    /// How long a fix is recent, counted from its arrival. Without a newer one, the next source is started.
    /// `nil`: a fix is recent until the source reports its loss. Such a source needs no steadiness.
    public let maximumAge: Duration?

    /// Names a source.
    ///
    /// - Parameters:
    ///   - name: see ``name``.
    ///   - provider: see ``provider``.
    ///   - maximumAge: see ``maximumAge``. The default, 10 s, is for receivers, which report a fix every
    ///     second. A source that reports only changes needs `nil`.
    public init(
      _ name: String, _ provider: any LocationProvider, maximumAge: Duration? = .seconds(10)
    ) {
      self.name = name
      self.provider = provider
      self.maximumAge = maximumAge
    }
  }

  /// The sources, the best one first.
  public let sources: [Source]
  private let limits: FallbackStateMachine.Limits
  private let logger: Logger?
  private let clock: ErasedClock

  /// Makes a provider. Nothing is started yet.
  ///
  /// - Parameters:
  ///   - sources: the sources, the best one first.
  ///   - patience: how long a source may take to its first fix before the next one is started too.
  ///   - steadiness: how long a better source must have delivered fixes before it takes over.
  ///   - retry: the pauses before a source that failed is started again.
  ///   - logger: logs failures and the source in use at `notice`, and starts at `debug`; `nil` logs nothing.
  ///   - clock: measures all these times, and dates a loss.
  /// - Precondition: there is at least one source.
  public init(
    _ sources: [Source], patience: Duration = .seconds(10), steadiness: Duration = .seconds(5),
    retry: RetryPolicy = RetryPolicy(), logger: Logger? = nil,
    clock: any LocationClock = SystemClock()
  ) {
    precondition(!sources.isEmpty, "a fallback needs at least one source")
    self.sources = sources
    limits = FallbackStateMachine.Limits(
      patience: patience, steadiness: steadiness, retry: retry)
    self.logger = logger
    self.clock = ErasedClock(clock)
  }

  // MARK: Authorization

  /// Authorized if one source is; see ``FallbackProvider``.
  public var authorizationStatus: AuthorizationStatus {
    let all = sources.map(\.provider.authorizationStatus)
    return all.first(where: \.isAuthorized) ?? all.first { $0 == .notDetermined } ?? all[0]
  }

  /// The refusals of all sources, with their names.
  public var authorizationRefusal: String? {
    let refusals = sources.compactMap { source in
      source.provider.authorizationRefusal.map { "\(source.name): \($0)" }
    }
    return refusals.isEmpty ? nil : refusals.joined(separator: "; ")
  }

  /// Asks for the sources that were not decided yet, in order, until one is authorized.
  public func requestWhenInUseAuthorization() async -> AuthorizationStatus {
    for source in sources where !isUserAuthorized {
      if source.provider.authorizationStatus == .notDetermined {
        _ = await source.provider.requestWhenInUseAuthorization()
      }
    }
    return authorizationStatus
  }

  // MARK: Updates

  /// Starts a subscription, and the first source for it.
  public func startUpdatingLocation() -> LocationUpdates {
    let provider = sources[0].provider
    let first =
      provider.authorizationStatus == .notDetermined ? nil : provider.startUpdatingLocation()
    let subscription = FallbackSubscription(
      to: sources, status: { authorizationStatus }, limits: limits, logger: logger, clock: clock
    )
    return subscription.begin(with: first)
  }
}
