import LocationCore
import Synchronization

/// A `LocationProvider` with a script. A test can count its calls, or wait for them.
///
/// Every subscription plays the script first. Then it stays open for ``send(_:)``, unless the script
/// ended it. A slow consumer loses no update, as it would from a live source:
///
/// ```swift
/// let provider = LocationProviderMock(
///   authorization: .notDetermined, answer: .authorizedWhenInUse,
///   script: [.update(.fix(at: 48.137, 11.575)), .wait(.seconds(5)), .update(.lost()), .revoke],
///   clock: clock)
/// ```
public final class LocationProviderMock: LocationProvider, Sendable {
  /// One step of a subscription.
  public enum Step: Sendable {
    /// Yields an update. A changed authorization also becomes the provider's status.
    case update(LocationUpdate)
    /// Waits, on the mock's clock. A duration of zero or less does not wait.
    case wait(Duration)
    /// Ends the subscription.
    case end
    /// Ends the subscription with an error.
    case fail(UserLocationError)
    /// Withdraws the authorization: the new status, and an end with `.notAuthorized`. Later subscriptions are refused.
    case revoke
  }

  private struct State {
    var status: AuthorizationStatus
    var answer: AuthorizationStatus?
    var refusal: String?
    var questions: [Promise<Void>] = []
    var subscriptions: [Int: LocationUpdates.Continuation] = [:]
    var waits: [Int: Task<Void, Never>] = [:]
    var lastSubscription = 0
  }

  private let script: [Step]
  private let sleep: @Sendable (Duration) async throws -> Void
  private let state: Mutex<State>
  private let asked = AwaitedCount()
  private let started = AwaitedCount()
  private let stopped = AwaitedCount()

  /// Makes a provider.
  ///
  /// - Parameters:
  ///   - authorization: the status before the first request for authorization.
  ///   - answer: the answer to a request for authorization while the status is `.notDetermined`; it
  ///     becomes the status. With `nil` the request waits for ``answerAuthorization(_:)``.
  ///   - refusal: the explanation of a refusal; `nil` for none.
  ///   - script: the first steps of every subscription. Steps after `.end`, `.fail` or `.revoke` are
  ///     ignored.
  ///   - clock: the clock for `.wait`.
  public init(
    authorization: AuthorizationStatus = .authorizedWhenInUse,
    answer: AuthorizationStatus? = nil,
    refusal: String? = nil,
    script: [Step] = [],
    clock: any LocationClock = SystemClock()
  ) {
    self.script = script
    sleep = { try await clock.sleep(for: $0) }
    state = Mutex(State(status: authorization, answer: answer, refusal: refusal))
  }

  // MARK: Calls

  /// Whether authorization was requested.
  public var isRequestWhenInUseAuthorizationCalled: Bool { asked.count > 0 }
  /// How often authorization was requested.
  public var requestWhenInUseAuthorizationCallCount: Int { asked.count }
  /// Whether a subscription was started.
  public var isStartUpdatingLocationCalled: Bool { started.count > 0 }
  /// How many subscriptions were started.
  public var startUpdatingLocationCallCount: Int { started.count }
  /// How many subscriptions run.
  public var activeSubscriptionCount: Int { state.withLock { $0.subscriptions.count } }
  /// How many subscriptions have stopped: the script or the test ended them, or their consumer left.
  public var stoppedSubscriptionCount: Int { stopped.count }

  /// What at least one running subscription is interested in. The mock only reports it: a script is
  /// played as it was written.
  public var interests: LocationInterests {
    let subscriptions = state.withLock { $0.subscriptions }
    return subscriptions.values.reduce(into: []) { $0.formUnion($1.interests) }
  }

  /// Waits until authorization was requested `count` times in total.
  ///
  /// Like the other waiting methods it returns at once if `count` is zero or less, and when its task
  /// is canceled. So a test that exceeds its time limit ends.
  public func waitForAuthorizationRequests(_ count: Int = 1) async { await asked.reaches(count) }

  /// Waits until `count` subscriptions were started in total.
  public func waitForStarts(_ count: Int = 1) async { await started.reaches(count) }

  /// Waits until `count` subscriptions have stopped in total.
  public func waitForStops(_ count: Int = 1) async { await stopped.reaches(count) }

  // MARK: Control

  /// Yields an update to every subscription. A changed authorization also becomes the status.
  public func send(_ update: LocationUpdate) {
    let subscriptions = state.withLock { state in
      if case .authorization(let status) = update { state.status = status }
      return state.subscriptions
    }
    for (_, continuation) in subscriptions.sorted(by: { $0.key < $1.key }) {
      continuation.yield(update)
    }
  }

