import Synchronization

/// The workings of a ``UserLocationService``, apart from it so that the service can go away while
/// tasks of the engine still run.
///
/// Inside the lock only state changes. What calls out — provider, callbacks, continuations,
/// buffers — is collected as effects and run after it.
final class ServiceEngine: Sendable {
  typealias ID = ServiceState.ID

  private let provider: any LocationProvider
  private let clock: ErasedClock
  private let state = Mutex(ServiceState())

  init(provider: any LocationProvider, clock: ErasedClock) {
    self.provider = provider
    self.clock = clock
  }

  private func change(_ body: (inout ServiceState, inout ServiceState.Effects) -> Void) {
    let effects = state.withLock { state in
      var effects = ServiceState.Effects()
      body(&state, &effects)
      return effects
    }
    for effect in effects { effect() }
  }

  // MARK: Consumers come

  func newID() -> ID { state.withLock { $0.newID() } }

  func begin(_ id: ID, _ criteria: LocationCriteria, answer: @escaping ServiceState.Answer) {
    let began = clock.now
    let status = provider.authorizationStatus
    if status.isRefused {
      forgetLastFix()
      return answer(.failure(refusal(status)))
    }
    var isWaiting = false
    change { state, effects in
      if state.isShutDown {
        effects.append { answer(.failure(.released)) }
      } else if status.isAuthorized, let fix = state.known(by: criteria, at: began) {
        effects.append { answer(.success(fix)) }
      } else {
        state.requests[id] = ServiceState.Request(criteria: criteria, answer: answer)
        isWaiting = true
      }
    }
    guard isWaiting else { return }
    if let timeout = criteria.timeout { startTimeout(id, at: began + timeout) }
    proceed(status)
  }

  func beginStream(_ filter: FixFilter) -> LocationUpdates {
    let id = newID()
    let buffer = UpdateBuffer(
      capacity: 64, onStop: { [weak self] in self?.streamEnded(id) },
      onLeavingOut: { [weak self] in self?.leaveOut($0, of: id) })
    let updates = LocationUpdates(pushedInto: buffer)
    let status = provider.authorizationStatus
    if status.isRefused {
      forgetLastFix()
      buffer.finish(refusal(status))
      return updates
    }
    let isWaiting = state.withLock { state in
      guard !state.isShutDown else { return false }
      state.streams.append(ServiceState.Stream(id: id, buffer: buffer, filter: filter))
      if state.subscription?.updates?.delivery == .waitsForConsumer { announceRoom(in: buffer) }
      return true
    }
    guard isWaiting else {
      buffer.finish(.released)
      return updates
    }
    sayWhatIsUnwanted()
    proceed(status)
    return updates
  }

  private func leaveOut(_ kinds: LocationUpdate.Kinds, of id: ID) {
    state.withLock { state in
      guard let place = state.streams.firstIndex(where: { $0.id == id }) else { return }
      let filter = state.streams[place].filter
      state.streams[place].filter.unwanted = filter.isOfFixesOnly ? .sky : kinds
    }
    sayWhatIsUnwanted()
  }

  /// Gets things going for those who wait: asks, or starts the source.
  private func proceed(_ status: AuthorizationStatus) {
    if status.isAuthorized { startSource() } else { ask() }
  }

  private func startTimeout(_ id: ID, at deadline: Duration) {
    let task = Task { [weak self, clock] in
      guard (try? await clock.sleep(until: deadline)) != nil else { return }
      self?.leave(id) { UserLocationError(.timedOut, bestFix: $0) }
    }
    let isWaiting = state.withLock { state in
      state.requests[id]?.timeout = task
      return state.requests[id] != nil
    }
    if !isWaiting { task.cancel() }
  }

  // MARK: Consumers go

  func cancel(_ id: ID) {
    leave(id) { _ in .cancelled }
  }

  /// Ends one request with an error made from the best fix it saw.
  private func leave(_ id: ID, _ error: (Fix?) -> UserLocationError) {
    change { state, effects in
      guard let request = state.requests.removeValue(forKey: id) else { return }
      effects.append(request.ending(.failure(error(request.best))))
      state.stopIfIdle(&effects)
    }
  }

