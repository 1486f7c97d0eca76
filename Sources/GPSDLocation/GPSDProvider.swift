import CGPSShims
import GPSDProtocol
public import LocationCore
import LocationIO
public import Logging

/// The receivers behind a gpsd, as a `LocationProvider`.
///
/// ```swift
/// let provider = GPSDProvider()  // gpsd://localhost:2947
/// for try await update in provider.startUpdatingLocation() {
///   if case .fix(let fix) = update { print(fix.coordinate) }
/// }
/// ```
///
/// All subscriptions share one connection. It is opened with the first subscription, read on its own
/// thread, and closed as soon as the last subscription ends. If a consumer is slow, it receives the
/// newest fixes.
///
/// Most of gpsd's output describes satellites. It is decoded only while at least one subscription
/// is interested in satellites (`LocationUpdates.interests`).
///
/// gpsd reports DOPs and the number of satellites in SKY objects, apart from the position in TPV. A fix has those of
/// its receiver's last SKY, as other clients of gpsd show them. That SKY may be of the cycle before. A SKY that is older
/// than two cycles of the receiver, or than 5 s while the cycle is unknown, is not used: then the fix has no DOPs and
/// no number of satellites. No fix waits for a SKY.
///
/// Besides fixes and satellites, subscriptions receive `.fixLost` with one of these reasons:
/// - `.noFix`, `.undetermined`, `.noPosition`: the receiver has no position.
/// - `.silent`: the receiver sends nothing. gpsd does not report this; the provider measures it.
/// - `.deviceRemoved`, `.deviceAdded`: gpsd gave a receiver up, or has a new one.
/// - `.noDevice`: gpsd has no receiver.
/// - `.disconnected`: the connection to gpsd broke, and the provider tries again.
///
/// Each fix is delivered once, in gpsd's order. Fixes that gpsd or this provider
/// kept from earlier are not delivered.
///
/// Without the package trait `GPSD`, which needs libgps, this type is unavailable.
#if !GPSD
  @available(*, unavailable, message: "enable the trait GPSD of the package swift-location")
#endif
public final class GPSDProvider: LocationProvider {
  private let source: GPSDSource
  private let reader: SharedReader<GPSDSource>

  /// Makes a provider. Nothing is connected yet.
  ///
  /// - Parameters:
  ///   - host: gpsd's host: a name, or an IPv4 or IPv6 address without brackets.
  ///   - port: gpsd's port, 1 … 65,535. No gpsd listens at port 0.
  ///   - device: the path of the one receiver to read, such as `/dev/ttyACM0`; `nil` reads all
  ///     receivers.
  ///   - connectTimeout: how long the connection may take, and then how long gpsd's greeting may
  ///     take. Less than zero counts as zero, which is too short for most servers.
  ///   - silence: how long a receiver may send nothing before `.silent` is reported. With zero or
  ///     less, `.silent` follows every report.
  ///   - retry: how to connect again after the connection broke; `nil` ends the subscriptions
  ///     instead. By default, subscriptions also end if gpsd does not run at the start, so that the
  ///     caller gets the reason at once.
  ///   - willRetry: called before each new attempt, on a thread of the provider, with the error and
  ///     the pause.
  ///   - logger: logs new attempts and gpsd's errors at `notice`, connections at `debug`, and each
  ///     damaged line at `trace`; `nil` logs nothing.
  ///   - clock: measures silence and the pauses between attempts, and dates `receivedAt`.
  public convenience init(
    host: String = "localhost", port: UInt16 = 2947, device: String? = nil,
    connectTimeout: Duration = .seconds(10), silence: Duration = .seconds(10),
    retry: RetryPolicy? = RetryPolicy(awaitsFirst: false),
    willRetry: @escaping @Sendable (UserLocationError, Duration) -> Void = { _, _ in },
    logger: Logger? = nil, clock: any LocationClock = SystemClock()
  ) {
    self.init(
      host: host, port: port, device: device, connectTimeout: connectTimeout, silence: silence,
      retry: retry, willRetry: willRetry, advice: nil, logger: logger, clock: clock)
  }

