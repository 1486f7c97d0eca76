public import LocationCore
public import LocationPlaces

/// Decides what is published, and makes the messages.
///
/// It is a value without a clock and without input or output. The rules are:
///
/// - Simulated and replayed locations are published only if ``allowsSimulated`` is on. The last known
///   location of an earlier run counts as replayed.
/// - A location in the `PrivacyZone` of a private place is not published, nor an event there; and the first one after it has
///   no course and no speed.
/// - A private place is never named: not as a place, not in an event, and not beside a location.
/// - Other places are named only if ``namesPlaces`` is on, and if their borders are in no zone.
/// - If the messages have the identity of one device, the locations of other devices than the first one are not published.
/// - A `LocationFilter` thins out locations. It does not affect events.
public struct PublishingRules: Sendable {
  /// The numbers of locations that were not published, by reason.
  public struct Counters: Hashable, Sendable {
    /// Locations for which there is a message.
    public var published = 0
    /// Locations in the zone of a private place.
    public var `private` = 0
    /// Simulated and replayed locations.
    public var simulated = 0
    /// Locations that the filter dropped.
    public var thinned = 0
    /// Locations for which the format has no form: OwnTracks needs a time.
    public var unformatted = 0
    /// Locations of other devices than the first one, if the messages have the identity of one device.
    public var otherDevices = 0
  }

  /// Whether simulated and replayed locations are published.
  public let allowsSimulated: Bool
  /// Whether places that are not private are named.
  public let namesPlaces: Bool
  /// The places that are not private, but are not named either: their borders are in the zones of private places.
  public private(set) var hiddenPlaces: [Place] = []
  /// What was published, and what was not.
  public private(set) var counters = Counters()

  private let format: any PayloadFormat
  private let identity: DeviceIdentity
  private let isOfOneDevice: Bool
  /// The device of the first location.
  private var firstDevice: DeviceID?
  private var places: [Place] = []
  /// When the places were told to others; `nil` before that.
  private var placesToldAt: Date?
  private var selection: UpdateSelection
  private var detector: PlaceEventDetector
  private var gate: PrivacyGate

  /// Makes rules.
  ///
  /// - Parameters:
  ///   - format: how messages look.
  ///   - places: all places of the user, the private ones included.
  ///   - namesPlaces: whether to publish the other places and the events there.
  ///   - allowsSimulated: whether to publish simulated and replayed locations.
  ///   - filter: thins out locations.
  ///   - identity: whose locations they are; `.one` for a fallback of several sources.
  ///   - isOfOneDevice: whether all messages have the identity of one device.
  ///   - state: the state of the detector of an earlier run, so that no event is published twice.
  public init(
    _ format: any PayloadFormat, places: [Place] = [], namesPlaces: Bool = false,
    allowsSimulated: Bool = false, filter: LocationFilter = LocationFilter(),
    identity: DeviceIdentity = .each, isOfOneDevice: Bool = false,
    state: MonitorState = MonitorState()
  ) {
    self.format = format
    self.identity = identity
    self.isOfOneDevice = isOfOneDevice
    self.namesPlaces = namesPlaces
    self.allowsSimulated = allowsSimulated
    gate = PrivacyGate(zones: nil, devices: identity)
    selection = UpdateSelection(filter)
    detector = PlaceEventDetector(places: [], identity: identity, state: state)
    setPlaces(places)
  }

  /// Replaces the places, the private ones included. The next location is judged by them. Others are told again which
  /// places are watched, if these change.
  ///
  /// - Parameter all: `nil` if it is not known which places are private: then nothing is published.
  public mutating func setPlaces(_ all: [Place]?) {
    gate.zones = all.map { $0.compactMap(\.privacyZone) }
    guard let all else { return }
    let open = namesPlaces ? gate.open(all) : []
    hiddenPlaces = namesPlaces ? all.filter { !$0.isPrivate && !open.contains($0) } : []
    guard open != places else { return }
    places = open
    placesToldAt = nil
    detector.setPlaces(open)
  }

  /// What the detector of events at places knows, for the next run.
  public var state: MonitorState { detector.state }

  /// The messages of an update: the events first, and then the location. Before the first message of all, others
  /// are told which places are watched: not earlier, because the program may start in a private place.
  ///
  /// - Parameters:
  ///   - update: an update of the provider.
  ///   - now: the time of the host.
  public mutating func messages(
    for update: LocationUpdate, at now: Date
  ) -> [PublishedMessage] {
    let toldAt = placesToldAt ?? now
    let items: [PublishedItem] =
      switch update {
      case .fix(let fix): items(of: fix, toldAt)
      case .sky(let sky): items(of: detector.events(of: update), sky.source, toldAt)
      case .fixLost(let loss): items(of: detector.events(of: update), loss.source, toldAt)
      case .authorization: []
      }
    var messages = items.compactMap { format.message($0, createdAt: now) }
    if case .location = items.last {
      if messages.last?.kind == .location {
        counters.published += 1
      } else {
        counters.unformatted += 1
      }
    }
    if placesToldAt == nil, !messages.isEmpty {
      placesToldAt = toldAt
      let told = places.map { PublishedItem.place($0, toldAt: toldAt) }
      messages = told.compactMap { format.message($0, createdAt: now) } + messages
    }
    return messages
  }

  /// Whether the messages have the identity of a source's device.
  private mutating func belongs(_ source: FixSource) -> Bool {
    guard isOfOneDevice else { return true }
    let device = identity.id(of: source)
    firstDevice = firstDevice ?? device
    return firstDevice == device
  }

  private mutating func items(of fix: Fix, _ toldAt: Date) -> [PublishedItem] {
    guard allowsSimulated || !fix.isSimulated && fix.source.kind == .live else {
      counters.simulated += 1
      return []
    }
    guard belongs(fix.source) else {
      counters.otherDevices += 1
      return []
    }
    guard let open = gate.pass(fix) else {
      // The detector must know where the receiver is, but nobody is told.
      _ = detector.update(with: fix)
      counters.private += 1
      return []
    }
    let events = items(of: detector.update(with: open), fix.source, toldAt)
    guard selection.passes(.fix(open)) else {
      counters.thinned += 1
      return events
    }
    gate.published(open)
    let inside = places.filter { $0.region.contains(open.coordinate) }
    return events + [.location(open, places: inside)]
  }

  private func items(
    of events: [PlaceEvent], _ source: FixSource, _ toldAt: Date
  ) -> [PublishedItem] {
    guard gate.isOpen(for: source) else { return [] }
    return events.compactMap { event in
      // Where the receiver is at first is in the location.
      if case .initial = event.kind { return nil }
      return .event(event, placeToldAt: toldAt)
    }
  }
}
