public import LocationCore
import Logging

/// The events of a ``PlaceMonitor``, in order: an asynchronous sequence.
///
/// It ends with `nil` when the source came to its end, and by throwing a `UserLocationError` when the source broke or
/// was refused, or with `.cancelled` when the consumer's task is canceled. The source is read when the next event is
/// wanted. While a consumer works for a long time, the oldest fixes of a live receiver are dropped, as in every loop
/// over `LocationUpdates`. Events are never dropped. After a cancellation, the events that are saved already still
/// come. Leaving the loop ends the subscription to the source.
public struct PlaceEvents: AsyncSequence, Sendable {
  /// The sequence yields events.
  public typealias Element = PlaceEvent
  /// The sequence may end with this error.
  public typealias Failure = UserLocationError

  let start: Iterator

  /// Starts the iteration; the source starts when the first event is wanted.
  public func makeAsyncIterator() -> Iterator { start }

  /// Iterates over a ``PlaceEvents``.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    /// The greatest number of updates whose events are saved together.
    private static let batchSize = 256

    private enum Source {
      case waiting(any LocationProvider)
      case running(LocationUpdates)
      case over
    }

    private var source: Source
    private var detector: PlaceEventDetector
    private let places: MonitoredPlaces
    /// The number of changes of the places that the detector knows; none yet.
    private var knownChanges = -1
    private let memory: (any MonitorMemory)?
    private let logger: Logger?
    private var isLoaded = false
    /// The events that are saved and not delivered yet.
    private var pending: ArraySlice<PlaceEvent> = []

    init(
      from provider: any LocationProvider, _ detector: PlaceEventDetector,
      of places: MonitoredPlaces, _ memory: (any MonitorMemory)?, _ logger: Logger?
    ) {
      source = .waiting(provider)
      self.detector = detector
      self.places = places
      self.memory = memory
      self.logger = logger
    }

    /// The next event, or `nil` at the end.
    public mutating func next() async throws(UserLocationError) -> PlaceEvent? {
      try await next(isolation: nil)
    }

    /// The next event, or `nil` at the end, for a caller on an actor.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(UserLocationError) -> PlaceEvent? {
      while pending.isEmpty {
        do throws(UserLocationError) {
          guard let updates = try await updates() else { return nil }
          let batch = try await updates.nextBatch(upTo: Self.batchSize)
          if let changed = places.places(changedAfter: &knownChanges) {
            detector.setPlaces(changed)
          }
          for update in batch { pending += detector.events(of: update) }
          if batch.isEmpty {
            try checkDates()
            await finish()
          } else if !pending.isEmpty {
            // Saved first, so that no event is reported twice after a crash. The state of many devices is long, so
            // it is saved once for all updates that are at hand.
            await save()
          }
        } catch {
          await finish()
          throw error
        }
      }
      return pending.popFirst()
    }

    /// The running source; `nil` after its end.
    private nonisolated(nonsending) mutating func updates()
      async throws(UserLocationError) -> LocationUpdates?
    {
      switch source {
      case .running(let updates): return updates
      case .over: return nil
      case .waiting(let provider):
        try await load()
        try await provider.authorize()
        let updates = provider.startUpdatingLocation()
        updates.interests = []
        source = .running(updates)
        return updates
      }
    }

    private func checkDates() throws(UserLocationError) {
      guard detector.undatedFixes == 0 || detector.hasDatedFix else {
        throw UserLocationError(
          .badData,
          detail: "its locations have no date, so nobody knows how long a visit was")
      }
    }

    /// The source is over. Says once what was left out.
    private nonisolated(nonsending) mutating func finish() async {
      source = .over
      await save()
      if detector.undatedFixes > 0, detector.hasDatedFix {
        logger?.warning(
          "locations without a date were left out", metadata: ["count": "\(detector.undatedFixes)"])
      }
      if detector.forgottenDevices > 0 {
        logger?.warning(
          "there were too many devices, and the most silent ones were forgotten",
          metadata: ["count": "\(detector.forgottenDevices)"])
      }
    }

    private nonisolated(nonsending) mutating func load() async throws(UserLocationError) {
      guard let memory else { return }
      do throws(PlaceError) {
        detector.continue(from: try await memory.load())
      } catch {
        throw UserLocationError(.inputOutput, detail: error.description, cause: error)
      }
      isLoaded = true
    }

    private nonisolated(nonsending) func save() async {
      // A state that could not be read is kept.
      guard let memory, isLoaded else { return }
      do throws(PlaceError) {
        try await memory.save(detector.state)
      } catch {
        // The events matter more than what happens after a restart.
        logger?.error("the state of the monitor is not saved", metadata: ["reason": "\(error)"])
      }
    }
  }
}

extension PlaceEventDetector {
  /// The events of any update. A stay may be reached while there is no fix.
  package mutating func events(of update: LocationUpdate) -> [PlaceEvent] {
    switch update {
    case .fix(let fix): self.update(with: fix)
    case .fixLost(let loss): loss.timestamp.map { advance(to: $0, of: loss.source) } ?? []
    case .sky(let sky): sky.timestamp.map { advance(to: $0, of: sky.source) } ?? []
    case .authorization: []
    }
  }

  fileprivate mutating func `continue`(from state: MonitorState) {
    self = PlaceEventDetector(
      places: places, thresholds: thresholds, identity: identity, state: state)
  }
}
