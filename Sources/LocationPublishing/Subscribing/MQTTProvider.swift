public import LocationCore
public import LocationIO

/// The locations that others publish to an MQTT broker, as a `LocationProvider`.
///
/// It understands OwnTracks' JSON and gpsd's `TPV` objects. Each topic is a device of its own:
/// `Fix.source.device` is the part of the topic that the wildcards match, `anna/phone` for `owntracks/+/+`, and `nil`
/// without wildcards. A message of another kind is ignored, except OwnTracks' `lwt`, which
/// becomes a lost fix with the reason `.disconnected`.
///
/// All subscriptions share one connection. It is made with libmosquitto when the first subscription starts,
/// and ends with the last one. The broker waits for a slow subscription, so no message that it delivers is dropped. A broker keeps the last location of each topic, so a subscription may begin
/// with old locations; their timestamps tell it. Locations that were published as simulated or replayed keep
/// that kind.
public final class MQTTProvider: LocationProvider {
  private let reader: SharedReader<MQTTSource>

  /// Makes a provider. Nothing is connected yet.
  ///
  /// - Parameters:
  ///   - settings: the broker.
  ///   - topic: the topics, with the wildcards `+` and `#`: `owntracks/+/+`. Consumers of `$share/GROUP/owntracks/+/+`
  ///     share the messages: each message comes to one consumer of the group.
  ///   - session: see `MQTTAccess.session`.
  ///   - retry: how to connect again after the connection broke; `nil` ends the subscriptions instead.
  ///   - willRetry: called before each new attempt, with the error and the pause.
  ///   - clock: measures the pauses between attempts, and dates `receivedAt`.
  public init(
    _ settings: MQTTSettings, topic: String, session: String? = nil,
    retry: RetryPolicy? = RetryPolicy(awaitsFirst: false),
    willRetry: @escaping @Sendable (UserLocationError, Duration) -> Void = { _, _ in },
    clock: any LocationClock = SystemClock()
  ) {
    let source = MQTTSource(settings, topic: topic, session: session, clock: clock)
    reader = SharedReader(source, retry: retry, willRetry: willRetry, clock: clock)
  }

  /// Always `.authorizedAlways`; a broker refuses a user when a subscription starts.
  public var authorizationStatus: AuthorizationStatus { .authorizedAlways }

  /// Returns ``authorizationStatus`` at once.
  public func requestWhenInUseAuthorization() async -> AuthorizationStatus { authorizationStatus }

  /// Starts a subscription.
  ///
  /// It ends with `.notAuthorized` if the broker refuses the user or its certificate is not trusted, with
  /// `.hostNotFound`, and with `.sourceUnavailable` if the broker cannot be reached, the connection broke, or
  /// libmosquitto is missing.
  public func startUpdatingLocation() -> LocationUpdates { reader.subscribe() }
}
