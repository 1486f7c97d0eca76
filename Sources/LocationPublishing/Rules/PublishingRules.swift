public import LocationCore
public import LocationPlaces

/// Decides what is published, and makes the messages.
///
/// It is a value without a clock and without input or output. The rules are:
///
/// - Simulated and replayed locations are published only if ``allowsSimulated`` is on. The last known
///   location of an earlier run counts as replayed.
/// - A location in a private place is not published, nor an event there. Near the border, a location counts
///   as inside if its estimated error reaches the place, at most 100 m.
/// - A private place is never named: not as a place, not in an event, and not beside a location.
/// - Other places are named only if ``namesPlaces`` is on.
/// - A `LocationFilter` thins out locations. It does not affect events.
public struct PublishingRules: Sendable {
  /// The numbers of locations that were not published, by reason.
  public struct Counters: Hashable, Sendable {
    /// Locations for which there is a message.
    public var published = 0
    /// Locations in a private place.
    public var `private` = 0
    /// Simulated and replayed locations.
    public var simulated = 0
    /// Locations that the filter dropped.
    public var thinned = 0
    /// Locations for which the format has no form: OwnTracks needs a time.
    public var unformatted = 0
  }

  /// A greater error says too little about the place to make a location secret.
  private static let greatestMargin = 100.0

  /// Whether simulated and replayed locations are published.
  public let allowsSimulated: Bool
  /// Whether places that are not private are named.
  public let namesPlaces: Bool
  /// What was published, and what was not.
  public private(set) var counters = Counters()

  private let format: any PayloadFormat
  private let privateRegions: [PlaceRegion]
  private let places: [Place]
  private let placesToldAt: Date
  private var selection: UpdateSelection
  private var monitor: RegionMonitor
  /// Whether the last location was in a private place. An event without a location happened there.
  private var isPrivate = false

  /// Makes rules.
  ///
  /// - Parameters:
  ///   - format: how messages look.
  ///   - places: all places of the user, the private ones included.
  ///   - namesPlaces: whether to publish the other places and the events there.
  ///   - allowsSimulated: whether to publish simulated and replayed locations.
  ///   - filter: thins out locations.
  ///   - state: the state of the monitor of an earlier run, so that no event is published twice.
  ///   - now: the time of the host. It is the time at which the places are told to others.
  public init(
    _ format: any PayloadFormat, places: [Place] = [], namesPlaces: Bool = false,
    allowsSimulated: Bool = false, filter: LocationFilter = LocationFilter(),
    state: MonitorState = MonitorState(), now: Date
  ) {
    self.format = format
    self.namesPlaces = namesPlaces
    self.allowsSimulated = allowsSimulated
    privateRegions = places.filter(\.isPrivate).map(\.region)
    self.places = namesPlaces ? places.filter { !$0.isPrivate } : []
    placesToldAt = now
    selection = UpdateSelection(filter)
    monitor = RegionMonitor(places: self.places, state: state)
  }

  /// What the monitor of places knows, for the next run.
  public var state: MonitorState { monitor.state }

  /// The messages that tell which places are watched.
  public func announcements(at now: Date) -> [PublishedMessage] {
    places.compactMap { format.message(.place($0, toldAt: placesToldAt), createdAt: now) }
  }

  /// The messages of an update: the events first, and then the location.
  ///
  /// - Parameters:
  ///   - update: an update of the provider.
  ///   - now: the time of the host.
  public mutating func messages(
    for update: LocationUpdate, at now: Date
  ) -> [PublishedMessage] {
    switch update {
    case .fix(let fix): messages(for: fix, update, at: now)
    case .sky(let sky):
      messages(
        of: sky.timestamp.map { monitor.advance(to: $0, of: sky.source.deviceID) } ?? [], at: now)
    case .fixLost(let loss):
      messages(
        of: loss.timestamp.map { monitor.advance(to: $0, of: loss.source.deviceID) } ?? [], at: now)
    case .authorization: []
    }
  }

  private mutating func messages(
    for fix: Fix, _ update: LocationUpdate, at now: Date
  ) -> [PublishedMessage] {
    guard allowsSimulated || !fix.isSimulated && fix.source.kind == .live else {
      counters.simulated += 1
      return []
    }
    isPrivate = isPrivate(fix)
    let events = monitor.update(with: fix)
    if isPrivate {
      counters.private += 1
      return []
    }
    return messages(of: events, at: now) + location(fix, update, at: now)
  }

  private mutating func location(
    _ fix: Fix, _ update: LocationUpdate, at now: Date
  ) -> [PublishedMessage] {
    guard selection.passes(update) else {
      counters.thinned += 1
      return []
    }
    let inside = places.filter { $0.region.contains(fix.coordinate) }
    guard let message = format.message(.location(fix, places: inside), createdAt: now) else {
      counters.unformatted += 1
      return []
    }
    counters.published += 1
    return [message]
  }

  private func messages(of events: [PlaceEvent], at now: Date) -> [PublishedMessage] {
    if isPrivate { return [] }
    return events.compactMap { event in
      // Where the receiver is at first is in the location.
      if case .initial = event.kind { return nil }
      return format.message(.event(event, placeToldAt: placesToldAt), createdAt: now)
    }
  }

  private func isPrivate(_ fix: Fix) -> Bool {
    let margin = min(fix.horizontalAccuracy ?? 0, Self.greatestMargin)
    return privateRegions.contains { $0.borderDistance(from: fix.coordinate) <= margin }
  }
}
