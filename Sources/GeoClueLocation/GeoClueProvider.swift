public import LocationCore
import LocationIO
public import Logging

/// The location that the desktop's service GeoClue finds, as a `LocationProvider`.
///
/// ```swift
/// let provider = GeoClueProvider(desktopID: "org.example.Map")
/// for try await update in provider.startUpdatingLocation() {
///   if case .fix(let fix) = update { print(fix.coordinate, fix.horizontalAccuracy ?? .nan) }
/// }
/// ```
///
/// GeoClue finds the location with receivers, with modems, or by asking a server on the Internet about
/// the Wi-Fi networks and the address of this machine. It does not report which.
///
/// All subscriptions share one client of GeoClue. It starts with the first subscription, its D-Bus
/// connection is read on its own thread, and it ends with the last subscription. If a consumer is slow,
/// it receives the newest fixes.
///
/// **Fixes.** A value that GeoClue does not know is `nil`. `errors.horizontal` is GeoClue's accuracy in
/// meters if it is greater than zero; GeoClue does not say how probable it is. For a receiver that sends
/// NMEA, GeoClue guesses it from the HDOP. `altitude` is GeoClue's altitude, whose datum GeoClue does not
/// state; from NMEA it is the height above mean sea level. `course` is GeoClue's heading. `timestamp` is
/// the time that GeoClue states; a location that GeoClue kept from earlier has an old one.
///
/// Besides fixes, subscriptions receive
/// - `.authorization(.denied)` when the user switches location services off, and
///   `.authorization(.authorizedWhenInUse)` when they are switched on again,
/// - `.fixLost` with the reason `.disconnected` when GeoClue or the D-Bus stopped; the provider tries
///   again.
///
/// GeoClue reports changes of the location, so a machine that does not move may send one fix and no more.
public final class GeoClueProvider: LocationProvider {
  private let source: GeoClueSource
  private let reader: SharedReader<GeoClueSource>

  /// Makes a provider. Nothing is connected yet.
  ///
  /// - Parameters:
  ///   - desktopID: the name of the program's desktop file without `.desktop`. GeoClue's configuration
  ///     allows and forbids programs by this name. It must not be empty.
  ///   - accuracy: the most accurate location to ask for. With less than `.exact`, GeoClue uses fewer
  ///     sources.
  ///   - distanceThreshold: report a location only after it moved so far, in meters, rounded to whole
  ///     meters. Zero, less and NaN report every location.
  ///   - timeThreshold: the shortest time between two locations, rounded to whole seconds. With zero or
  ///     less, there is no such limit.
  ///   - agentTimeout: how long to wait for GeoClue's first answer, by the system's clock. GeoClue does not
  ///     answer a user without an agent, the program of a desktop that allows the use of the location.
  ///     By default 10 s, which is enough for GeoClue and the agent to start.
  ///   - retry: how to start again after GeoClue stopped; `nil` ends the subscriptions instead. By
  ///     default, subscriptions also end if GeoClue is not available at the start, so that the caller
  ///     gets the reason at once.
  ///   - willRetry: called before each new attempt, on a thread of the provider, with the error and the
  ///     pause.
  ///   - logger: logs new attempts and changes of the authorization at `notice`, and starts at `debug`;
  ///     `nil` logs nothing.
  ///   - clock: measures the pauses between attempts, and dates `receivedAt`.
  public convenience init(
    desktopID: String, accuracy: GeoClueAccuracyLevel = .exact, distanceThreshold: Double = 0,
    timeThreshold: Duration = .zero, agentTimeout: Duration = .seconds(10),
    retry: RetryPolicy? = RetryPolicy(awaitsFirst: false),
    willRetry: @escaping @Sendable (UserLocationError, Duration) -> Void = { _, _ in },
    logger: Logger? = nil, clock: any LocationClock = SystemClock()
  ) {
    self.init(
      GeoClueRequest(
        desktopID: desktopID, accuracy: accuracy, distance: distanceThreshold, time: timeThreshold),
      on: .system, agentTimeout: agentTimeout, retry: retry, willRetry: willRetry, logger: logger,
      clock: clock)
  }

  /// Makes a provider on any bus.
  package convenience init(
    desktopID: String, on address: DBusConnection.Address, agentTimeout: Duration = .seconds(30),
    clock: any LocationClock
  ) {
    self.init(
      GeoClueRequest(desktopID: desktopID, accuracy: .exact, distance: 0, time: .zero), on: address,
      agentTimeout: agentTimeout, retry: nil,
      willRetry: { _, _ in }, logger: nil, clock: clock)
  }

  init(
    _ request: GeoClueRequest, on address: DBusConnection.Address, agentTimeout: Duration,
    retry: RetryPolicy?, willRetry: @escaping @Sendable (UserLocationError, Duration) -> Void,
    logger: Logger?, clock: any LocationClock
  ) {
    source = GeoClueSource(
      request, on: address, agentTimeout: agentTimeout, logger: logger, clock: clock)
    reader = SharedReader(
      source, retry: retry, willRetry: willRetry, logger: logger, clock: clock)
  }

  /// Whether GeoClue is installed on this machine. It is not started, and nothing is asked.
  public static var isInstalled: Bool {
    ["/usr/share", "/usr/local/share", "/lib"].contains {
      FileAccess("\($0)/dbus-1/system-services/\(GeoClueClient.service).service").exists
    }
  }

  /// `.authorizedWhenInUse`, or `.denied` after GeoClue refused this program, until it allows it.
  ///
  /// GeoClue decides when a client starts, so a refusal is known only after the first subscription or
  /// request.
  public var authorizationStatus: AuthorizationStatus {
    source.refusal == nil ? .authorizedWhenInUse : .denied
  }

  /// GeoClue's reason for its refusal, and what the user can do.
  public var authorizationRefusal: String? { source.refusal }

  /// Asks GeoClue whether this program may use the location, and returns the new status.
  ///
  /// GeoClue shows a question only for sandboxed programs. Without an answer, as when GeoClue is not
  /// installed, the status stays, and a subscription reports the reason.
  public func requestWhenInUseAuthorization() async -> AuthorizationStatus {
    try? await source.ask()
    return authorizationStatus
  }

  /// Asks GeoClue whether this program may use the location.
  ///
  /// - Throws: the error that a subscription would end with.
  package func ask() async throws(UserLocationError) { try await source.ask() }

  /// Starts a subscription. It begins with GeoClue's next location.
  ///
  /// It ends with `.notAuthorized` and GeoClue's reason if GeoClue refuses this program, and with
  /// `.sourceUnavailable` if this user has no agent, or if the D-Bus, GeoClue or libsystemd is missing.
  public func startUpdatingLocation() -> LocationUpdates {
    source.revocation.map { LocationUpdates(failing: $0) } ?? reader.subscribe()
  }
}

/// How accurate a location GeoClue may return. The raw values are GeoClue's `GClueAccuracyLevel`.
///
/// It is an upper limit: the user's settings and the available receivers can make a location less
/// accurate.
public enum GeoClueAccuracyLevel: UInt32, Hashable, Sendable, CaseIterable {
  /// The country.
  case country = 1
  /// The city.
  case city = 4
  /// The neighborhood.
  case neighborhood = 5
  /// The street.
  case street = 6
  /// As accurate as possible.
  case exact = 8
}
