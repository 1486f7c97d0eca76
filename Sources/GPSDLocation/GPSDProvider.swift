import CGPSShims
public import LocationCore
import LocationIO
public import Logging

#if GPSD
  /// The receivers behind a gpsd, as a `LocationProvider`.
  ///
  /// ```swift
  /// let provider = GPSDProvider()  // gpsd://localhost:2947
  /// for try await update in provider.startUpdatingLocation() {
  ///   if case .fix(let fix) = update { print(fix.coordinate) }
  /// }
  /// ```
  ///
  /// All subscriptions share one connection, which is there while at least one of them runs, is read
  /// on a thread of its own, and is closed at once when the last one ends. When a consumer is slow
  /// the newest fixes win.
  ///
  /// Most of gpsd's output describes satellites. It is decoded only while at least one subscription
  /// is interested in satellites (`LocationUpdates.interests`).
  ///
  /// Beside fixes and satellites, subscriptions are told by `.fixLost` when a receiver has no fix
  /// (`.noFix`, `.undetermined`), is silent (`.silent`: gpsd does not tell), is given up or plugged in
  /// (`.deviceRemoved`, `.deviceAdded`), when there is none at all (`.noDevice`), and when gpsd itself
  /// went away and is being tried again (`.disconnected`). A fix is handed on once and in gpsd's
  /// order, and only when gpsd sends it: none that it or this provider kept from earlier.
  public final class GPSDProvider: LocationProvider {
    private let source: GPSDSource
    private let reader: SharedReader<GPSDSource>

    /// Makes a provider. Nothing is connected yet.
    ///
    /// - Parameters:
    ///   - host: gpsd's host: a name, or an address of either version without brackets.
    ///   - port: gpsd's port.
    ///   - device: the path of the one receiver that is of interest, as `/dev/ttyACM0`; `nil` takes
    ///     all of them.
    ///   - connectTimeout: how long finding and reaching gpsd may take in all, and how long it may
    ///     then take to say its first word.
    ///   - silence: how long a receiver, or all of them, may say nothing before that is reported.
    ///   - retry: how a gpsd that went away is tried again; `nil` ends the subscriptions instead. By
    ///     default a gpsd that is not there at the start ends them too: who asks for a location
    ///     learns at once why there is none.
    ///   - willRetry: told, on a thread of the provider's, why and after which pause it is.
    ///   - logger: is told of new tries and gpsd's errors at `notice`, of connections at `debug`, and
    ///     of each damaged line at `trace`; `nil` keeps quiet.
    ///   - clock: what silence, and the pauses between tries, are measured with.
    ///   - now: the host's time of day, for `receivedAt`.
    public convenience init<C: Clock>(
      host: String = "localhost", port: UInt16 = 2947, device: String? = nil,
      connectTimeout: Duration = .seconds(10), silence: Duration = .seconds(10),
      retry: RetryPolicy? = RetryPolicy(awaitsFirst: false),
      willRetry: @escaping @Sendable (UserLocationError, Duration) -> Void = { _, _ in },
      logger: Logger? = nil, clock: C = ContinuousClock(),
      now: @escaping @Sendable () -> Date = { Date() }
    ) where C.Duration == Duration {
      self.init(
        host: host, port: port, device: device, connectTimeout: connectTimeout, silence: silence,
        retry: retry, willRetry: willRetry, advice: nil, logger: logger, clock: clock, now: now)
    }

    /// The same, with what else can be done where no gpsd runs.
    package convenience init(
      host: String, port: UInt16, device: String?, connectTimeout: Duration = .seconds(10),
      silence: Duration = .seconds(10), retry: RetryPolicy?,
      willRetry: @escaping @Sendable (UserLocationError, Duration) -> Void,
      advice: String?, logger: Logger?, clock: any Clock<Duration>,
      now: @escaping @Sendable () -> Date
    ) {
      let name = Self.name(host: host, port: port, device: device)
      let connect = Self.connector(host: host, port: port, name: name, timeout: connectTimeout)
      self.init(
        name: name, device: device, connect: connect, greetingTimeout: connectTimeout,
        silence: silence, retry: retry, willRetry: willRetry, advice: advice, logger: logger,
        clock: clock, now: now)
    }

    /// With connections of the caller's own.
    init(
      name: String, device: String?, connect: @escaping GPSDSource.Connect,
      greetingTimeout: Duration, silence: Duration, retry: RetryPolicy?,
      willRetry: @escaping @Sendable (UserLocationError, Duration) -> Void,
      advice: String? = nil, logger: Logger? = nil, clock: any Clock<Duration>,
      now: @escaping @Sendable () -> Date
    ) {
      source = GPSDSource(
        name: name, device: device, connect: connect, greetingTimeout: greetingTimeout,
        silence: silence, advice: advice, log: GPSDLog(source: name, logger: logger),
        willRetry: willRetry, clock: clock, now: now)
      reader = SharedReader(source, retry: retry, clock: clock)
    }

    /// The source as its user would write it: `gpsd://localhost:2947//dev/ttyACM0`.
    public var name: String { source.name }

    /// What came through the last connection.
    public var counters: GPSDCounters { source.counters }

    /// What gpsd said of itself and its receivers; `nil` while it is not connected.
    public var server: GPSDServer? { source.server }

    /// Denied after the system forbade to connect (a firewall, a sandbox), until it allows it. Who
    /// has not tried yet is taken to be authorized.
    public var authorizationStatus: AuthorizationStatus {
      source.refusal == nil ? .authorizedAlways : .denied
    }

    /// What forbids the connection, as far as is known.
    public var authorizationRefusal: String? { source.refusal }

    /// The status: whoever runs this machine gives the permission, and cannot be asked here.
    ///
    /// After a denial it tries whether the connection is allowed meanwhile.
    public func requestWhenInUseAuthorization() async -> AuthorizationStatus {
      if source.refusal != nil { await source.tryAgain() }
      return authorizationStatus
    }

    /// Starts a subscription, which begins with what gpsd says next.
    ///
    /// It ends with `.sourceUnavailable` when gpsd is not running, does not answer or went away,
    /// `.hostNotFound`, `.notAuthorized` when the system forbids the connection, and
    /// `.protocolViolation` when what answers is no gpsd. In a program that loads libgps only now
    /// it may turn out not to be there: `.sourceUnavailable` too.
    public func startUpdatingLocation() -> LocationUpdates {
      if let reason = cgps_missing() {
        return LocationUpdates(
          failing: UserLocationError(
            .sourceUnavailable, source: name,
            detail: "libgps, with which this program was built, can not be loaded: "
              + "\(String(cString: reason)); install it, or build the program again"))
      }
      return reader.subscribe()
    }

    private static func name(host: String, port: UInt16, device: String?) -> String {
      let authority = host.contains(":") ? "[\(host)]" : host
      return "gpsd://\(authority):\(port)\(device.map { "/\($0)" } ?? "")"
    }

    private static func connector(
      host: String, port: UInt16, name: String, timeout: Duration
    ) -> GPSDSource.Connect {
      { () throws(UserLocationError) in
        let reader = TCPReader(
          host: host, port: port, source: name, connectTimeout: timeout,
          greeting: #"?WATCH={"enable":true,"json":true};"# + "\n"
        ) { SocketAddress.find(host, port: port, for: .connecting) }
        return try WakeableStream(reader, source: name)
      }
    }
  }
#else
  /// Not in this build: the package trait `GPSD`, which needs libgps, is off.
  @available(*, unavailable, message: "enable the trait GPSD of the package swift-location")
  public final class GPSDProvider {}
#endif
