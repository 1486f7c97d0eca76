/// Decides what a ``UserLocationService`` does: when it asks, starts the source, answers and stops.
///
/// Each event is a method. It changes the state and returns the action to perform; it calls nobody,
/// reads no clock and starts no task. ``ServiceEngine`` calls it inside its lock, and performs the
/// action outside.
struct ServiceStateMachine {
  /// Whether the source may be used.
  enum Access {
    case granted
    case notDetermined
    case refused(UserLocationError)
  }

  enum Phase {
    /// Nobody waits for the source.
    case idle
    /// The user or the system is being asked for authorization. Nobody asks a second time, even if
    /// all consumers have left.
    case asking(TaskSlot)
    /// The provider is starting a subscription.
    case starting
    /// The source runs.
    case running(ServiceSubscription)
    /// The service was released.
    case shutDown
  }

  private(set) var phase = Phase.idle
  /// The authorization that was noticed last.
  private var status: AuthorizationStatus
  /// Counts the changes of the authorization.
  private(set) var statusRevision = 0
  /// Whether the source reported an outage that has not ended.
  private var isSourceLost = false
  /// Why the source has no fix, if it said so since its last fix.
  private var loss: FixLoss.Reason?
  private var changes: [LocationStatusChange] = []
  private(set) var requests: [ServiceRequest.ID: ServiceRequest] = [:]
  /// In the order in which they began. There are few, most often one.
  private(set) var streams: [ServiceStream] = []
  /// The update that brought the last fix, and when it came. The fix is not copied out of it.
  private var lastFix: (update: LocationUpdate, at: Duration)?
  private var subscriptionCount = 0

  init(status: AuthorizationStatus) { self.status = status }

  /// The fix that came last.
  var latestFix: Fix? { if case .fix(let fix)? = lastFix?.update { fix } else { nil } }

  var isUpdating: Bool {
    switch phase {
    case .starting, .running: true
    case .idle, .asking, .shutDown: false
    }
  }

  /// The changes since this method was called last.
  mutating func takeChanges() -> [LocationStatusChange] {
    defer { changes = [] }
    return changes
  }

  /// The provider's authorization was read or reported.
  mutating func noticed(_ status: AuthorizationStatus) {
    guard status != self.status else { return }
    self.status = status
    statusRevision += 1
    changes.append(.authorization(status))
  }

  private var hasConsumers: Bool { !requests.isEmpty || !streams.isEmpty }

  // MARK: Consumers begin

  /// What the engine must do to get updates.
  enum SourceAction {
    case none
    /// Ask for authorization, in this task; then report ``answered(_:)``.
    case ask(TaskSlot)
    /// Call `startUpdatingLocation()`; then report ``sourceStarted(_:)``. A question that is still
    /// open is void.
    case start(canceling: TaskSlot?)
  }

  enum RequestAction {
    case answer(ServiceReply)
    /// Start the request's timer.
    case wait(SourceAction)
  }

  mutating func requestBegan(
    _ request: ServiceRequest, access: Access, at now: Duration
  ) -> RequestAction {
    if let refusal = refusal(of: access) { return .answer(request.failing(refusal)) }
    if case .granted = access, let fix = knownFix(for: request.criteria, at: now) {
      return .answer(ServiceReply(request: request, result: .success(fix)))
    }
    requests[request.id] = request
    return .wait(sourceAction(access))
  }

  enum StreamAction {
    case fail(UserLocationError)
    case wait(SourceAction)
  }

  mutating func streamBegan(_ stream: ServiceStream, access: Access) -> StreamAction {
    if let refusal = refusal(of: access) { return .fail(refusal) }
    streams.append(stream)
    return .wait(sourceAction(access))
  }

  /// Why a new consumer is turned away.
  private mutating func refusal(of access: Access) -> UserLocationError? {
    if case .shutDown = phase { return .released }
    guard case .refused(let refusal) = access else { return nil }
    lastFix = nil
    return refusal
  }

  private mutating func sourceAction(_ access: Access) -> SourceAction {
    switch (phase, access) {
    case (.idle, .granted):
      phase = .starting
      return .start(canceling: nil)
    case (.asking(let asking), .granted):
      phase = .starting
      return .start(canceling: asking)
    case (.idle, _):
      let asking = TaskSlot()
      phase = .asking(asking)
      return .ask(asking)
    case (.asking, _), (.starting, _), (.running, _), (.shutDown, _): return .none
    }
  }

  /// The last fix, if it meets the criteria.
  private func knownFix(for criteria: LocationCriteria, at now: Duration) -> Fix? {
    guard let maximumAge = criteria.maximumAge, let lastFix, now - lastFix.at <= maximumAge,
      case .fix(let fix) = lastFix.update, criteria.isMet(by: fix)
    else { return nil }
    return fix
  }

  // MARK: Consumers leave

  /// The last consumer may have left: then the source stops.
  struct LeaveAction {
    var reply: ServiceReply?
    var stopped: ServiceSubscription?
  }

  /// The caller canceled the request, or its time is over. Does nothing for an answered request.
  mutating func requestEnded(_ id: ServiceRequest.ID, _ error: UserLocationError) -> LeaveAction {
    guard let request = requests.removeValue(forKey: id) else { return LeaveAction() }
    return LeaveAction(reply: request.failing(error, loss), stopped: stopIfUnused())
  }

  mutating func streamEnded(_ id: ServiceStream.ID) -> LeaveAction {
    guard let index = streams.firstIndex(where: { $0.id == id }) else { return LeaveAction() }
    streams.remove(at: index)
    return LeaveAction(stopped: stopIfUnused())
  }

