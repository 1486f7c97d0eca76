import LocationCore
import Synchronization

/// One subscription of a ``TrackPlayer``: reads, waits, and sets timestamps.
///
/// Unchecked, because the reader is not `Sendable` and reading suspends, so no lock can guard the
/// state. Only one task at a time may run here; `isInUse` stops the program otherwise. `control` is
/// the only part that other tasks use.
final class Playback: @unchecked Sendable {
  private let options: PlaybackOptions
  private let control: PlaybackControl
  private let request: TrackRequest
  private let isInUse = Atomic(false)

  private var reader: (any TrackReader)?
  /// The next item, which waits for its time, and the time played until there.
  private var pending: (item: TrackItem, elapsed: Duration?)?
  private var played: PlayedTime
  /// The clock's time at the start, without the pauses before it.
  private var anchor: Duration?
  /// The date at the start, for rebased timestamps.
  private var base: Date?
  /// Whether this round held an update. A track without one is not repeated.
  private var hasUpdate = false
  private var isOver = false
  private var pace: ReplayPace
  private var seekRevision: Int
  private var faults: ReceptionFaults
  /// Whether the consumer knows that the authorization was withdrawn.
  private var isRefused: Bool
  /// The bytes of items, until an update follows that carries them.
  private var sentences: [UInt8] = []
  /// Items before this position are skipped.
  private var start: Duration?

  init(
    _ options: PlaybackOptions, control: PlaybackControl, keepsBytes: Bool,
    interests: SubscriptionInterests?
  ) {
    self.options = options
    self.control = control
    played = PlayedTime(maximumGap: options.maximumGap)
    let settings = control.settings
    pace = settings.pace
    let isUnpaced = pace.factor == nil
    let now: @Sendable () -> Date = { [clock = options.clock] in clock.date }
    request = TrackRequest(
      keepsBytes: keepsBytes || options.keepsSentences,
      // With a pace, reading is so far ahead that interests may change meanwhile.
      interests: isUnpaced ? interests : nil,
      now: isUnpaced && options.timestamps == .recorded ? now : nil)
    start = settings.start
    // A seek from before this subscription does not concern it.
    seekRevision = settings.seek?.revision ?? 0
    faults = ReceptionFaults(settings)
    isRefused = settings.isDenied
  }

  /// The next updates when the first one's time has come: without a pace, all that are in memory,
  /// `limit` at most; else one. Empty at the end.
  nonisolated(nonsending) func batch(
    upTo limit: Int
  ) async throws(UserLocationError) -> [LocationUpdate] {
    begin()
    defer { end() }
    while let item = try await nextItem() {
      guard let update = item.update else { continue }
      var updates = [update]
      appendBuffered(to: &updates, upTo: limit - 1)
      return updates
    }
    return []
  }

  /// The next item when its time has come; `nil` at the end.
  nonisolated(nonsending) func next() async throws(UserLocationError) -> TrackItem? {
    begin()
    defer { end() }
    return try await nextItem()
  }

  private func begin() {
    let wasInUse = isInUse.exchange(true, ordering: .acquiring)
    precondition(!wasInUse, "a track has one consumer at a time")
  }

  private func end() { isInUse.store(false, ordering: .releasing) }

  private nonisolated(nonsending) func nextItem() async throws(UserLocationError) -> TrackItem? {
    while true {
      let settings = control.settings
      if settings.isDenied { return try refuse() }
      followSeek(settings)
      followPace(settings)
      faults.follow(settings)
      let deadline: Duration?
      if settings.pausedAt != nil {
        deadline = nil
      } else if let (item, elapsed) = pending {
        deadline = self.deadline(at: elapsed, pausedTime: settings.pausedTime)
        if deadline == nil {
          if pace.factor != nil, let position = item.position,
            !control.note(position, unlessSoughtSince: seekRevision)
          {
            continue
          }
          pending = nil
          return changed(item, at: elapsed)
        }
      } else {
        if try await read() { continue }
        return nil
      }
      try await control.sleep(
        until: deadline, on: options.clock, unlessBeyond: settings.revision)
    }
  }

  /// Says that the authorization was withdrawn, and then fails.
  private func refuse() throws(UserLocationError) -> TrackItem {
    (reader, pending) = (nil, nil)
    if isRefused { throw LocationUpdates.revoked }
    isRefused = true
    return TrackItem(.update(.authorization(.denied)))
  }

  /// Reads one item; `false` at the end. Afterwards the settings may have changed: reading from a
  /// pipe takes as long as its writer.
  private nonisolated(nonsending) func read() async throws(UserLocationError) -> Bool {
    guard !isOver else { return false }
    guard let item = try await readItem() else {
      isOver = !repeats
      beginRound(at: nil)
      played.startOver()
      return !isOver
    }
    if item.update != nil { hasUpdate = true }
    if let start {
      guard let position = item.position, position >= start else { return true }
      self.start = nil
    }
    let elapsed = item.position.map { played.move(to: $0) }
    isOver = isBeyondLimit(elapsed)
    if !isOver { pending = (item, elapsed) }
    return !isOver
  }

