public import LocationCore
public import Logging
import Synchronization

/// Tells when a source's receiver enters, leaves and stays at places.
///
/// ```swift
/// let monitor = PlaceMonitor(provider: provider)
/// for try await event in monitor.events(of: [home, work]) {
///   print(event.place.name, event.kind)
/// }
/// ```
///
/// All subscriptions of a monitor share one subscription to the source. It starts with the first
/// consumer and stops after the last. The rules are those of ``RegionMonitor``; time is the receiver's, so a
/// recording gives the same events at any pace. A recording is read as fast as it comes, and the events
/// wait for their consumers.
///
/// With a ``MonitorMemory``, a subscription continues where the last one of the same memory ended. A
/// change that happened in between is reported at the first fixes, with `isLate`. An event is saved before
/// it is delivered, together with those of other updates that are at hand, so none comes twice; a program that is
/// killed at that moment misses them.
public final class PlaceMonitor: Sendable {
  private struct State {
    var subscriptions: [Int: MonitorSubscription] = [:]
    var lastID = 0
    var reading: Task<Void, Never>?
    /// Which task reads. A task that was replaced must not end the subscriptions of its successor.
    var generation = 0
  }

  /// The greatest number of updates whose events are saved together.
  private static let batchSize = 256

  private let provider: any LocationProvider
  private let thresholds: MonitorThresholds
  private let identity: DeviceIdentity
  private let logger: Logger?
  private let state = Mutex(State())

  /// Makes a monitor.
  ///
  /// - Parameters:
  ///   - provider: the source. Authorization is requested if that is open.
  ///   - thresholds: when a change is believed.
  ///   - identity: whose locations the provider's are; `.one` for a fallback of several sources.
  ///   - logger: gets an error if a state cannot be saved; without it there are no messages.
  public init(
    provider: any LocationProvider, thresholds: MonitorThresholds = MonitorThresholds(),
    identity: DeviceIdentity = .each, logger: Logger? = nil
  ) {
    self.provider = provider
    self.thresholds = thresholds
    self.identity = identity
    self.logger = logger
  }

  deinit { state.withLock { $0.reading }?.cancel() }

  /// The events of some places. The source starts when the first event is asked for, so several
  /// subscriptions to a recording can be made before any of it is read.
  ///
  /// - Parameters:
  ///   - places: the places. A place whose ``Place/monitoring`` is off is left out.
  ///   - memory: keeps the state for the next run; each subscription needs its own. Without one, every
  ///     run begins with the initial states.
  public func events(
    of places: [Place], remembering memory: (any MonitorMemory)? = nil
  ) -> PlaceEvents {
    let (messages, continuation) = AsyncStream.makeStream(of: PlaceEvents.Message.self)
    let id = add(
      MonitorSubscription(
        places, thresholds: thresholds, identity: identity, memory: memory, logger: logger,
        deliver: { continuation.yield(.success($0)) },
        end: { error in
          if let error { continuation.yield(.failure(error)) }
          continuation.finish()
        }))
    continuation.onTermination = { [weak self] _ in self?.remove(id) }
    // The sequence keeps the monitor alive until the source has started; then the task does.
    return PlaceEvents(messages) {
      self.startReading()
    } leave: {
      continuation.finish()
    }
  }

  /// Calls a closure with each event, on the task that reads the source, in order. The source starts
  /// before this method returns or soon after.
  ///
  /// - Parameters:
  ///   - places: the places. A place whose ``Place/monitoring`` is off is left out.
  ///   - memory: keeps the state for the next run; each subscription needs its own.
  ///   - action: called with each event. Calls never overlap.
  ///   - onEnd: called once and last: with `nil` when the source came to its end, with `.cancelled`
  ///     after a cancellation, or with the error of the source.
  /// - Returns: a handle that ends the observation. Dropping it does not.
  @discardableResult
  public func observe(
    _ places: [Place], remembering memory: (any MonitorMemory)? = nil,
    _ action: @escaping @Sendable (PlaceEvent) -> Void,
    onEnd: @escaping @Sendable (UserLocationError?) -> Void = { _ in }
  ) -> LocationObservation {
    let subscription = MonitorSubscription(
      places, thresholds: thresholds, identity: identity, memory: memory, logger: logger,
      deliver: action, end: onEnd)
    let id = add(subscription)
    startReading()
    return LocationObservation { [weak self] in
      self?.remove(id)
      subscription.finish(.cancelled)
    }
  }

  // MARK: Subscriptions

  private func add(_ subscription: MonitorSubscription) -> Int {
    state.withLock { state in
      state.lastID += 1
      state.subscriptions[state.lastID] = subscription
      return state.lastID
    }
  }

  private func remove(_ id: Int) {
    let unwanted = state.withLock { state -> Task<Void, Never>? in
      state.subscriptions[id] = nil
      return state.subscriptions.isEmpty ? state.reading.take() : nil
    }
    unwanted?.cancel()
  }

  private var subscriptions: [MonitorSubscription] {
    state.withLock { state in
      state.subscriptions.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  // MARK: The source

  private func startReading() {
    state.withLock { state in
      guard state.reading == nil, !state.subscriptions.isEmpty else { return }
      state.generation += 1
      let generation = state.generation
      state.reading = Task {
        do throws(UserLocationError) {
          try await self.read()
          await self.finish(generation, nil)
        } catch {
          await self.finish(generation, error)
        }
      }
    }
  }

  private func read() async throws(UserLocationError) {
    var status = provider.authorizationStatus
    if status == .notDetermined { status = await provider.requestWhenInUseAuthorization() }
    guard status.isAuthorized else {
      throw UserLocationError(.notAuthorized, detail: provider.authorizationRefusal ?? "")
    }
    let updates = provider.startUpdatingLocation()
    updates.interests = []
    while true {
      let batch = try await updates.nextBatch(upTo: Self.batchSize)
      if batch.isEmpty { return }
      for subscription in subscriptions {
        do throws(UserLocationError) {
          try await subscription.handle(batch)
        } catch {
          // Only this subscription's memory is damaged.
          subscription.finish(error)
          drop(subscription)
        }
      }
    }
  }

  private func drop(_ subscription: MonitorSubscription) {
    let id = state.withLock { state in
      state.subscriptions.first { $0.value === subscription }?.key
    }
    if let id { remove(id) }
  }

  /// Ends all subscriptions, unless another task reads for them now.
  private func finish(_ generation: Int, _ error: UserLocationError?) async {
    let ended = state.withLock { state -> [MonitorSubscription] in
      guard state.generation == generation, state.reading != nil else { return [] }
      defer { state.subscriptions = [:] }
      state.reading = nil
      return state.subscriptions.sorted { $0.key < $1.key }.map(\.value)
    }
    for subscription in ended {
      await subscription.save()
      subscription.finish(error)
    }
  }
}
