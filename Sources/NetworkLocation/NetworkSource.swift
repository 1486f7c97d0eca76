import LocationCore
import LocationIO
import Synchronization

/// Scans and asks the server as long as it runs.
final class NetworkSource: Sendable {
  /// The result of one round.
  private enum Round {
    case update(LocationUpdate)
    /// It is reported, and the next round follows.
    case failure(UserLocationError, isPermanent: Bool)
    /// The user revoked the consent.
    case revoked
  }

  private let server: GeolocationServer
  private let scanner: any WiFiScanner
  private let cells: any CellScanner
  private let client: GeolocationClient
  private let interval: Duration
  private let retries: Bool
  private let log: SourceLogger
  private let clock: ErasedClock
  private let isAllowed: @Sendable () -> Bool
  private let memory = Mutex(GeolocationMemory())
  /// The wait for the next round, and whether that is due at once.
  private let wait = Mutex<(task: Task<Void, any Error>?, isOver: Bool)>((nil, false))

  init(
    server: GeolocationServer, scanner: any WiFiScanner, cells: any CellScanner,
    client: GeolocationClient, interval: Duration, retries: Bool, log: SourceLogger,
    clock: ErasedClock, isAllowed: @escaping @Sendable () -> Bool
  ) {
    self.server = server
    self.scanner = scanner
    self.cells = cells
    self.client = client
    self.interval = interval
    self.retries = retries
    self.log = log
    self.clock = clock
    self.isAllowed = isAllowed
  }

  /// Runs until the task is canceled, or until going on is pointless.
  ///
  /// - Returns: why it ended.
  func run(_ yield: (LocationUpdate) -> Void) async -> UserLocationError? {
    var hasSpoken = false
    while !Task.isCancelled {
      let start = clock.now
      wait.withLock { $0 = (nil, false) }
      switch await round() {
      case .update(let update):
        hasSpoken = true
        yield(update)
      case .failure(let error, let isPermanent):
        if error.code == .cancelled { return error }
        guard !isPermanent, hasSpoken || retries else { return error }
        let isLost = error.code == .canNotBeLocated
        var loss = FixLoss(reason: isLost ? .noFix : .disconnected, source: fixSource)
        loss.receivedAt = clock.date
        yield(.fixLost(loss))
        log.retrying(after: pause(since: start), because: error)
      case .revoked:
        yield(.authorization(.denied))
        return .notAuthorized
      }
      await wait(until: start + pause(since: start))
    }
    return .cancelled
  }

  /// Begins the next round now, or when the present one is over. It asks the server only if that is allowed.
  func beginNextRound() {
    let task = wait.withLock { wait in
      wait.isOver = true
      return wait.task
    }
    task?.cancel()
  }

  private func wait(until time: Duration) async {
    let task = wait.withLock { wait in
      guard !wait.isOver else { return nil as Task<Void, any Error>? }
      wait.task = Task { [clock] in try await clock.sleep(until: time) }
      return wait.task
    }
    guard let task else { return }
    await withTaskCancellationHandler {
      _ = try? await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// What the next request would contain.
  func preview() async throws(UserLocationError) -> NetworkRequestPreview {
    let request = try await scan()
    return NetworkRequestPreview(request: request, httpRequest: client.httpRequest(for: request))
  }

  /// From one scan to the next, or until the server may be asked again, whichever is later.
  private func pause(since start: Duration) -> Duration {
    let allowedAt = memory.withLock { $0.allowedAt } ?? .zero
    return max(interval, allowedAt - start)
  }

  private var fixSource: FixSource { FixSource(kind: .live, name: server.name) }

  private func scan() async throws(UserLocationError) -> GeolocationRequest {
    let cells = await availableCells()
    let points: [WiFiAccessPoint]
    do throws(UserLocationError) {
      points = try await scanner.accessPoints()
    } catch {
      // A cell without access points is also a place.
      guard !cells.isEmpty, error.code != .cancelled else {
        var error = error
        if error.source == nil { error.source = server.name }
        throw error
      }
      log.logger?.notice("no access points", metadata: ["error": "\(error)"])
      points = []
    }
    return GeolocationRequest(scan: points, cells: cells, usesAddress: server.usesAddress)
  }

  /// The cells; none if the modems can not be asked, because access points are enough.
  private func availableCells() async -> [CellTower] {
    do throws(UserLocationError) {
      return try await cells.cells()
    } catch {
      log.logger?.notice("no cells", metadata: ["error": "\(error)"])
      return []
    }
  }

  private func round() async -> Round {
    guard isAllowed() else { return .revoked }
    let (allowedAt, reason) = memory.withLock { ($0.allowedAt, $0.reason) }
    if let allowedAt, let reason, clock.now < allowedAt {
      return .failure(UserLocationError(reason, source: server.name), isPermanent: false)
    }
    let request: GeolocationRequest
    do throws(UserLocationError) {
      request = try await scan()
    } catch {
      return .failure(error, isPermanent: error.code == .notAuthorized)
    }
    // A scan takes seconds, in which the user may revoke the consent.
    guard isAllowed() else { return .revoked }
    switch await outcome(for: request) {
    case .success(let answer): return .update(.fix(fix(of: answer)))
    case .failure(let error):
      return .failure(
        UserLocationError(error, source: server.name), isPermanent: !error.isTemporary)
    }
  }

  private func outcome(for request: GeolocationRequest) async -> GeolocationMemory.Outcome {
    let time = clock.now
    if let known = memory.withLock({ $0.outcome(for: request, at: time) }) { return known }
    let outcome: GeolocationMemory.Outcome
    do throws(GeolocationError) {
      outcome = .success(try await client.position(for: request))
    } catch {
      outcome = .failure(error)
    }
    log.logger?.debug("asked", metadata: ["accessPoints": "\(request.accessPoints.count)"])
    memory.withLock { $0.note(outcome, for: request, at: clock.now) }
    return outcome
  }

  private func fix(of answer: GeolocationAnswer) -> Fix {
    var fix = Fix(coordinate: answer.coordinate, source: fixSource)
    fix.errors.horizontal = answer.accuracy
    if answer.isSimulated { fix.status = .simulated }
    fix.receivedAt = clock.date
    return fix
  }
}