  private nonisolated(nonsending) func readItem() async throws(UserLocationError) -> TrackItem? {
    do throws(UserLocationError) {
      var reader: any TrackReader
      if let open = self.reader { reader = open } else { reader = try options.open(request) }
      self.reader = nil
      let item = try await reader.next()
      self.reader = reader
      return item
    } catch {
      // A track without a fix says so at its end. It is a track like any other.
      if error.code == .sourceEnded, repeats { return nil }
      isOver = true
      throw error
    }
  }

  /// Whether another round follows this one.
  private var repeats: Bool { options.loops && hasUpdate }

  /// Appends the updates that are in memory and need not wait.
  private func appendBuffered(to updates: inout [LocationUpdate], upTo count: Int) {
    guard pace.factor == nil, count > 0, var reader else { return }
    let settings = control.settings
    faults.follow(settings)
    guard settings.pausedAt == nil, settings.pace == pace,
      settings.seek?.revision ?? seekRevision == seekRevision, !settings.isDenied, !faults.isActive
    else {
      return
    }
    self.reader = nil
    let items = reader.takeBuffered(upTo: count)
    self.reader = reader
    updates.reserveCapacity(updates.count + items.count)
    for item in items {
      let elapsed = item.position.map { played.move(to: $0) }
      isOver = isBeyondLimit(elapsed)
      if isOver { return }
      if let update = carrying(item) {
        hasUpdate = true
        updates.append(stamped(update, at: elapsed))
      }
    }
  }

  private func followSeek(_ settings: PlaybackControl.Settings) {
    guard let seek = settings.seek, seek.revision != seekRevision else { return }
    seekRevision = seek.revision
    beginRound(at: seek.target)
    faults.startOver()
    pending = nil
    played = PlayedTime(maximumGap: options.maximumGap)
    anchor = nil
    base = nil
    isOver = false
  }

  /// Changes only the time of what was not played yet.
  private func followPace(_ settings: PlaybackControl.Settings) {
    guard settings.pace != pace else { return }
    let former = pace
    pace = settings.pace
    guard let anchor, let factor = former.factor else {
      self.anchor = nil
      return
    }
    let time = (settings.pausedAt ?? options.clock.now) - settings.pausedTime
    self.anchor = pace.time(for: (time - anchor) * factor).map { time - $0 }
  }

  private func beginRound(at position: Duration?) {
    reader = nil
    sentences = []
    start = position
    hasUpdate = false
  }

  private func isBeyondLimit(_ elapsed: Duration?) -> Bool {
    guard let limit = options.limit, let elapsed else { return false }
    return elapsed >= limit
  }

  /// The clock's time to wait for; `nil` if it has come.
  private func deadline(at elapsed: Duration?, pausedTime: Duration) -> Duration? {
    guard let elapsed, let distance = pace.time(for: elapsed) else { return nil }
    let time = options.clock.now
    guard let anchor else {
      anchor = time - pausedTime - distance
      return nil
    }
    let deadline = anchor + distance + pausedTime
    return time < deadline ? deadline : nil
  }

  private func changed(_ item: TrackItem, at elapsed: Duration?) -> TrackItem {
    var item = item
    faults.change(&item, at: elapsed)
    guard let update = carrying(item) else { return item }
    item.content = .update(stamped(update, at: elapsed))
    return item
  }

  /// The update of an item, with the bytes since the update before it.
  private func carrying(_ item: TrackItem) -> LocationUpdate? {
    guard options.keepsSentences, !item.needsSentences else { return item.update }
    sentences += item.bytes
    guard let carrier = item.update?.carrying(sentences) else { return item.update }
    sentences = []
    return carrier
  }

  private func stamped(_ update: LocationUpdate, at elapsed: Duration?) -> LocationUpdate {
    // A log may say when a gateway received its sentences.
    if options.timestamps == .recorded, update.receivedAt != nil { return update }
    let receipt = options.clock.date
    guard options.timestamps == .rebased else { return update.received(at: receipt) }
    guard let elapsed else { return update.received(at: receipt) { _ in nil } }
    let base = base ?? receipt.addingTimeInterval(-(elapsed / .seconds(1)))
    self.base = base
    return update.received(at: receipt) { _ in base.addingTimeInterval(elapsed / .seconds(1)) }
  }
}

/// How a ``TrackPlayer`` plays.
struct PlaybackOptions: Sendable {
  let open: @Sendable (TrackRequest) throws(UserLocationError) -> any TrackReader
  let timestamps: ReplayTimestamps
  let loops: Bool
  let limit: Duration?
  let maximumGap: Duration?
  /// Whether updates carry the receiver's own bytes.
  var keepsSentences = false
  let clock: ErasedClock
}
