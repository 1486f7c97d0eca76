#if Web
  import GPSDProtocol
  import LocationCore
  import LocationDashboard
  import LocationPlaces
  import LocationReplay
  import LocationText
  import LocationTracks
  import Synchronization

  /// The state of a running page, which the source changes and the clients read.
  final class WebHub: Sendable {
    /// Of one kind of event of one receiver, clients get at most one in this time. The latest one counts.
    static let leastInterval = Duration.milliseconds(40)

    /// The events that concern the same thing.
    private enum Slot: Hashable {
      case fix(DeviceID)
      case sky(DeviceID)
    }

    private struct Content {
      var state: LocationDashboard
      var frames: EventFrames
      /// When the last event of a slot was sent.
      var sent: [Slot: Duration] = [:]
      /// The changes that wait until their slot is free.
      var held: [Slot: LocationDashboard.Change] = [:]
      /// The points of tracks that were not sent with a location of their own.
      var points: [DeviceID: [DeviceTrack.Point]] = [:]
      var playback: DashboardPlayback?
      /// Why there is no location yet.
      var waiting: String?
      /// The counters of the decoder.
      var counters: String?
    }

    /// Delivers events to all clients.
    struct Delivery: Sendable {
      var send: @Sendable ([UInt8]) -> Void
      /// Calls ``WebHub/release()`` after a time.
      var wait: @Sendable (Duration) -> Void
      var clientCount: @Sendable () -> Int
    }

    private let content: Mutex<Content>
    private let delivery = Mutex<Delivery?>(nil)
    private var clients: Int { delivery.withLock { $0 }?.clientCount() ?? 0 }
    /// The sources as their user writes them.
    let sources: [String]
    private let clock: ErasedClock

    /// - Parameters:
    ///   - sources: see ``sources``.
    ///   - instance: distinguishes this server from one before.
    init(
      sources: [String], authorization: AuthorizationStatus, places: [Place], instance: String,
      clock: any LocationClock
    ) {
      self.sources = sources
      self.clock = ErasedClock(clock)
      content = Mutex(
        Content(
          state: LocationDashboard(authorization: authorization, places: places),
          frames: EventFrames(instance: instance)))
    }

    /// Begins to deliver events.
    func start(_ delivery: Delivery) { self.delivery.withLock { $0 = delivery } }

    // MARK: Changes

    /// Notes what the source delivered.
    func note(_ update: LocationUpdate) {
      change { [now = clock.date] in $0.note(update, at: now) }
    }

    /// Notes that the source came to its end.
    func end() {
      change { [now = clock.date] in $0.end(at: now) }
    }

    /// Notes that the next location is elsewhere on the recording.
    func jump() {
      change { state in
        state.jump()
        return []
      }
      // A location that waits is from before.
      content.withLock { content in
        content.held = [:]
        content.points = [:]
      }
      send { [$0.frames.add("jump") { $0.write("{}") }] }
    }

    /// Tells the clients each second what changes without an update. They take a longer silence for a broken
    /// connection.
    ///
    /// - Parameter playback: is read in the order in which it is told.
    func tick(
      playback: @autoclosure () -> DashboardPlayback?, waiting: String?, counters: String?
    ) {
      let clients = clients
      send { [self] content in
        content.playback = playback()
        content.waiting = waiting
        content.counters = counters
        let now = clock.now
        content.sent = content.sent.filter { now - $0.value < Self.leastInterval }
        return [content.frames.frame("status") { write(statusOf: content, clients, into: &$0) }]
      }
    }

    /// Tells the clients at once how the source is played, and returns that.
    ///
    /// - Parameter playback: is read in the order in which it is told.
    func note(_ playback: @autoclosure () -> DashboardPlayback?) -> DashboardPlayback? {
      let clients = clients
      var told: DashboardPlayback?
      send { [self] content in
        content.playback = playback()
        told = content.playback
        return [content.frames.frame("status") { write(statusOf: content, clients, into: &$0) }]
      }
      return told
    }

    /// Sends the changes that waited.
    func release() {
      send(isReleasing: true) { content in
        let held = content.held.values
        content.held = [:]
        return held.flatMap { offer($0, &content) }
      }
    }

    private func change(_ body: (inout LocationDashboard) -> [LocationDashboard.Change]) {
      send { content in body(&content.state).flatMap { offer($0, &content) } }
    }

    /// - Parameter isReleasing: whether the wait for the held changes is over. What is held again needs another.
    private func send(isReleasing: Bool = false, _ body: (inout Content) -> [[UInt8]]) {
      let mustWait = content.withLock { content in
        let isWaiting = !isReleasing && !content.held.isEmpty
        let frames = body(&content)
        // The order of events is that of their numbers.
        if !frames.isEmpty { delivery.withLock { $0 }?.send(frames.flatMap { $0 }) }
        return !isWaiting && !content.held.isEmpty
      }
      if mustWait { delivery.withLock { $0 }?.wait(Self.leastInterval) }
    }

    /// The events of a change; none if it has to wait.
    private func offer(_ change: LocationDashboard.Change, _ content: inout Content) -> [[UInt8]] {
      let slot: Slot
      var change = change
      switch change {
      case .fix(let device): slot = .fix(device)
      case .late(let device):
        slot = .fix(device)
        change = .fix(device)
        keepPoint(of: device, &content)
      case .sky(let device): slot = .sky(device)
      case .device(let device):
        // It is later than a location that waits.
        content.held[.fix(device)] = nil
        return pointFrames(of: device, &content) + [frame(change, &content)]
      case .gone(let device):
        content.points[device] = nil
        return [frame(change, &content)]
      case .event: return [frame(change, &content)]
      }
      let now = clock.now
      if let sent = content.sent[slot], now - sent < Self.leastInterval {
        content.held[slot] = change
        if case .fix(let device) = slot { keepPoint(of: device, &content) }
        return []
      }
      content.held[slot] = nil
      content.sent[slot] = now
      guard case .fix(let device) = slot else { return [frame(change, &content)] }
      return pointFrames(of: device, &content) + [frame(change, &content)]
    }

    /// Keeps the point that a device added last, because the next event of the device may have another one.
    private func keepPoint(of device: DeviceID, _ content: inout Content) {
      guard let point = content.state[device]?.track.latest,
        content.points[device]?.last?.time != point.time
      else { return }
      content.points[device, default: []].append(point)
    }

    /// The event of the points that were kept; none if there are none.
    private func pointFrames(of device: DeviceID, _ content: inout Content) -> [[UInt8]] {
      guard let points = content.points.removeValue(forKey: device) else { return [] }
      return [content.frames.add("points") { $0.write(points, of: device) }]
    }

    private func frame(_ change: LocationDashboard.Change, _ content: inout Content) -> [UInt8] {
      let state = content.state
      switch change {
      case .fix(let id), .late(let id):
        guard let device = state[id] else { return [] }
        return content.frames.add("fix") { $0.write(device, named: state.name(of: id)) }
      case .device(let id):
        guard let device = state[id] else { return [] }
        return content.frames.add("receiver") { $0.write(device, named: state.name(of: id)) }
      case .sky(let id):
        guard let device = state[id] else { return [] }
        return content.frames.add("sky") { $0.write(skyOf: device) }
      case .event(let event): return content.frames.add("event") { $0.write(event) }
      case .gone(let id):
        return content.frames.add("gone") { text in
          text.member(#"{"id":"#, string: id.text)
          text.write("}")
        }
      }
    }

    // MARK: Answers

    /// What a client of the event stream gets first: the events that it missed, or everything.
    ///
    /// - Parameter lastEventID: the id of the last event that the client has.
    func greeting(after lastEventID: String?) -> [UInt8] {
      let clients = clients
      return content.withLock { content in
        if let lastEventID, let missed = content.frames.events(after: lastEventID) { return missed }
        return content.frames.frame("hello") { text in
          write(statusOf: content, clients, into: &text, isOpen: true)
          text.write(#","receivers":"#)
          text.write(devicesOf: content.state)
          text.write(#","skies":"#)
          text.write(array: content.state.devices.filter { $0.sky != nil }) { $0.write(skyOf: $1) }
          text.write(#","tracks":"#)
          text.write(tracksOf: content.state)
          text.write(#","events":"#)
          text.write(array: content.state.events) { $0.write($1) }
          text.write("}")
        }
      }
    }

    /// The answer of `/api/location`.
    func location() -> [UInt8] {
      let clients = clients
      return content.withLock { content in
        var text = ByteText()
        write(statusOf: content, clients, into: &text, isOpen: true)
        text.write(#","receivers":"#)
        text.write(devicesOf: content.state)
        text.write("}")
        return text.bytes
      }
    }

    /// The answer of `/api/sky`.
    func sky() -> [UInt8] {
      content.withLock { content in
        var text = ByteText()
        text.member(#"{"now":"#, time: clock.date)
        text.write(#","receivers":"#)
        text.write(array: content.state.devices) { $0.write(skyOf: $1) }
        text.write("}")
        return text.bytes
      }
    }

    /// The answer of `/api/places`: a FeatureCollection of GeoJSON.
    func places() -> [UInt8] {
      let places = content.withLock { $0.state.places }
      var text = ByteText()
      text.write(#"{"type":"FeatureCollection","features":"#)
      text.write(array: places) { $1.write(featureInto: &$0) }
      text.write("}")
      return text.bytes
    }

    /// The answer of `/api/track`: the whole track of a receiver, and the last event that is a part of it; `nil` if
    /// there is no such receiver, or if `receiver` does not choose one of several.
    func track(of receiver: String?) -> [UInt8]? {
      let (devices, event) = content.withLock { content in
        (content.state.devices(named: receiver), content.frames.lastID)
      }
      guard devices.count == 1 else { return nil }
      var text = ByteText()
      text.member(#"{"event":"#, string: event)
      text.write(#","track":"#)
      text.write(trackOf: devices[0])
      text.write("}")
      return text.bytes
    }

    /// The answer of `/api/track.gpx`: the whole track of a receiver, or the tracks of all receivers with the points
    /// that a page gets at first; `nil` as ``track(of:)``.
    func gpx(of receiver: String?) -> [UInt8]? {
      let state = content.withLock { $0.state }
      let devices = receiver == nil ? state.devices : state.devices(named: receiver)
      guard receiver == nil || devices.count == 1 else { return nil }
      let each =
        receiver == nil
        ? state.pointsOfEach(upTo: DeviceTrack.pointLimit) : DeviceTrack.pointLimit
      var writer = TrackWriter(.gpx)
      for device in devices {
        for point in device.track.points(upTo: each) {
          if point.startsSegment {
            writer.write(.fixLost(FixLoss(reason: .noFix, source: device.source)))
          }
          var fix = Fix(coordinate: point.coordinate, source: device.source)
          fix.timestamp = Date(timeIntervalSince1970: point.time)
          fix.altitude = point.altitude
          fix.speed = point.speed
          writer.write(fix)
        }
      }
      writer.end()
      return writer.takeBytes()
    }

    /// The state for metrics, and the number of clients.
    func snapshot() -> (state: LocationDashboard, clients: Int, now: Date) {
      (content.withLock { $0.state }, clients, clock.date)
    }

    private func write(
      statusOf content: Content, _ clients: Int, into text: inout ByteText, isOpen: Bool = false
    ) {
      text.member(#"{"now":"#, time: clock.date)
      text.member(#","source":"#, string: sources.joined(separator: ", "))
      text.member(#","authorization":"#, string: content.state.authorization.rawValue)
      text.member(#","ended":"#, boolean: content.state.hasEnded)
      text.member(#","fixes":"#, integer: content.state.counts.fixes)
      if content.state.counts.leftOut > 0 {
        text.member(#","leftOut":"#, integer: content.state.counts.leftOut)
      }
      text.member(#","clients":"#, integer: clients)
      text.member(#","waiting":"#, string: content.waiting)
      text.member(#","counters":"#, string: content.counters)
      if let playback = content.playback {
        text.write(#","playback":"#)
        text.write(playback)
      }
      if !isOpen { text.write("}") }
    }
  }
#endif