  private func streamEnded(_ id: ID) {
    change { state, effects in
      guard let place = state.streams.firstIndex(where: { $0.id == id }) else { return }
      state.streams.remove(at: place)
      state.stopIfIdle(&effects)
      state.releasePump(&effects)
    }
    sayWhatIsUnwanted()
  }

  func shutDown() {
    change { state, effects in
      state.isShutDown = true
      if let question = state.question.take() { effects.append { question.asking?.cancel() } }
      state.endAll(.released, &effects)
    }
  }

  // MARK: Authorization

  private func ask() {
    let first = state.withLock { state -> ID? in
      guard state.question == nil, !state.isIdle else { return nil }
      let id = state.newID()
      state.question = ServiceState.Question(id: id)
      return id
    }
    guard let id = first else { return }
    // Who looked at the status before the last answer came, and got here after it, need not ask.
    let status = provider.authorizationStatus
    guard status == .notDetermined else { return answered(status) }
    let asking = Task { [weak self, provider] in
      let status = await provider.requestWhenInUseAuthorization()
      self?.answered(status)
    }
    let isCurrent = state.withLock { state in
      guard state.question?.id == id else { return false }
      state.question?.asking = asking
      return true
    }
    if !isCurrent { asking.cancel() }
  }

  private func answered(_ status: AuthorizationStatus) {
    let refusal = status.isAuthorized ? nil : refusal(status)
    var isWanted = false
    change { state, effects in
      state.question = nil
      if let refusal {
        state.endAll(refusal, &effects)
      } else {
        isWanted = !state.isIdle
      }
    }
    if isWanted { startSource() }
  }

  private func refusal(_ status: AuthorizationStatus) -> UserLocationError {
    UserLocationError(
      .notAuthorized,
      detail: provider.authorizationRefusal ?? "not authorized to use this source (\(status))")
  }

  private func forgetLastFix() { state.withLock { $0.lastFix = nil } }

  // MARK: The source

  private func startSource() {
    let started = state.withLock { state -> ID? in
      guard state.subscription == nil, !state.isIdle else { return nil }
      let id = state.newID()
      state.subscription = ServiceState.Subscription(id: id)
      return id
    }
    guard let id = started else { return }
    let updates = provider.startUpdatingLocation()
    let isCurrent = state.withLock { state in
      guard state.subscription?.id == id else { return false }
      state.subscription?.updates = updates
      if updates.delivery == .waitsForConsumer {
        for stream in state.streams { announceRoom(in: stream.buffer) }
      }
      return true
    }
    guard isCurrent else { return }
    sayWhatIsUnwanted()
    let isTaken = updates.isTaken(
      by: { self.receive($0, id) }, end: { self.sourceEnded(id, $0) })
    if !isTaken { startPump(updates, id) }
  }

  private func startPump(_ updates: LocationUpdates, _ id: ID) {
    let pump = Task { await self.pump(updates, id) }
    let isCurrent = state.withLock { state in
      guard state.subscription?.id == id else { return false }
      state.subscription?.pump = pump
      return true
    }
    if !isCurrent { pump.cancel() }
  }

  /// Has the source leave out what nobody wants, until that is what nobody wants still.
  private func sayWhatIsUnwanted() {
    while true {
      let told = state.withLock { state -> ServiceState.Subscription? in
        let unwanted = state.unwanted
        guard let subscription = state.subscription, subscription.updates != nil, !state.isIdle,
          subscription.leftOut != unwanted, !subscription.isBeingTold
        else { return nil }
        state.subscription?.leftOut = unwanted
        state.subscription?.isBeingTold = true
        return state.subscription
      }
      guard let told else { return }
      told.updates?.leaveOut(told.leftOut)
      state.withLock { state in
        if state.subscription?.id == told.id { state.subscription?.isBeingTold = false }
      }
    }
  }

