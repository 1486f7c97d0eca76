public import LocationCore
public import Logging

/// Tells when a source's receiver enters, leaves and stays at places.
///
/// ```swift
/// let monitor = PlaceMonitor(provider: provider)
/// for try await event in monitor.events(of: [home, work]) {
///   print(event.place.name, event.kind)
/// }
/// ```
///
/// Each loop subscribes to the source by itself. Providers open a live receiver once for all subscriptions, and
/// play a recording from its beginning for each. The rules are those of ``PlaceEventDetector``; time is the receiver's, so
/// a recording gives the same events at any pace. Of a recording without any date, a loop throws `.badData` at its end.
///
/// With a ``MonitorMemory``, a loop continues where the last one of the same memory ended. A
/// change that happened in between is reported at the first fixes, with `isLate`. An event is saved before
/// it is delivered, together with those of other updates that are at hand, so none comes twice; a program that is
/// killed at that moment misses them.
public struct PlaceMonitor: Sendable {
  private let provider: any LocationProvider
  private let thresholds: MonitorThresholds
  private let identity: DeviceIdentity
  private let logger: Logger?

  /// Makes a monitor.
  ///
  /// - Parameters:
  ///   - provider: the source. Authorization is requested if that is open.
  ///   - thresholds: when a change is believed.
  ///   - identity: whose locations the provider's are; `.one` for a fallback of several sources.
  ///   - logger: gets an error if a state cannot be saved, and the count of recorded fixes without a date that were
  ///     left out; without it there are no messages.
  public init(
    provider: any LocationProvider, thresholds: MonitorThresholds = MonitorThresholds(),
    identity: DeviceIdentity = .each, logger: Logger? = nil
  ) {
    self.provider = provider
    self.thresholds = thresholds
    self.identity = identity
    self.logger = logger
  }

  /// The events of some places. The loop starts the source.
  ///
  /// - Parameters:
  ///   - places: the places, which may change while the loop runs. A place whose ``Place/monitoring`` is off is
  ///     left out.
  ///   - memory: keeps the state for the next run; two loops at a time need two of them. Without one, every
  ///     loop begins with the initial states. It is meant for a live receiver: a recording that is monitored
  ///     again gives its events again.
  public func events(
    of places: MonitoredPlaces, remembering memory: (any MonitorMemory)? = nil
  ) -> PlaceEvents {
    PlaceEvents(
      start: PlaceEvents.Iterator(
        from: provider,
        PlaceEventDetector(places: [], thresholds: thresholds, identity: identity), of: places,
        memory, logger))
  }

  /// The events of places that do not change; see ``events(of:remembering:)-(MonitoredPlaces,_)``.
  public func events(
    of places: [Place], remembering memory: (any MonitorMemory)? = nil
  ) -> PlaceEvents {
    events(of: MonitoredPlaces(places), remembering: memory)
  }
}
