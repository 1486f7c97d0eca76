#if Web
  import LocationCore
  import LocationPlaces

  /// Everything that the page shows, as a value of bounded size.
  struct WebState: Sendable {
    /// The greatest number of receivers. The one that was silent for the longest time is forgotten.
    static let receiverLimit = 200
    /// The greatest number of points of all tracks.
    static let pointLimit = 8_000
    /// The greatest number of events.
    static let eventLimit = 100

    /// Seconds for which satellites stay after their report.
    private static let skyPatience = 10.0

    /// Something that happened.
    struct Event: Sendable {
      /// Counts the events from 1.
      let number: Int
      let time: Date
      let text: String
    }

    /// What an update changed.
    enum Change: Sendable {
      /// A new location.
      case fix(WebReceiver)
      /// Anything else about a receiver, such as the loss of its location.
      case receiver(WebReceiver)
      case sky(WebReceiver)
      /// A receiver that is no longer known.
      case gone(WebReceiver.Key)
      case event(Event)
    }

    private(set) var receivers: [WebReceiver.Key: WebReceiver] = [:]
    /// The receivers in the order in which they appeared.
    private(set) var order: [WebReceiver.Key] = []
    /// The oldest one first.
    private(set) var events: [Event] = []
    private(set) var counts = (fixes: 0, losses: 0, skies: 0)
    private(set) var authorization: AuthorizationStatus
    /// Whether the source came to its end.
    private(set) var hasEnded = false
    let places: [Place]

    private var pointCount = 0
    private var eventCount = 0
    /// The source that delivered the last location.
    private var sourceInUse: String?

    init(authorization: AuthorizationStatus, places: [Place] = []) {
      self.authorization = authorization
      self.places = places
    }

    /// The receivers in the order in which they appeared.
    var all: [WebReceiver] { order.compactMap { receivers[$0] } }

    /// Notes what the source delivered at `now`.
    mutating func note(_ update: LocationUpdate, at now: Date) -> [Change] {
      switch update {
      case .fix(let fix): return note(fix, now)
      case .fixLost(let loss): return note(loss, now)
      case .sky(let sky):
        counts.skies += 1
        return change(WebReceiver.Key(sky.source), sky.source) { receiver in
          // A receiver may report its satellites less often than the rest of a view.
          let isRest = sky.satellites.isEmpty && !(receiver.sky?.satellites.isEmpty ?? true)
          if isRest, let arrival = receiver.skyArrival,
            now.timeIntervalSince(arrival) < Self.skyPatience
          {
            return .sky(receiver)
          }
          receiver.sky = sky
          receiver.skyArrival = now
          return .sky(receiver)
        }
      case .authorization(let status):
        guard status != authorization else { return [] }
        authorization = status
        return [add(event: "authorization: \(status.rawValue)", at: now)]
      }
    }

    /// Notes that the source came to its end.
    mutating func end(at now: Date) -> [Change] {
      hasEnded = true
      return [add(event: "the source ended", at: now)]
    }

    /// Notes something that the user should know.
    mutating func add(event text: String, at now: Date) -> Change {
      eventCount += 1
      let event = Event(number: eventCount, time: now, text: text)
      events.append(event)
      if events.count > Self.eventLimit { events.removeFirst() }
      return .event(event)
    }

    /// Forgets the ways to the last locations, because the next ones are elsewhere.
    mutating func jump() {
      hasEnded = false
      pointCount = 0
      for key in order { receivers[key]?.track = WebTrack() }
    }

    // MARK: Fixes

    private mutating func note(_ fix: Fix, _ now: Date) -> [Change] {
      counts.fixes += 1
      hasEnded = false
      var changes = use(fix.source.name, now)
      var texts: [String] = []
      let key = WebReceiver.Key(fix.source)
      let name = prefix(of: fix.source)
      let former = receivers[key]?.track.points.count ?? 0
      changes += change(key, fix.source) { receiver in
        if let loss = receiver.loss {
          let seconds = Int(max(0, now.timeIntervalSince(loss.since)))
          texts.append("\(name)location again after \(seconds) s")
        } else if receiver.fix == nil {
          texts.append("\(name)first location")
        }
        receiver.source = fix.source
        receiver.fix = fix
        receiver.arrival = now
        receiver.loss = nil
        receiver.isInUse = true
        texts += receiver.nearby.move(to: fix).map { name + $0 }
        receiver.track.add(fix, now: now)
        return .fix(receiver)
      }
      pointCount += (receivers[key]?.track.points.count ?? 0) - former
      thin()
      return changes + texts.map { add(event: $0, at: now) }
    }

    /// Names the receiver in an event, if there are several.
    private func prefix(of source: FixSource) -> String {
      order.count > 1 ? "\(source.shortName): " : ""
    }

    /// Notes which source delivers locations.
    private mutating func use(_ name: String, _ now: Date) -> [Change] {
      guard name != sourceInUse else { return [] }
      defer { sourceInUse = name }
      guard sourceInUse != nil else { return [] }
      var changes = [add(event: "using \(name)", at: now)]
      for key in order where key.name != name {
        receivers[key]?.isInUse = false
        receivers[key]?.track.interrupt()
        if let receiver = receivers[key] { changes.append(.receiver(receiver)) }
      }
      return changes
    }

    private mutating func thin() {
      while pointCount > Self.pointLimit {
        let longest = order.max { one, other in
          receivers[one]?.track.points.count ?? 0 < receivers[other]?.track.points.count ?? 0
        }
        guard let longest, let before = receivers[longest]?.track.points.count else { return }
        receivers[longest]?.track.thin()
        pointCount -= before - (receivers[longest]?.track.points.count ?? 0)
      }
    }

    // MARK: Losses

    private mutating func note(_ loss: FixLoss, _ now: Date) -> [Change] {
      counts.losses += 1
      var keys = [WebReceiver.Key(loss.source)]
      if loss.source.device == nil {
        // A source that is lost takes all its receivers along.
        let concerned = order.filter { $0.name == loss.source.name }
        if !concerned.isEmpty { keys = concerned }
      }
      var changes: [Change] = []
      for key in keys {
        var text: String?
        let name = prefix(of: receivers[key]?.source ?? loss.source)
        changes += change(key, loss.source) { receiver in
          if receiver.loss?.reason != loss.reason { text = name + loss.reason.description }
          receiver.loss = (loss.reason, receiver.loss?.since ?? now)
          receiver.track.interrupt()
          return .receiver(receiver)
        }
        if !loss.reason.leavesReceiver, receivers[key]?.sky != nil {
          changes += change(key, loss.source) { receiver in
            receiver.sky = nil
            receiver.skyArrival = nil
            return .sky(receiver)
          }
        }
        if let text { changes.append(add(event: text, at: now)) }
      }
      return changes
    }

    // MARK: Receivers

    /// Changes a receiver, which may be new.
    private mutating func change(
      _ key: WebReceiver.Key, _ source: FixSource, _ body: (inout WebReceiver) -> Change
    ) -> [Change] {
      var changes: [Change] = []
      var receiver = receivers[key]
      if receiver == nil, let nameless = nameless(for: key) {
        // A source may report something before it names its receiver. Such a receiver gets the name.
        receiver = forget(nameless)
        receiver?.source.device = key.device
        changes.append(.gone(nameless))
      }
      var changed = receiver ?? WebReceiver(source, NearbyPlaces(places))
      changes.append(body(&changed))
      if receivers.updateValue(changed, forKey: key) == nil { order.append(key) }
      if order.count > Self.receiverLimit, let oldest = oldest(except: key) {
        forget(oldest)
        changes.append(.gone(oldest))
      }
      return changes
    }

    /// The receiver without a name and without a location behind the same source.
    private func nameless(for key: WebReceiver.Key) -> WebReceiver.Key? {
      let nameless = WebReceiver.Key(FixSource(kind: .live, name: key.name))
      guard key.device != nil, let receiver = receivers[nameless], receiver.fix == nil else {
        return nil
      }
      return nameless
    }

    @discardableResult
    private mutating func forget(_ key: WebReceiver.Key) -> WebReceiver? {
      order.removeAll { $0 == key }
      let receiver = receivers.removeValue(forKey: key)
      pointCount -= receiver?.track.points.count ?? 0
      return receiver
    }

    private func oldest(except key: WebReceiver.Key) -> WebReceiver.Key? {
      order.filter { $0 != key }.min { one, other in
        receivers[one]?.lastTime ?? .distantPast < receivers[other]?.lastTime ?? .distantPast
      }
    }
  }

  extension FixLoss.Reason {
    /// Whether the receiver still reports, so that its satellites are those of now.
    fileprivate var leavesReceiver: Bool {
      ![.silent, .deviceRemoved, .noDevice, .disconnected].contains(self)
    }
  }

  extension FixSource {
    /// The end of the receiver's name, or the name of the source.
    var shortName: String {
      guard let device, let last = device.split(separator: "/").last else { return name }
      return String(last)
    }
  }
#endif
