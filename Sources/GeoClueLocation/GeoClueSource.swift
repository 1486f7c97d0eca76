import LocationCore
import LocationIO
import Logging
import Synchronization

/// GeoClue for a `SharedReader`. Each stream is one client on a D-Bus connection of its own.
final class GeoClueSource: ReadableSource {
  let name = "geoclue:"
  private let request: GeoClueRequest
  private let address: DBusConnection.Address
  private let agentTimeout: Duration
  private let log: SourceLogger
  private let clock: any LocationClock
  private let access = Mutex(Access.unrefused)

  /// What GeoClue said last about the use of the location.
  private enum Access {
    /// GeoClue allows it, or was not asked yet.
    case unrefused
    /// GeoClue refused the start of a client, for this reason.
    case refused(String)
    /// The user switched a running client off.
    case switchedOff
  }

  /// Makes a source. Nothing is connected yet.
  init(
    _ request: GeoClueRequest, on address: DBusConnection.Address, agentTimeout: Duration,
    logger: Logger?, clock: any LocationClock
  ) {
    self.request = request
    self.address = address
    self.agentTimeout = agentTimeout
    log = SourceLogger(source: name, logger: logger)
    self.clock = clock
  }

  /// Why GeoClue refused this program the last time; `nil` if it did not refuse it.
  var refusal: String? {
    switch access.withLock({ $0 }) {
    case .unrefused: nil
    case .refused(let reason): reason
    case .switchedOff: Self.switchedOff
    }
  }

  /// The error for a subscription that starts while a running client is switched off; else `nil`.
  var revocation: UserLocationError? {
    guard case .switchedOff = access.withLock({ $0 }) else { return nil }
    return UserLocationError(.notAuthorized, source: name, detail: Self.switchedOff)
  }

  private static let switchedOff =
    "location services were switched off; switch them on in the desktop's settings"

  // MARK: For the reader

  func open() throws(UserLocationError) -> WakeChannel {
    do throws(SystemError) {
      return try WakeChannel()
    } catch {
      throw UserLocationError(error, source: name, code: .inputOutput)
    }
  }

  func close(_ wake: WakeChannel) { wake.signal() }

  func read(
    _ wake: WakeChannel, telling listeners: SharedListeners
  ) throws(UserLocationError) -> UserLocationError? {
    do throws(GeoClueFailure) {
      try run(wake, listeners)
    } catch {
      let revocation = revocation
      // The status stays, but the next client asks again.
      if revocation != nil { access.withLock { $0 = .refused(Self.switchedOff) } }
      let error = noted(error)
      // A refused subscription gets no report of an outage.
      throw error.code == .cancelled ? error : revocation ?? error
    }
  }

  func outage() -> LocationUpdate {
    .fixLost(FixLoss(reason: .disconnected, source: fixSource)).received(at: clock.date)
  }

  // MARK: Authorization

  /// Starts a client and drops it, so that GeoClue answers whether this program may use it.
  ///
  /// - Throws: the error that a subscription would end with.
  func ask() async throws(UserLocationError) {
    // The running client gets the news by itself.
    if let revocation { throw revocation }
    let answer: Result<Void, GeoClueFailure>
    do throws(DBusError) {
      answer = try await DBusConnection.run(on: address) {
        [request, agentTimeout] bus throws(DBusError) in
        Result { () throws(GeoClueFailure) in
          _ = try GeoClueClient(request, on: bus, agentTimeout: agentTimeout)
        }
      }
    } catch {
      answer = .failure(.bus(error))
    }
    switch answer {
    case .success:
      // The running client may have been told since that the location is switched off.
      if let revocation { throw revocation }
      access.withLock { $0 = .unrefused }
    case .failure(let failure): throw noted(failure)
    }
  }

  /// The error for the subscriptions. A refusal is kept.
  private func noted(_ failure: GeoClueFailure) -> UserLocationError {
    let error = failure.error(source: name, desktopID: request.desktopID)
    if error.code == .notAuthorized { access.withLock { $0 = .refused(error.detail) } }
    return error
  }

  // MARK: One client

  private func run(
    _ wake: WakeChannel, _ listeners: SharedListeners
  ) throws(GeoClueFailure) -> Never {
    let client = try client(wake)
    log.logger?.debug("opened")
    listeners.tell([])
    change(true, listeners)
    while true {
      switch try event(client) {
      case .location(let properties): tell(properties, listeners)
      case .active(let isActive): change(isActive, listeners)
      case .stopped: throw .stopped
      }
    }
  }

  private func client(_ wake: WakeChannel) throws(GeoClueFailure) -> GeoClueClient {
    let bus: DBusConnection
    do throws(DBusError) {
      bus = try DBusConnection(to: address, wake: wake)
    } catch {
      throw .bus(error)
    }
    return try GeoClueClient(request, on: bus, agentTimeout: agentTimeout)
  }

  private func event(_ client: GeoClueClient) throws(GeoClueFailure) -> GeoClueClient.Event {
    do throws(DBusError) {
      return try client.next()
    } catch {
      throw .bus(error)
    }
  }

  private func tell(_ properties: [String: DBusValue], _ listeners: SharedListeners) {
    guard var fix = Fix(geoClue: properties, source: fixSource) else {
      log.logger?.notice("a location is not on Earth")
      return
    }
    fix.receivedAt = clock.date
    listeners.tell([.fix(fix)])
  }

  /// GeoClue started the client, or the user switched it off or on. GeoClue reports the start too.
  private func change(_ isActive: Bool, _ listeners: SharedListeners) {
    let isChange = access.withLock { access in
      let wasActive = if case .unrefused = access { true } else { false }
      access = isActive ? .unrefused : .switchedOff
      return isActive != wasActive
    }
    guard isChange else { return }
    log.logger?.notice("authorization changed", metadata: ["active": "\(isActive)"])
    listeners.notify(.authorization(isActive ? .authorizedWhenInUse : .denied))
  }

  private var fixSource: FixSource { FixSource(kind: .live, name: name) }
}
