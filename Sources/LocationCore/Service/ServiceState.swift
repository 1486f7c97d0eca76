/// Who waits for what, and the source's subscription: the part of a ``ServiceEngine`` inside its
/// lock.
///
/// It calls nobody. What must be called once the lock is free is appended to `effects`.
struct ServiceState {
  typealias ID = Int
  typealias Answer = @Sendable (Result<Fix, UserLocationError>) -> Void
  typealias Effects = [@Sendable () -> Void]

  struct Request {
    let criteria: LocationCriteria
    let answer: Answer
    var timeout: Task<Void, Never>?
    var best: Fix?
  }

  struct Stream {
    let id: ID
    let buffer: UpdateBuffer
    var filter: FixFilter
  }

  struct Question {
    let id: ID
    var asking: Task<Void, Never>?
  }

  struct Subscription {
    let id: ID
    /// What it is, once it has been started; dropping it ends one that is taken directly.
    var updates: LocationUpdates?
    /// What its source was told to leave out.
    var leftOut: LocationUpdate.Kinds = []
    /// Whether somebody is just telling it: one at a time, so that the last word is the right one.
    var isBeingTold = false
    /// What iterates over one that is not taken directly.
    var pump: Task<Void, Never>?
    /// The pump, while it waits for a stream to take something.
    var awaitingRoom: CheckedContinuation<Void, Never>?
  }

  private var lastID: ID = 0
  var requests: [ID: Request] = [:]
  /// In the order in which they came. There are few, and most often one.
  var streams: [Stream] = []
  /// The request for authorization, until it is answered: as long as it is, nobody else asks.
  var question: Question?
  var subscription: Subscription?
  /// The update that brought the last fix, not copied out of it, and when that was.
  var lastFix: (update: LocationUpdate, at: Duration)?
  var isShutDown = false

  mutating func newID() -> ID {
    lastID += 1
    return lastID
  }

  var isIdle: Bool { requests.isEmpty && streams.isEmpty }

  /// How much is kept for a consumer that the source waits for: the more, the less often they take
  /// turns.
  static let waitingRoom = 256

  /// What the streams ask for; `nil` when there is no room in one of them, and as long as none of
  /// them waits and one is more than half full: for each single update the source and a consumer
  /// would take turns.
  var demand: UpdateDemand? {
    var demand = UpdateDemand(
      limit: Self.waitingRoom, isWithoutSky: unwanted.contains(.sky))
    var (isHalfFree, isAwaited) = (true, false)
    for stream in streams {
      guard let room = stream.buffer.room else { continue }
      demand.limit = min(demand.limit, room.count)
      isHalfFree = isHalfFree && room.isHalfFree
      isAwaited = isAwaited || room.isAwaited
    }
    return demand.limit > 0 && (isHalfFree || isAwaited) ? demand : nil
  }

  /// What nobody wants: requests want fixes.
  var unwanted: LocationUpdate.Kinds {
    streams.reduce(into: .sky) { $0.formIntersection($1.filter.unwanted) }
  }

  /// The fix the service has already, if it will do.
  func known(by criteria: LocationCriteria, at now: Duration) -> Fix? {
    guard let maximumAge = criteria.maximumAge, let last = lastFix,
      now - last.at <= maximumAge, case .fix(let fix) = last.update, criteria.isMet(by: fix)
    else { return nil }
    return fix
  }

  /// Remembers an update that brings a fix, and answers with it who asked for one like it.
  mutating func answerRequests(
    with update: LocationUpdate, at now: Duration, _ effects: inout Effects
  ) {
    lastFix = (update, now)
    guard !requests.isEmpty, case .fix(let fix) = update else { return }
    for (id, request) in requests {
      if request.criteria.isMet(by: fix) {
        requests[id] = nil
        effects.append(request.ending(.success(fix)))
      } else if fix.isAtLeastAsAccurate(as: request.best) {
        requests[id]?.best = fix
      }
    }
  }

  /// Everybody's end: an error, or `nil` when the source came to its own.
  mutating func endAll(
    _ error: UserLocationError?, _ effects: inout Effects
  ) {
    for request in requests.values {
      var failure = error ?? .sourceEnded
      failure.bestFix = request.best
      effects.append(request.ending(.failure(failure)))
    }
    for stream in streams {
      effects.append { stream.buffer.finish(error) }
    }
    requests = [:]
    streams = []
    if let error, error.code == .notAuthorized { lastFix = nil }
    stopIfIdle(&effects)
  }

  mutating func stopIfIdle(_ effects: inout Effects) {
    guard isIdle, let stopped = subscription.take() else { return }
    effects.append {
      stopped.pump?.cancel()
      stopped.awaitingRoom?.resume()
      withExtendedLifetime(stopped.updates) {}
    }
  }

  mutating func releasePump(_ effects: inout Effects) {
    guard demand != nil, let waiting = subscription?.awaitingRoom.take() else { return }
    effects.append { waiting.resume() }
  }
}

extension ServiceState.Request {
  /// What ends this request, to be run outside the lock.
  func ending(_ result: Result<Fix, UserLocationError>) -> @Sendable () -> Void {
    { [timeout, answer] in
      timeout?.cancel()
      answer(result)
    }
  }
}

extension Fix {
  /// Whether this fix is a better answer than an earlier one, or as good and newer.
  fileprivate func isAtLeastAsAccurate(as earlier: Fix?) -> Bool {
    guard let stated = earlier?.horizontalAccuracy else { return true }
    guard let own = horizontalAccuracy else { return false }
    return own <= stated
  }
}