  /// Ends every running subscription, with an error or without. Later subscriptions are not affected.
  public func finish(throwing error: UserLocationError? = nil) {
    let subscriptions = state.withLock { $0.subscriptions }
    for continuation in subscriptions.values { continuation.finish(throwing: error) }
  }

  /// Withdraws the authorization: every running subscription yields the new status and ends with `.notAuthorized`; later
  /// subscriptions are refused.
  public func revoke() {
    send(.authorization(.denied))
    finish(throwing: .notAuthorized)
  }

  /// Sets the status without an update to the subscriptions.
  public func setAuthorization(_ status: AuthorizationStatus) {
    state.withLock { $0.status = status }
  }

  /// Sets the status, and answers the waiting requests for authorization and later ones with it. The
  /// subscriptions receive no update.
  public func answerAuthorization(_ status: AuthorizationStatus) {
    let questions = state.withLock { state in
      defer { state.questions = [] }
      state.answer = status
      state.status = status
      return state.questions
    }
    for question in questions { question.give() }
  }

  // MARK: LocationProvider

  /// The status as scripted.
  public var authorizationStatus: AuthorizationStatus { state.withLock { $0.status } }

  /// The explanation as scripted.
  public var authorizationRefusal: String? { state.withLock { $0.refusal } }

  /// Answers as scripted. Without an answer it waits for ``answerAuthorization(_:)`` or for the
  /// cancellation of its task.
  public func requestWhenInUseAuthorization() async -> AuthorizationStatus {
    let question = Promise<Void>()
    let isAnswered = state.withLock { state in
      guard state.status == .notDetermined, !Task.isCancelled else { return true }
      if let answer = state.answer {
        state.status = answer
        return true
      }
      state.questions.append(question)
      return false
    }
    asked.increment()
    if !isAnswered { await question.value { question.give() } }
    return authorizationStatus
  }

  /// Starts a subscription that plays the script; a refused one fails with `.notAuthorized`.
  public func startUpdatingLocation() -> LocationUpdates {
    let (id, refusal) = state.withLock { state in
      state.lastSubscription += 1
      return (state.lastSubscription, state.status.isRefused ? state.refusal ?? "" : nil)
    }
    let (updates, continuation) = LocationUpdates.makeLosslessStream { [weak self] in
      self?.ended(id)
    }
    if let refusal {
      started.increment()
      continuation.finish(throwing: UserLocationError(.notAuthorized, detail: refusal))
      return updates
    }
    state.withLock { $0.subscriptions[id] = continuation }
    // Counted only now, because a test that waits for the start may send at once.
    started.increment()
    play(script[...], to: id)
    return updates
  }

  private func ended(_ id: Int) {
    let wait = state.withLock { state in
      state.subscriptions[id] = nil
      return state.waits.removeValue(forKey: id)
    }
    wait?.cancel()
    stopped.increment()
  }

  /// Plays the steps before the first wait synchronously. So a script without waits needs no task.
  private func play(_ steps: ArraySlice<Step>, to id: Int) {
    guard let continuation = state.withLock({ $0.subscriptions[id] }) else { return }
    var rest = steps
    while let step = rest.popFirst() {
      switch step {
      case .update(let update):
        if case .authorization(let status) = update { setAuthorization(status) }
        continuation.yield(update)
      case .end:
        return continuation.finish()
      case .fail(let error):
        return continuation.finish(throwing: error)
      case .revoke:
        setAuthorization(.denied)
        continuation.yield(.authorization(.denied))
        return continuation.finish(throwing: .notAuthorized)
      case .wait(let duration):
        let wait = Task { [weak self, sleep, rest] in
          guard (try? await sleep(duration)) != nil else { return }
          self?.play(rest, to: id)
        }
        let isOver = state.withLock { state in
          guard state.subscriptions[id] != nil else { return true }
          state.waits[id] = wait
          return false
        }
        if isOver { wait.cancel() }
        return
      }
    }
  }
}

// The updates that a script needs most. They say that they are simulated.
extension LocationUpdate {
  private static let source = FixSource(kind: .simulated, name: "LocationTesting")

  /// A fix with a place, and nothing else.
  ///
  /// - Parameters:
  ///   - latitude: degrees, −90 … 90.
  ///   - longitude: degrees, −180 … 180.
  /// - Precondition: the place is on Earth.
  public static func fix(at latitude: Double, _ longitude: Double) -> LocationUpdate {
    guard let place = try? Coordinate(latitude: latitude, longitude: longitude) else {
      preconditionFailure("\(latitude), \(longitude) is no place on Earth")
    }
    return .fix(Fix(coordinate: place, source: source))
  }

  /// The receiver has no position.
  public static func lost(_ reason: FixLoss.Reason = .noFix) -> LocationUpdate {
    .fixLost(FixLoss(reason: reason, source: source))
  }
}