  /// Makes a provider whose error for a gpsd that does not run contains more advice.
  package convenience init(
    host: String, port: UInt16, device: String?, connectTimeout: Duration = .seconds(10),
    silence: Duration = .seconds(10), retry: RetryPolicy?,
    willRetry: @escaping @Sendable (UserLocationError, Duration) -> Void,
    advice: String?, logger: Logger?, clock: any LocationClock
  ) {
    let name = Self.name(host: host, port: port, device: device)
    let connect = Self.connector(host: host, port: port, name: name, timeout: connectTimeout)
    self.init(
      name: name, device: device, connect: connect, greetingTimeout: connectTimeout,
      silence: silence, retry: retry, willRetry: willRetry, advice: advice, logger: logger,
      clock: clock)
  }

  /// Makes a provider with connections that the caller makes.
  init(
    name: String, device: String?, connect: @escaping GPSDSource.Connect,
    greetingTimeout: Duration, silence: Duration, retry: RetryPolicy?,
    willRetry: @escaping @Sendable (UserLocationError, Duration) -> Void,
    advice: String? = nil, logger: Logger? = nil, clock: any LocationClock
  ) {
    source = GPSDSource(
      name: name, device: device, connect: connect, greetingTimeout: greetingTimeout,
      silence: silence, advice: advice, log: GPSDLog(source: name, logger: logger),
      clock: clock)
    reader = SharedReader(
      source, retry: retry, willRetry: willRetry, logger: logger, clock: clock)
  }

  /// The source in the form that a user writes: `gpsd://localhost:2947//dev/ttyACM0`.
  public var name: String { source.name }

  /// What was received through the last connection.
  public var counters: GPSDCounters { source.counters }

  /// What gpsd reported about itself and its receivers; `nil` while it is not connected.
  public var server: GPSDServer? { source.server }

  /// `.denied` after the system refused the connection (a firewall, a sandbox), until it allows it.
  /// Before the first attempt it is `.authorizedAlways`.
  public var authorizationStatus: AuthorizationStatus {
    source.refusal == nil ? .authorizedAlways : .denied
  }

  /// Why the system refused the connection, if it did.
  public var authorizationRefusal: String? { source.refusal }

  /// Returns the status. The administrator of this machine gives the permission, so there is nobody to
  /// ask.
  ///
  /// After a denial it checks whether the connection is allowed now.
  public func requestWhenInUseAuthorization() async -> AuthorizationStatus {
    if source.refusal != nil { await source.tryAgain() }
    return authorizationStatus
  }

  /// Starts a subscription. It begins with gpsd's next report.
  ///
  /// It ends with `.sourceUnavailable` if gpsd does not run, does not answer or stopped, with
  /// `.hostNotFound`, with `.notAuthorized` if the system refuses the connection, and with
  /// `.protocolViolation` if the server is not gpsd. If this program loads libgps at run time and
  /// it is not installed, the subscription ends with `.sourceUnavailable` too.
  public func startUpdatingLocation() -> LocationUpdates {
    if let reason = cgps_missing() {
      return LocationUpdates(
        failing: UserLocationError(
          .sourceUnavailable, source: name,
          detail: "libgps, with which this program was built, cannot be loaded: "
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
        greeting: GPSDRequest.watch(GPSDWatch(json: true)).line + "\n"
      ) { SocketAddress.find(host, port: port, for: .connecting) }
      return try WakeableStream(reader, source: name)
    }
  }
}

/// What a gpsd reports about itself.
public struct GPSDServer: Hashable, Sendable {
  /// Its release and the version of its protocol.
  public var version: GPSDVersion
  /// Its receivers, in its order; `nil` before it listed them.
  public var devices: [GPSDDevice]?
}
