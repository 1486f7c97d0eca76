public import LocationCore
public import LocationIO
public import Logging
import Synchronization

/// The location that a geolocation server finds from the Wi-Fi access points and the cell in sight.
///
/// ```swift
/// let server = try GeolocationServer("https://example.org/v1/geolocate")
/// let provider = NetworkProvider(
///   server: server, consents: MemoryConsentStore([server.origin: .granted]))
/// ```
///
/// It scans every minute while there are subscriptions, and when another one starts. Nothing is sent without the user's consent. The
/// server is asked only if other access points are in sight than before, or after an hour. Otherwise its
/// last answer is delivered again, because the machine is still at the same place.
///
/// After a failure it waits as the server asks (`Retry-After`). Without such a wish it waits for minutes and
/// then for hours after failures of the server, and for seconds and then for minutes after failures of the
/// connection. All subscriptions share this state, and a new subscription does not end a pause.
///
/// A fix has a place, an accuracy in `errors.horizontal`, and no timestamp. Its status is `.simulated` if the server says
/// so, as `locate web` does.
public final class NetworkProvider: LocationProvider {
  /// Asks the user a question, and returns the answer; `nil` if there is none, so that the question is asked
  /// again next time.
  public typealias Ask = @Sendable (ConsentQuestion) async -> Consent?

  private let server: GeolocationServer
  private let source: NetworkSource
  private let consents: any ConsentStore
  private let ask: Ask?
  private let advice: String?
  private let multicaster = LocationMulticaster()
  /// The last run, and its number.
  private let run = Mutex<(number: Int, task: Task<Void, Never>?)>((0, nil))
  /// Why the last answer of the user could not be stored.
  private let storingFailure = Mutex<String?>(nil)

  /// Makes a provider. Nothing is scanned or sent yet.
  ///
  /// - Parameters:
  ///   - server: the server to ask.
  ///   - consents: stores whether the user agreed.
  ///   - ask: asks the user, if there is no decision yet. With `nil`, nobody is asked, and subscriptions
  ///     without consent end with `.notAuthorized`.
  ///   - scanner: finds the access points.
  ///   - cells: finds the cells of the machine's modems.
  ///   - transport: sends the requests.
  ///   - interval: the time between scans, at least one second.
  ///   - retries: whether to go on if there was no location yet. By default, the first failure ends the
  ///     subscriptions, so that the caller gets the reason at once. Later failures end them only
  ///     if trying again cannot help, for example because the server refuses the request's key.
  ///   - logger: logs failures at `notice` and requests at `debug`; `nil` logs nothing.
  ///   - clock: measures the pauses, and dates `receivedAt` and `Retry-After`.
  public convenience init(
    server: GeolocationServer, consents: any ConsentStore, ask: Ask? = nil,
    scanner: any WiFiScanner = SystemWiFiScanner(),
    cells: any CellScanner = ModemManagerScanner(), transport: any HTTPTransport = CurlTransport(),
    interval: Duration = .seconds(60), retries: Bool = false, logger: Logger? = nil,
    clock: any LocationClock = SystemClock()
  ) {
    self.init(
      server: server, consents: consents, ask: ask, advice: nil, scanner: scanner, cells: cells,
      transport: transport, interval: interval, retries: retries, logger: logger, clock: clock)
  }

  /// The same with advice for users who have not decided yet.
  package init(
    server: GeolocationServer, consents: any ConsentStore, ask: Ask?, advice: String?,
    scanner: any WiFiScanner, cells: any CellScanner, transport: any HTTPTransport,
    interval: Duration = .seconds(60), retries: Bool,
    logger: Logger?, clock: any LocationClock
  ) {
    self.server = server
    self.consents = consents
    self.ask = ask
    self.advice = advice
    source = NetworkSource(
      server: server, scanner: scanner, cells: cells,
      client: GeolocationClient(server: server, transport: transport, now: { clock.date }),
      interval: max(interval, .seconds(1)), retries: retries,
      log: SourceLogger(source: server.name, logger: logger), clock: ErasedClock(clock),
      isAllowed: { consents.consent(to: server.origin) == .granted })
  }

  /// The source without its query, which may contain a key: "net:https://example.org/v1/geolocate".
  public var name: String { server.name }

  // MARK: Consent

