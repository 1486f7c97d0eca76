import LocationCore
import LocationDashboard
import LocationPlaces

/// Everything that `locate view` shows, as a value.
struct ViewState: Sendable {
  /// A location of one receiver hides those of the others for this long.
  private static let patience = 5.0

  /// The sources as their user writes them.
  var source: String
  /// The time for which the frame is drawn.
  var now: Date
  /// The last location; `nil` before the first one.
  private(set) var fix: Fix?
  /// When the last location arrived.
  private(set) var fixArrival: Date?
  /// Why there is no location; `nil` while there is one.
  private(set) var loss: FixLoss.Reason?
  /// When the location was lost.
  private(set) var lossArrival: Date?
  private(set) var sky: SkyView?
  private(set) var trail = ViewTrail()
  var places = NearbyPlaces([])
  private(set) var events = ViewEvents()
  private var eventTime = EventTime()
  private(set) var counts = ViewCounts()
  /// Why there was no location yet, in a few words.
  var waiting: String?
  private(set) var authorization: AuthorizationStatus
  /// `nil` for a source that is not played.
  var playback: ViewPlayback?
  /// The counters of the source's decoder in a line; `nil` if it has none.
  var decoder: String?
  /// Whether the source came to its end.
  private(set) var hasEnded = false

  init(source: String, authorization: AuthorizationStatus, now: Date) {
    self.source = source
    self.authorization = authorization
    self.now = now
  }

  /// Whether the last location is the present one.
  var hasFix: Bool { fix != nil && loss == nil }

  /// How long the location is lost; `nil` if it is not.
  var lossAge: Duration? { lossArrival.map { .seconds(now.timeIntervalSince($0)) } }

  /// Notes what the source delivered at ``now``.
  mutating func note(_ update: LocationUpdate) {
    eventTime.note(update)
    switch update {
    case .fix(let fix):
      hasEnded = false
      note(fix)
    case .fixLost(let loss): note(loss)
    case .sky(let sky):
      counts.skies += 1
      if follows(sky.source) { self.sky = sky }
    case .authorization(let status):
      guard status != authorization else { return }
      authorization = status
      add(event: status.words)
    }
  }

  /// Notes something that the user should know.
  mutating func add(event: String) { events.add(event, at: eventTime.time(at: now)) }

  /// Notes that the source came to its end.
  mutating func end() {
    hasEnded = true
    add(event: "the source ended")
  }

  /// Forgets the way to the last location, because the next one is elsewhere.
  mutating func jump() {
    trail = ViewTrail()
    hasEnded = false
  }

  private mutating func note(_ fix: Fix) {
    counts.fixes += 1
    guard follows(fix.source) else { return }
    if self.fix == nil {
      add(event: "first location")
    } else if let age = lossAge {
      add(event: "location again after \(ViewText.duration(age))")
    }
    if let last = self.fix?.source, last.name != fix.source.name {
      add(event: "using \(fix.source.name)")
      trail.interrupt()
      sky = nil
    }
    (loss, lossArrival) = (nil, nil)
    self.fix = fix
    fixArrival = now
    trail.add(fix.coordinate)
    for event in places.move(to: fix) { add(event: event) }
  }

  private mutating func note(_ loss: FixLoss) {
    counts.losses += 1
    guard follows(loss.source) else { return }
    if loss.reason != self.loss { add(event: loss.reason.description) }
    self.loss = loss.reason
    lossArrival = lossArrival ?? now
    trail.interrupt()
  }

  /// Whether the receiver is the one that is shown. Another one is shown only if this one has no
  /// location.
  private func follows(_ source: FixSource) -> Bool {
    guard hasFix, let fix, let fixArrival, fix.source.name == source.name,
      let shown = fix.source.device, let other = source.device
    else { return true }
    return shown == other || now.timeIntervalSince(fixArrival) > Self.patience
  }
}

/// How many updates the source delivered.
struct ViewCounts: Hashable, Sendable {
  var fixes = 0
  var losses = 0
  var skies = 0
}

/// The state of a recording or a simulation that is played.
struct ViewPlayback: Hashable, Sendable {
  /// How many times as fast as recorded; `nil` as fast as possible.
  var factor: Double?
  var position: Duration?
  var isPaused = false
  var canSeek = false
}
