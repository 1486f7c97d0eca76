import Synchronization

/// Shares one running source among any number of subscriptions. For authors of providers.
///
/// An API that reports to a delegate or a callback becomes a ``LocationProvider`` in few lines: the
/// provider holds a multicaster, subscribes through it, and yields what the API reports.
///
/// ```swift
/// final class VendorProvider: LocationProvider, VendorDelegate {
///   private let vendor = VendorManager()
///   private let multicaster = LocationMulticaster()
///
///   var authorizationStatus: AuthorizationStatus { vendor.isAllowed ? .authorizedAlways : .denied }
///
///   func requestWhenInUseAuthorization() async -> AuthorizationStatus {
///     await multicaster.authorization { vendor.askUser() }
///   }
///
///   func startUpdatingLocation() -> LocationUpdates {
///     multicaster.subscribe(start: { self.vendor.start() }, stop: { self.vendor.stop() })
///   }
///
///   func vendorDidFind(_ fix: Fix) { multicaster.yield(.fix(fix)) }
///   func vendorDidAnswer(_ status: AuthorizationStatus) { multicaster.yield(.authorization(status)) }
/// }
/// ```
///
/// A subscription that begins while a receiver is gone or silent is told so first, because the others were told
/// before.
public final class LocationMulticaster: Sendable {
  private struct Subscription {
    let id: Int
    let continuation: LocationUpdates.Continuation
  }

  private struct State {
    var subscriptions: [Subscription] = []
    var lastID = 0
    var absences = AbsentReceivers()
    /// Stops the source; `nil` while it does not run.
    var stop: (@Sendable () -> Void)?
    /// The start that the last subscription gave.
    var start: (@Sendable () -> Void)?
    var pendingStop: (@Sendable () -> Void)?
    /// Whether the source came to its end, so that it is stopped before it can start again.
    var isOver = false
    /// Whether a thread starts or stops the source. Other threads leave their change to it.
    var isChanging = false
    var questions: [Promise<AuthorizationStatus>] = []
  }

  private let state = Mutex(State())
  private let delivery: LocationUpdates.Delivery

  /// Makes a multicaster without subscriptions.
  public convenience init() { self.init(delivery: .newestWins) }

  /// - Parameter delivery: what happens when the source is faster than a subscription. A source that waits calls
  ///   ``waitForRoom()`` after each yield.
  package init(delivery: LocationUpdates.Delivery) { self.delivery = delivery }

  /// How many subscriptions run.
  public var subscriptionCount: Int { state.withLock { $0.subscriptions.count } }

  /// What at least one subscription is interested in.
  public var interests: LocationInterests {
    continuations.reduce(into: []) { $0.formUnion($1.interests) }
  }

  // MARK: Subscriptions

  /// Begins a subscription; ``LocationProvider/startUpdatingLocation()`` returns it.
  ///
  /// - Parameters:
  ///   - start: starts the source. It is called for the first subscription, before this method
  ///     returns, unless another thread is just stopping the source: then that thread calls it.
  ///   - stop: stops the source, after the last subscription has ended. Calls of both never overlap,
  ///     and no lock is held.
  public func subscribe(
    start: @escaping @Sendable () -> Void, stop: @escaping @Sendable () -> Void
  ) -> LocationUpdates {
    let updates = state.withLock { state in
      state.lastID += 1
      let id = state.lastID
      let (updates, continuation) =
        switch delivery {
        case .newestWins: LocationUpdates.makeStream { self.ended(id) }
        case .waitsForConsumer:
          LocationUpdates.makeLosslessStream(senderWaits: true) { self.ended(id) }
        }
      // Nobody reads the new subscription yet, so this calls no consumer inside the lock.
      continuation.yield(state.absences.updates)
      // Its number is taken in the same lock. Otherwise it could count as told before it can be told.
      state.subscriptions.append(Subscription(id: id, continuation: continuation))
      state.start = start
      state.pendingStop = stop
      return updates
    }
    settle()
    return updates
  }

  private func ended(_ id: Int) {
    state.withLock { state in state.subscriptions.removeAll { $0.id == id } }
    settle()
  }

  /// Starts or stops the source until it runs exactly while there are subscriptions.
  private func settle() {
    while let change = nextChange() {
      change()
      state.withLock { $0.isChanging = false }
    }
  }