  private func pump(_ updates: LocationUpdates, _ id: ID) async {
    do throws(UserLocationError) {
      repeat {
        let demand =
          updates.delivery == .waitsForConsumer ? await demand(id) : UpdateDemand(limit: 1)
        let some = try await updates.some(demand)
        guard !some.isEmpty else { return sourceEnded(id, nil) }
        receive(some[...], id)
      } while !Task.isCancelled
    } catch {
      sourceEnded(id, error)
    }
  }

  private func receive(_ updates: ArraySlice<LocationUpdate>, _ id: ID) {
    guard let place = updates.firstIndex(where: \.withdrawsAuthorization) else {
      return deliver(updates, id)
    }
    deliver(updates[..<place], id)
    receive(updates[place], id)
  }

  private func deliver(_ updates: ArraySlice<LocationUpdate>, _ id: ID) {
    let now = clock.now
    change { state, effects in
      guard state.subscription?.id == id else { return }
      // Where nobody asks for one, the last is the one to remember.
      let first = state.requests.isEmpty ? updates.lastIndex(where: \.isFix) : updates.startIndex
      for update in updates[(first ?? updates.endIndex)...] where update.isFix {
        state.answerRequests(with: update, at: now, &effects)
        // Nobody asked for those after it.
        if state.isIdle { break }
      }
      for index in state.streams.indices {
        let reported = updates.filter { state.streams[index].filter.passes($0) }
        let buffer = state.streams[index].buffer
        if !reported.isEmpty { effects.append { buffer.yield(reported) } }
      }
      state.stopIfIdle(&effects)
    }
  }

  /// Takes one, on its way through as few hands and as little memory as can be.
  private func receive(_ update: LocationUpdate, _ id: ID) {
    if case .authorization(let status) = update, !status.isAuthorized {
      let refusal = refusal(status)
      return change { state, effects in
        if state.subscription?.id == id { state.endAll(refusal, &effects) }
      }
    }
    let now = clock.now
    var effects = ServiceState.Effects()
    let receivers = state.withLock { state in
      var receivers = Receivers()
      guard state.subscription?.id == id else { return receivers }
      for index in state.streams.indices where state.streams[index].filter.passes(update) {
        receivers.append(state.streams[index].buffer)
      }
      if update.isFix {
        state.answerRequests(with: update, at: now, &effects)
        state.stopIfIdle(&effects)
      }
      return receivers
    }
    for effect in effects { effect() }
    receivers.first?.yield(update)
    for receiver in receivers.others { receiver.yield(update) }
  }

  /// Who is to be told something: nobody or one, as a rule, and then without an array.
  private struct Receivers {
    var first: UpdateBuffer?
    var others: [UpdateBuffer] = []

    mutating func append(_ buffer: UpdateBuffer) {
      if first == nil { first = buffer } else { others.append(buffer) }
    }
  }

  private func sourceEnded(_ id: ID, _ error: UserLocationError?) {
    change { state, effects in
      guard state.subscription?.id == id else { return }
      state.endAll(error, &effects)
    }
  }

  // MARK: Waiting for consumers

  /// Returns what the streams ask for, when each of them can take some without losing any, or the
  /// subscription is over.
  private func demand(_ id: ID) async -> UpdateDemand {
    if let demand = state.withLock({ $0.demand }) { return demand }
    await withCheckedContinuation { continuation in
      change { state, effects in
        if state.subscription?.id == id, state.demand == nil {
          state.subscription?.awaitingRoom = continuation
        } else {
          effects.append { continuation.resume() }
        }
      }
    }
    return state.withLock { $0.demand } ?? UpdateDemand(limit: 1)
  }

  private func announceRoom(in buffer: UpdateBuffer) {
    buffer.onRoom(for: ServiceState.waitingRoom) { [weak self] in self?.roomWasMade() }
  }

  private func roomWasMade() {
    change { state, effects in state.releasePump(&effects) }
  }
}

extension LocationUpdate {
  fileprivate var isFix: Bool { if case .fix = self { true } else { false } }

  fileprivate var withdrawsAuthorization: Bool {
    if case .authorization(let status) = self { !status.isAuthorized } else { false }
  }
}

extension UserLocationError {
  fileprivate static let released = UserLocationError(
    .cancelled, detail: "cancelled: the UserLocationService was released")
}
