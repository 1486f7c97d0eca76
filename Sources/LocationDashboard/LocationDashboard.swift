package import LocationCore
package import LocationPlaces
internal import LocationText

/// What is known about each device now, as a value of bounded size.
///
/// The screen of `view`, the page, `status` and the metrics show it.
package struct LocationDashboard: Sendable {
  /// The greatest number of devices. A device that was silent for a minute makes room for another one, the one that
  /// was silent for the longest time first. If there is none, the other one is left out.
  package static let deviceLimit = 5_000
  /// The greatest number of points of all tracks. One more halves the longest track.
  package static let pointLimit = 1_000_000
  /// The greatest number of events.
  package static let eventLimit = 100

  /// Seconds after which a silent device makes room for another one.
  private static let silence = 60.0
  /// Seconds for which satellites stay after their report.
  private static let skyPatience = 10.0

  /// Something that happened.
  package struct Event: Hashable, Sendable {
    /// Counts the events from 1.
    package let number: Int
    /// `nil` in a recording that states no date and time.
    package let time: Date?
    package let text: String
  }

  package enum Change: Hashable, Sendable {
    /// A new location.
    case fix(DeviceID)
    /// A location that is older than the present one: a part of the track.
    case late(DeviceID)
    /// Anything else about a device, such as the loss of its location.
    case device(DeviceID)
    case sky(DeviceID)
    /// A device that is no longer known.
    case gone(DeviceID)
    case event(Event)
  }

  /// How much the sources delivered.
  package struct Counts: Hashable, Sendable {
    package var fixes = 0
    package var losses = 0
    package var skies = 0
    /// The updates of devices for which there was no room.
    package var leftOut = 0

    package var reports: Int { fixes + losses + skies }
  }

  /// The devices in the order in which they appeared.
  package private(set) var devices: [DeviceState] = []
  /// The oldest one first.
  package private(set) var events: [Event] = []
  package private(set) var counts = Counts()
  package private(set) var authorization: AuthorizationStatus
  /// Whether the source came to its end.
  package private(set) var hasEnded = false
  /// The device that reported the last location; `nil` before the first one.
  package private(set) var latest: DeviceID?
  /// The last view that lists satellites, of any device; the first view if none does. It stays when its receiver is
  /// lost.
  package private(set) var listedSky: SkyView?
  package let places: [Place]

  /// The index of each device in ``devices``.
  private var indices: [DeviceID: Int] = [:]
  private var names = DeviceNames()
  private var pointCount = 0
  private var eventCount = 0
  /// Whether the source is a recording or a simulation. Then its events have the receiver's time.
  private var isPlayed = false
  /// The last time that the receiver of a recording stated; `nil` if it states none.
  private var statedTime: Date?
  private let pointLimit: Int
  /// The time before which no device makes room, so that a full dashboard does not look for one at each update.
  private var nextRoom: Date?

  package init(
    authorization: AuthorizationStatus = .authorizedAlways, places: [Place] = [],
    pointLimit: Int = LocationDashboard.pointLimit
  ) {
    self.authorization = authorization
    self.places = places
    self.pointLimit = pointLimit
  }

  /// A device; `nil` if it is not known.
  package subscript(id: DeviceID) -> DeviceState? { indices[id].map { devices[$0] } }

  /// The last location of any device; `nil` before the first one.
  package var fix: Fix? { latest.flatMap { indices[$0] }.flatMap { devices[$0].fix } }

  /// Whether both a location and a list of satellites arrived.
  package var isComplete: Bool { fix != nil && listedSky?.satellites.isEmpty == false }

  /// The greatest number of points of each track for which all tracks have at most `total`.
  ///
  /// - Returns: `total`, or a half of it, a quarter, and so on; at least 1.
  package func pointsOfEach(upTo total: Int) -> Int {
    var each = total
    while each > 1, devices.reduce(0, { $0 + min($1.track.points.count, each) }) > total {
      each /= 2
    }
    return each
  }

  /// The shortest name that tells a device from the others.
  package func name(of id: DeviceID) -> String { names[id] }

  /// Notes what the source delivered at `now`.
  @discardableResult
  package mutating func note(_ update: LocationUpdate, at now: Date) -> [Change] {
    if let source = update.source {
      isPlayed = source.kind == .replayed || source.kind == .simulated
      statedTime = isPlayed ? update.timestamp ?? statedTime : nil
    }
    switch update {
    case .fix(let fix): return note(fix, now)
    case .fixLost(let loss): return note(loss, now)
    case .sky(let sky): return note(sky, now)
    case .authorization(let status):
      guard status != authorization else { return [] }
      authorization = status
      return [add(event: status.words, at: now)]
    }
  }

  /// Notes that the source came to its end.
  @discardableResult
  package mutating func end(at now: Date) -> [Change] {
    hasEnded = true
    return [add(event: "the source ended", at: now)]
  }

  /// Notes something that the user should know.
  @discardableResult
  package mutating func add(event text: String, at now: Date) -> Change {
    eventCount += 1
    let event = Event(number: eventCount, time: isPlayed ? statedTime : now, text: text)
    events.append(event)
    if events.count > Self.eventLimit { events.removeFirst() }
    return .event(event)
  }

  /// Forgets the ways to the last locations, because the next ones are elsewhere.
  package mutating func jump() {
    hasEnded = false
    pointCount = 0
    for index in devices.indices { devices[index].track = DeviceTrack() }
  }

  // MARK: Fixes

  private mutating func note(_ fix: Fix, _ now: Date) -> [Change] {
    counts.fixes += 1
    hasEnded = false
    var changes = use(fix.source.name, now)
    guard let index = index(of: fix.source, now, &changes) else { return changes }
    let former = devices[index].track.points.count
    defer {
      pointCount += devices[index].track.points.count - former
      while pointCount > pointLimit, thinLongestTrack() {}
    }
    if fix.isLate(after: devices[index].fix?.timestamp, at: now) {
      devices[index].track.insert(fix, now: now)
      return changes + [.late(devices[index].id)]
    }
    latest = fix.source.deviceID
    var texts: [String] = []
    if devices[index].fix == nil {
      texts.append("first location")
    } else if let loss = devices[index].loss {
      var text = ByteText()
      text.write("location again after ")
      text.write(seconds: max(0, now.timeIntervalSince(loss.since).rounded(.down)))
      texts.append(text.string)
    }
    devices[index].source = fix.source
    devices[index].fix = fix
    devices[index].fixArrival = now
    devices[index].loss = nil
    devices[index].isInUse = true
    texts += devices[index].nearby.move(to: fix)
    devices[index].track.add(fix, now: now)
    changes.append(.fix(devices[index].id))
    return changes + add(texts, of: fix.source.deviceID, now)
  }

  /// Adds events, which name the device if there are several.
  private mutating func add(_ texts: [String], of device: DeviceID, _ now: Date) -> [Change] {
    texts.map { text in
      add(event: devices.count > 1 ? "\(names[device]): \(text)" : text, at: now)
    }
  }

  /// Notes which source delivers locations.
  private mutating func use(_ name: String, _ now: Date) -> [Change] {
    guard let latest, latest.source != name else { return [] }
    var changes = [add(event: "using \(FixSource.publicName(of: name))", at: now)]
    for index in devices.indices where devices[index].source.name != name {
      guard devices[index].isInUse else { continue }
      devices[index].isInUse = false
      devices[index].track.interrupt()
      changes.append(.device(devices[index].id))
    }
    return changes
  }

  /// Halves the longest track. It has its share of the limit or more, so the devices are searched again only after as
  /// many new points as half of a share: the work for each location stays constant.
  ///
  /// - Returns: whether that made room. One point each is the least.
  private mutating func thinLongestTrack() -> Bool {
    let longest = devices.indices.max { one, other in
      devices[one].track.points.count < devices[other].track.points.count
    }
    guard let longest else { return false }
    let former = devices[longest].track.points.count
    devices[longest].track.thin()
    pointCount -= former - devices[longest].track.points.count
    return devices[longest].track.points.count < former
  }

  // MARK: Satellites and losses

  private mutating func note(_ sky: SkyView, _ now: Date) -> [Change] {
    counts.skies += 1
    if !sky.satellites.isEmpty || listedSky == nil { listedSky = sky }
    var changes: [Change] = []
    guard let index = index(of: sky.source, now, &changes) else { return changes }
    // A receiver may report its satellites less often than the rest of a view.
    let isRest =
      sky.satellites.isEmpty && sky.satellitesInView != 0
      && !(devices[index].sky?.satellites.isEmpty ?? true)
      && devices[index].skyArrival.map { now.timeIntervalSince($0) < Self.skyPatience } ?? false
    if !isRest {
      devices[index].sky = sky
      devices[index].skyArrival = now
    }
    return changes + [.sky(devices[index].id)]
  }

  private mutating func note(_ loss: FixLoss, _ now: Date) -> [Change] {
    counts.losses += 1
    var changes: [Change] = []
    var concerned: [Int] = []
    if loss.source.device == nil {
      // A source that is lost takes all its devices along.
      concerned = devices.indices.filter { devices[$0].source.name == loss.source.name }
    }
    if concerned.isEmpty {
      guard let index = index(of: loss.source, now, &changes) else { return changes }
      concerned = [index]
    }
    for index in concerned {
      let isNew = devices[index].loss?.reason != loss.reason
      devices[index].loss = (loss.reason, devices[index].loss?.since ?? now)
      devices[index].track.interrupt()
      changes.append(.device(devices[index].id))
      if loss.reason.isOutage, devices[index].sky != nil {
        devices[index].sky = nil
        devices[index].skyArrival = nil
        changes.append(.sky(devices[index].id))
      }
      if isNew { changes += add([loss.reason.description], of: devices[index].id, now) }
    }
    return changes
  }

  // MARK: Devices

  /// The index of a device, which may be new; `nil` if there is no room for it.
  private mutating func index(
    of source: FixSource, _ now: Date, _ changes: inout [Change]
  ) -> Int? {
    let id = source.deviceID
    if let index = indices[id] { return index }
    // A source may report something before it names its device. Such a device gets the name.
    let nameless = DeviceID(source: id.source)
    if id.device != nil, let index = indices[nameless], devices[index].fix == nil {
      indices[nameless] = nil
      indices[id] = index
      names.remove(nameless)
      names.add(id)
      devices[index].source.device = id.device
      changes.append(.gone(nameless))
      return index
    }
    guard devices.count < Self.deviceLimit || makeRoom(now, &changes) else {
      counts.leftOut += 1
      return nil
    }
    names.add(id)
    indices[id] = devices.count
    devices.append(DeviceState(source, NearbyPlaces(places)))
    return devices.count - 1
  }

  /// Forgets the device that was silent for the longest time; `false` if no device is silent.
  private mutating func makeRoom(_ now: Date, _ changes: inout [Change]) -> Bool {
    if let nextRoom, now < nextRoom { return false }
    guard
      let oldest = devices.indices.min(by: { devices[$0].lastArrival < devices[$1].lastArrival })
    else { return false }
    let isSilentAt = devices[oldest].lastArrival.addingTimeInterval(Self.silence)
    guard now >= isSilentAt else {
      nextRoom = isSilentAt
      return false
    }
    let device = devices.remove(at: oldest)
    pointCount -= device.track.points.count
    names.remove(device.id)
    indices[device.id] = nil
    for index in devices.indices[oldest...] { indices[devices[index].id] = index }
    changes.append(.gone(device.id))
    return true
  }
}

extension AuthorizationStatus {
  /// The status for people.
  package var words: String {
    switch self {
    case .notDetermined: "not asked yet"
    case .restricted: "forbidden by the system"
    case .denied: "denied"
    case .authorizedWhenInUse: "authorized while in use"
    case .authorizedAlways: "authorized"
    }
  }
}