  private func nextChange() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard !state.isChanging else { return nil }
      let isWanted = !state.subscriptions.isEmpty
      guard state.isOver || isWanted != (state.stop != nil) else { return nil }
      state.isChanging = true
      if isWanted && !state.isOver {
        state.stop = state.pendingStop
        return state.start
      }
      state.isOver = false
      if !isWanted {
        // Both closures may hold the provider, so they are released.
        state.start = nil
        state.pendingStop = nil
        state.absences = AbsentReceivers()
      }
      return state.stop.take()
    }
  }

  private var continuations: [LocationUpdates.Continuation] {
    state.withLock { $0.subscriptions.map(\.continuation) }
  }

  // MARK: What the source reports

  /// Yields an update to every subscription, from any thread.
  ///
  /// ``LocationUpdate/authorization(_:)`` also answers the open requests for authorization, unless it
  /// says that nobody has been asked. A refusal also ends every subscription, with `.notAuthorized`.
  public func yield(_ update: LocationUpdate) {
    send([update])
    guard case .authorization(let status) = update else { return }
    if status != .notDetermined { answer(status) }
    if status.isRefused { finish(throwing: .notAuthorized) }
  }

  /// Yields updates to every subscription, and does nothing else at an authorization.
  package func send(_ updates: [LocationUpdate]) {
    let subscriptions = state.withLock { state in
      for update in updates { state.absences.note(update) }
      return state.subscriptions
    }
    for subscription in subscriptions { subscription.continuation.yield(updates) }
  }

  /// Yields an update to the subscriptions after one, and returns the last one.
  package func send(_ update: LocationUpdate, toThoseAfter id: Int) -> Int {
    let (subscriptions, lastID) = state.withLock { ($0.subscriptions, $0.lastID) }
    for subscription in subscriptions where subscription.id > id {
      subscription.continuation.yield(update)
    }
    return lastID
  }

  /// Whether a subscription began after another one.
  package func hasSubscription(after id: Int) -> Bool {
    state.withLock { $0.subscriptions.contains { $0.id > id } }
  }

  /// The source begins anew: what was told of its receivers is not true any more.
  package func forgetAbsences() { state.withLock { $0.absences = AbsentReceivers() } }

  /// Whether no subscription is far behind.
  package var hasRoom: Bool { continuations.allSatisfy(\.hasRoom) }

  /// Returns when every subscription has taken enough of its updates, or is over.
  package func waitForRoom() async {
    for continuation in continuations { await continuation.waitForRoom() }
  }

  /// Ends every subscription, with an error or without. The source is stopped. A subscription that
  /// begins meanwhile starts it again.
  public func finish(throwing error: UserLocationError? = nil) {
    let subscriptions = state.withLock { state in
      state.isOver = state.stop != nil
      defer { state.subscriptions = [] }
      return state.subscriptions
    }
    end(subscriptions, error)
  }

  /// Ends the subscriptions after one. The source goes on for the others.
  package func finishThose(after id: Int, throwing error: UserLocationError?) {
    let subscriptions = state.withLock { state in
      let ended = state.subscriptions.filter { $0.id > id }
      state.subscriptions.removeAll { $0.id > id }
      return ended
    }
    end(subscriptions, error)
  }

  private func end(_ subscriptions: [Subscription], _ error: UserLocationError?) {
    for subscription in subscriptions { subscription.continuation.finish(throwing: error) }
    settle()
  }

  // MARK: Authorization

  /// Asks for authorization, and returns the answer when it is yielded.
  ///
  /// Concurrent requests are joined: `ask` is called for the first one only. A request whose task is
  /// canceled returns `.notDetermined`.
  ///
  /// - Parameter ask: asks the user or the system. It may yield the answer before it returns.
  public func authorization(asking ask: () -> Void) async -> AuthorizationStatus {
    if Task.isCancelled { return .notDetermined }
    let question = Promise<AuthorizationStatus>()
    let isFirst = state.withLock { state in
      state.questions.append(question)
      return state.questions.count == 1
    }
    if isFirst { ask() }
    return await question.value {
      state.withLock { $0.questions.removeAll { $0 === question } }
      question.give(.notDetermined)
    }
  }

  private func answer(_ status: AuthorizationStatus) {
    let questions = state.withLock { state in
      defer { state.questions = [] }
      return state.questions
    }
    for question in questions { question.give(status) }
  }
}