  /// `.notDetermined` if the user has not decided yet, `.denied` after a refusal.
  public var authorizationStatus: AuthorizationStatus {
    switch consents.consent(to: server.origin) {
    case nil: .notDetermined
    case .refused?: .denied
    case .granted?: .authorizedWhenInUse
    }
  }

  /// Why nothing is sent; `nil` with consent.
  public var authorizationRefusal: String? {
    let what = "the Wi-Fi access points and the cell in sight to \(server.origin)"
    let advice = advice.map { "; \($0)" } ?? ""
    return switch authorizationStatus {
    case .notDetermined:
      storingFailure.withLock { $0 } ?? "there is no consent yet to send \(what)\(advice)"
    case .denied: "sending \(what) was refused\(advice)"
    default: nil
    }
  }

  /// Asks the user if there is no decision yet, and stores the answer. Concurrent requests ask once.
  public func requestWhenInUseAuthorization() async -> AuthorizationStatus {
    guard let ask, authorizationStatus == .notDetermined else { return authorizationStatus }
    let question = ConsentQuestion(origin: server.origin, usesAddress: server.usesAddress)
    return await multicaster.authorization {
      Task {
        // An answer to an earlier question may have come since.
        let status = authorizationStatus
        let answer = status == .notDetermined ? store(await ask(question)) : status
        multicaster.yield(.authorization(answer))
      }
    }
  }

  private func store(_ answer: Consent?) -> AuthorizationStatus {
    guard let answer else { return .denied }
    do throws(UserLocationError) {
      try consents.set(answer, to: server.origin)
      storingFailure.withLock { $0 = nil }
      return answer == .granted ? .authorizedWhenInUse : .denied
    } catch {
      // Without a stored consent, nobody could revoke it.
      storingFailure.withLock { $0 = "the consent could not be stored: \(error)" }
      return .denied
    }
  }

  // MARK: Updates

  /// Starts a subscription. All subscriptions share the scans and requests.
  ///
  /// It ends with `.notAuthorized` without consent, and if a scan needs a permission that is missing. It
  /// ends with `.canNotBeLocated` if the server knows none of the access points and cells, and with
  /// `.sourceUnavailable`, `.hostNotFound`, `.badData` or `.protocolViolation` if the server can not be
  /// asked; see `retries` of the initializer. A revocation of the consent ends it too.
  public func startUpdatingLocation() -> LocationUpdates {
    guard isUserAuthorized else {
      return LocationUpdates(
        failing: UserLocationError(
          .notAuthorized, source: name, detail: authorizationRefusal ?? ""))
    }
    let present = run.withLock { $0.number }
    let updates = multicaster.subscribe(start: { self.start() }, stop: { self.stop() })
    // In a run that went on, it would wait as long as the others for its first news.
    if run.withLock({ $0.number }) == present { source.beginNextRound() }
    return updates
  }

  private func start() {
    run.withLock { run in
      run.number += 1
      // The runs share the source, so that one begins after the other has ended.
      run.task = Task { [source, multicaster, former = run.task] in
        await former?.value
        let end = await source.run { if !Task.isCancelled { multicaster.yield($0) } }
        guard !Task.isCancelled, let end else { return }
        multicaster.finish(throwing: end)
      }
    }
  }

  private func stop() { run.withLock { $0.task }?.cancel() }

  /// Scans, and returns what would be sent. Sends nothing, and needs no consent.
  ///
  /// - Throws: an error of the scanner.
  public func requestPreview() async throws(UserLocationError) -> NetworkRequestPreview {
    try await source.preview()
  }
}

/// What a ``NetworkProvider`` would send now.
public struct NetworkRequestPreview: Hashable, Sendable {
  /// The data.
  public let request: GeolocationRequest
  /// The HTTP request with the data; `nil` if nothing would be sent.
  public let httpRequest: HTTPRequest?
}

extension NetworkRequestPreview: CustomStringConvertible {
  /// The request as text, or a sentence if there is none, and then a line with the access points that are
  /// left out.
  public var description: String {
    let text =
      httpRequest.map { "\($0)\n" }
      ?? "Nothing is sent: fewer than two access points may be sent, and there is no cell.\n"
    let exclusions = request.exclusions
    return exclusions.isEmpty ? text : "\(text)Left out: \(exclusions)\n"
  }
}
