import Synchronization

/// Performs what a ``ServiceStateMachine`` decides. It is apart from ``UserLocationService``, which
/// may be released while tasks of the engine still run.
///
/// Every event changes the state inside the lock, once. Providers, callbacks, continuations and buffers are called
/// outside it.
final class ServiceEngine: Sendable {
  private let provider: any LocationProvider
  private let clock: ErasedClock
  private let state: Mutex<ServiceStateMachine>
  private let lastID = Atomic(0)
  /// What the streams drop. The source's subscription counts it, too.
  private let drops = DropCount()
  /// Tells listeners what ``state`` notes down.
  let statusChanges: StatusBroadcaster

  init(
    provider: any LocationProvider, clock: ErasedClock, notifications: (any NotificationPosting)?
  ) {
    self.provider = provider
    self.clock = clock
    state = Mutex(ServiceStateMachine(status: provider.authorizationStatus))
    statusChanges = StatusBroadcaster(posting: notifications)
  }

  var authorizationStatus: AuthorizationStatus { provider.authorizationStatus }
  var lastFix: Fix? { state.withLock { $0.latestFix } }
  var isUpdating: Bool { state.withLock { $0.isUpdating } }

  /// Tells the state machine one event, and then the listeners what changed.
  private func tell<Action: Sendable>(
    _ event: (inout ServiceStateMachine) -> Action
  ) -> Action {
    let (action, hasChanged) = state.withLock { state in
      let action = event(&state)
      let changes = state.takeChanges()
      // Added inside the lock, so that they are told in the order in which they happened.
      if !changes.isEmpty { statusChanges.add(changes) }
      return (action, !changes.isEmpty)
    }
    if hasChanged { statusChanges.send() }
    return action
  }

  /// Tells the state machine an event and whether the provider may be used now. The provider is read again if the
  /// authorization changed meanwhile.
  private func tellWithAccess<Action: Sendable>(
    _ event: (inout ServiceStateMachine, ServiceStateMachine.Access) -> Action
  ) -> Action {
    while true {
      let revision = state.withLock { $0.statusRevision }
      let status = provider.authorizationStatus
      let access = access(status)
      let action = tell { state -> Action? in
        guard state.statusRevision == revision else { return nil }
        state.noticed(status)
        return event(&state, access)
      }
      if let action { return action }
    }
  }

  /// A number for a new request or stream.
  func newID() -> Int { lastID.add(1, ordering: .relaxed).newValue }

  // MARK: Requests

  func begin(
    _ id: ServiceRequest.ID, _ criteria: LocationCriteria, answer: @escaping ServiceRequest.Answer
  ) {
    let now = clock.now
    let request = ServiceRequest(id: id, criteria: criteria, at: now, answer: answer)
    let action = tellWithAccess { state, access in
      state.requestBegan(request, access: access, at: now)
    }
    switch action {
    case .answer(let reply): reply.send()
    case .wait(let action):
      startTimer(of: request)
      perform(action)
    }
  }

  private func startTimer(of request: ServiceRequest) {
    guard let deadline = request.deadline else { return }
    request.timer.start { [weak self, clock, id = request.id] in
      guard (try? await clock.sleep(untilLimit: deadline)) != nil else { return }
      self?.end(id, .timedOut)
    }
  }

  func cancel(_ id: ServiceRequest.ID) { end(id, .cancelled) }

  private func end(_ id: ServiceRequest.ID, _ error: UserLocationError) {
    perform(tell { $0.requestEnded(id, error) })
  }

  // MARK: Streams

  /// Makes a stream, which begins when the consumer of the returned buffer does.
  func stream(
    _ filter: LocationFilter, fixesOnly: Bool = false, interests: LocationInterests
  ) -> UpdateBuffer {
    let id = newID()
    let buffer = UpdateBuffer(
      capacity: 64, drops: drops,
      onStart: { [weak self] buffer in
        self?.begin(
          ServiceStream(id: id, buffer: buffer, filter: filter, isOfFixesOnly: fixesOnly))
      }, onStop: { [weak self] in self?.endStream(id) })
    buffer.interests.state(interests)
    return buffer
  }

  private func begin(_ stream: ServiceStream) {
    switch tellWithAccess({ state, access in state.streamBegan(stream, access: access) }) {
    case .fail(let error): stream.buffer.finish(error)
    case .wait(let action): perform(action)
    }
  }

  private func endStream(_ id: ServiceStream.ID) {
    perform(tell { $0.streamEnded(id) })
  }

  private func perform(_ action: ServiceStateMachine.LeaveAction) {
    action.reply?.send()
    action.stopped?.stop()
  }

  // MARK: Authorization

  private func perform(_ action: ServiceStateMachine.SourceAction) {
    switch action {
    case .none: break
    case .ask(let asking): ask(in: asking)
    case .start(let asking):
      asking?.cancel()
      startSource()
    }
  }