  private mutating func stopIfUnused(
    _ error: UserLocationError? = nil
  ) -> ServiceSubscription? {
    guard !hasConsumers, case .running(let subscription) = phase else { return nil }
    phase = .idle
    isSourceLost = false
    loss = nil
    changes.append(.stopped(error))
    return subscription
  }

  // MARK: Authorization

  enum AnswerAction {
    case none
    case start
    case end(EndAction)
  }

  /// The user or the system answered.
  mutating func answered(_ access: Access) -> AnswerAction {
    guard case .asking = phase else { return .none }
    phase = .idle
    switch access {
    case .granted:
      guard hasConsumers else { return .none }
      phase = .starting
      return .start
    case .refused(let refusal): return .end(endAll(refusal))
    case .notDetermined: return .end(endAll(.notAuthorized))
    }
  }

  // MARK: The source

  enum StartAction {
    case receive(ServiceSubscription)
    /// Everybody left while the source started.
    case drop
  }

  mutating func sourceStarted(_ updates: LocationUpdates) -> StartAction {
    guard case .starting = phase else { return .drop }
    guard hasConsumers else {
      phase = .idle
      return .drop
    }
    subscriptionCount += 1
    let subscription = ServiceSubscription(id: subscriptionCount, updates: updates)
    phase = .running(subscription)
    changes.append(.started)
    return .receive(subscription)
  }

  /// The updates that one stream reports.
  struct Delivery {
    let buffer: UpdateBuffer
    let updates: [LocationUpdate]
  }

  struct ReceiveAction {
    var replies: [ServiceReply] = []
    var deliveries: [Delivery] = []
    var stopped: ServiceSubscription?
  }

  mutating func received(
    _ updates: [LocationUpdate], from id: ServiceSubscription.ID, at now: Duration
  ) -> ReceiveAction {
    var action = ReceiveAction()
    guard isCurrent(id) else { return action }
    for update in updates { noticeOutage(update) }
    answerRequests(with: updates, at: now, &action)
    for index in streams.indices {
      let reported = streams[index].reported(updates)
      if !reported.isEmpty {
        action.deliveries.append(Delivery(buffer: streams[index].buffer, updates: reported))
      }
    }
    action.stopped = stopIfUnused()
    return action
  }

  private mutating func answerRequests(
    with updates: [LocationUpdate], at now: Duration, _ action: inout ReceiveAction
  ) {
    for update in updates where !requests.isEmpty {
      guard case .fix(let fix) = update else { continue }
      lastFix = (update, now)
      for (id, request) in requests {
        if let deadline = request.deadline, deadline < now {
          // Its timer is about to end it.
          requests[id] = nil
          action.replies.append(request.failing(.timedOut, loss))
        } else if request.criteria.isMet(by: fix) {
          requests[id] = nil
          action.replies.append(ServiceReply(request: request, result: .success(fix)))
        } else {
          requests[id]?.fixCount += 1
          if fix.isAtLeastAsAccurate(as: request.best) { requests[id]?.best = fix }
        }
      }
    }
    // A request that ends the subscription remembers its own fix, not a later one.
    guard hasConsumers, let last = updates.last(where: \.isFix) else { return }
    lastFix = (last, now)
  }

  private mutating func noticeOutage(_ update: LocationUpdate) {
    switch update {
    case .fix: loss = nil
    case .sky: break
    case .authorization(let status): return noticed(status)
    case .fixLost(let lost):
      loss = lost.reason
      if lost.reason.isOutage {
        if !isSourceLost { changes.append(.sourceLost(lost.reason)) }
        isSourceLost = true
        return
      }
    }
    if isSourceLost { changes.append(.sourceBack) }
    isSourceLost = false
  }

  /// The updates of an earlier subscription may still be on their way.
  private func isCurrent(_ id: ServiceSubscription.ID) -> Bool {
    if case .running(let subscription) = phase { subscription.id == id } else { false }
  }

  // MARK: The end

  struct EndAction {
    var replies: [ServiceReply] = []
    var buffers: [UpdateBuffer] = []
    /// `nil` where the source came to its own end.
    var error: UserLocationError?
    var asking: TaskSlot?
    var stopped: ServiceSubscription?
  }

  /// The source ended, broke, or lost its authorization.
  mutating func sourceEnded(
    _ error: UserLocationError?, from id: ServiceSubscription.ID
  ) -> EndAction {
    isCurrent(id) ? endAll(error) : EndAction()
  }

  /// The service was released.
  mutating func shutDown() -> EndAction {
    var action = endAll(.released)
    if case .asking(let asking) = phase { action.asking = asking }
    phase = .shutDown
    return action
  }

  private mutating func endAll(_ error: UserLocationError?) -> EndAction {
    var action = EndAction(error: error)
    action.replies = requests.values.map { $0.failing(error ?? .sourceEnded, loss) }
    action.buffers = streams.map(\.buffer)
    requests = [:]
    streams = []
    if let error, error.code == .notAuthorized { lastFix = nil }
    action.stopped = stopIfUnused(error)
    return action
  }
}

extension LocationUpdate {
  fileprivate var isFix: Bool { if case .fix = self { true } else { false } }
}

extension Fix {
  /// Whether this fix is a better answer than an earlier one, or as good and newer.
  fileprivate func isAtLeastAsAccurate(as earlier: Fix?) -> Bool {
    guard let stated = earlier?.horizontalAccuracy else { return true }
    guard let own = horizontalAccuracy else { return false }
    return own <= stated
  }
}

extension UserLocationError {
  fileprivate static let released = UserLocationError(
    .cancelled, detail: "cancelled: the UserLocationService was released")
}