  private func ask(in asking: TaskSlot) {
    // The answer to an earlier question may have come since the consumer read the status.
    let status = provider.authorizationStatus
    guard status == .notDetermined else { return answered(status) }
    // Now: the request is made before `findUserLocation` returns.
    asking.startNow { [weak self, provider] in
      let status = await provider.requestWhenInUseAuthorization()
      self?.answered(status)
    }
  }

  private func answered(_ status: AuthorizationStatus) {
    let access =
      status.isAuthorized ? .granted : ServiceStateMachine.Access.refused(refusal(status))
    let action = tell { state in
      state.noticed(status)
      return state.answered(access)
    }
    switch action {
    case .none: break
    case .start: startSource()
    case .end(let action): perform(action)
    }
  }

  private func access(_ status: AuthorizationStatus) -> ServiceStateMachine.Access {
    if status.isAuthorized { return .granted }
    return status.isRefused ? .refused(refusal(status)) : .notDetermined
  }

  private func refusal(_ status: AuthorizationStatus) -> UserLocationError {
    UserLocationError(
      .notAuthorized,
      detail: provider.authorizationRefusal ?? "not authorized to use this source (\(status))")
  }

  // MARK: The source

  private func startSource() {
    let updates = provider.startUpdatingLocation()
    updates.subscriptionInterests.follow { [weak self] in self?.interests ?? [] }
    drops.add(to: updates.drops)
    guard case .receive(let subscription) = tell({ $0.sourceStarted(updates) }) else { return }
    let (id, delivery) = (subscription.id, updates.delivery)
    let isPushed = updates.observe(
      UpdateObserver(
        receive: { [weak self] batch in self?.receive(batch, id, delivery) },
        end: { [weak self] error in self?.sourceEnded(error, id) }))
    if !isPushed {
      subscription.pump.start { [weak self] in await self?.pump(updates, id) }
    }
  }

  /// What at least one consumer is interested in; a request needs fixes only.
  private var interests: LocationInterests {
    let all = state.withLock { $0.streams.map(\.buffer.interests) }
    return all.reduce(into: []) { $0.formUnion($1.current) }
  }

  /// Takes updates on the thread that the source yields them on.
  private func receive(
    _ updates: [LocationUpdate], _ id: ServiceSubscription.ID, _ delivery: LocationUpdates.Delivery
  ) {
    let (deliveries, refusal) = deliveries(of: updates, id)
    for reported in deliveries { reported.buffer.add(reported.updates, delivery) }
    if let refusal { sourceEnded(refusal, id) }
  }

  /// Takes the updates of a source that is pulled or waits, as fast as the slowest stream does.
  private func pump(_ updates: LocationUpdates, _ id: ServiceSubscription.ID) async {
    do throws(UserLocationError) {
      repeat {
        let batch = try await updates.nextBatch(upTo: UpdateBuffer.sendingCapacity)
        if batch.isEmpty { return sourceEnded(nil, id) }
        let (deliveries, refusal) = deliveries(of: batch, id)
        for delivery in deliveries { delivery.buffer.append(delivery.updates) }
        for delivery in deliveries { await delivery.buffer.waitForRoom() }
        if let refusal { return sourceEnded(refusal, id) }
      } while !Task.isCancelled
    } catch {
      sourceEnded(error, id)
    }
  }

  /// Answers requests.
  ///
  /// - Returns: the updates that each stream is to get, and the end if the authorization was
  ///   withdrawn after them.
  private func deliveries(
    of updates: [LocationUpdate], _ id: ServiceSubscription.ID
  ) -> ([ServiceStateMachine.Delivery], UserLocationError?) {
    let withdrawal = updates.firstIndex { $0.withdrawnStatus != nil }
    let valid = withdrawal.map { Array(updates[..<$0]) } ?? updates
    let now = clock.now
    let withdrawn = withdrawal.flatMap { updates[$0].withdrawnStatus }
    let action = tell { state in
      let action = state.received(valid, from: id, at: now)
      if let withdrawn { state.noticed(withdrawn) }
      return action
    }
    for reply in action.replies { reply.send() }
    action.stopped?.stop()
    return (action.deliveries, withdrawn.map(refusal))
  }

  private func sourceEnded(_ error: UserLocationError?, _ id: ServiceSubscription.ID) {
    perform(tell { $0.sourceEnded(error, from: id) })
  }

  // MARK: The end

  func shutDown() {
    perform(tell { $0.shutDown() })
    statusChanges.finish()
  }

  private func perform(_ action: ServiceStateMachine.EndAction) {
    for reply in action.replies { reply.send() }
    for buffer in action.buffers { buffer.finish(action.error) }
    action.asking?.cancel()
    action.stopped?.stop()
  }
}

extension LocationUpdate {
  /// The new status of a source that may no longer be used.
  fileprivate var withdrawnStatus: AuthorizationStatus? {
    if case .authorization(let status) = self, !status.isAuthorized { status } else { nil }
  }
}
