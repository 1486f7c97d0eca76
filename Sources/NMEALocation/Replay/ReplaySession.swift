import LocationCore
import LocationIO
import NMEA0183
import Synchronization

/// One subscription of a replay: reads, paces, stamps. What waits does so outside the lock, and
/// where the consumer runs.
final class ReplaySession: Sendable {
  private struct State {
    var track: TrackReader?
    var pending: ReplayItem?
    /// A position of the track, and what the clock showed there, less all pauses till then.
    var anchor: (position: Duration, time: Duration)?
    var base: ReplayBase?
    var seekRevision: Int
    /// Everything before this is skipped.
    var start: Duration?

    mutating func restart(at position: Duration?) {
      self = State(seekRevision: seekRevision, start: position)
    }
  }

  /// What is to be done next.
  private enum Step {
    case take(ReplayItem)
    case read(any ByteStream)
    case wait(until: Duration?)
    case end
  }

  private let source: any ByteSource
  private let pace: ReplayPace
  private let timestamps: ReplayTimestamps
  private let loops: Bool
  private let decoders: SentenceDecoders
  private let keepsBytes: Bool
  private let control: ReplayControl
  private let monitor: ReplayMonitor
  private let clock: ErasedClock
  private let now: @Sendable () -> Date

  private let state: Mutex<State>

  init(
    source: any ByteSource, pace: ReplayPace, timestamps: ReplayTimestamps, loops: Bool,
    decoders: SentenceDecoders, keepsBytes: Bool, control: ReplayControl, monitor: ReplayMonitor,
    clock: ErasedClock, now: @escaping @Sendable () -> Date
  ) {
    self.source = source
    self.pace = pace
    self.timestamps = timestamps
    self.loops = loops
    self.decoders = decoders
    self.keepsBytes = keepsBytes
    self.control = control
    self.monitor = monitor
    self.clock = clock
    self.now = now
    // What was sought before this subscription began is not for it.
    state = Mutex(State(seekRevision: control.settings.seek?.revision ?? 0))
  }

  /// The next updates, when the first one's time has come: without a pace, all that have been read,
  /// `limit` at most; else one. Empty at the end.
  nonisolated(nonsending) func batch(
    upTo limit: Int, interests: SubscriptionInterests
  ) async throws(UserLocationError) -> [LocationUpdate] {
    while let step = try await nextStep(interests: interests) {
      guard let first = step.update else { continue }
      return [first] + takeAtOnce(atMost: limit - 1).compactMap { stamp($0) }
    }
    return []
  }

  /// Takes of the next items those that have been read and need not wait for anything.
  private func takeAtOnce(atMost count: Int) -> ArraySlice<ReplayItem> {
    guard pace.factor == nil, count > 0 else { return [] }
    let settings = control.settings
    return state.withLock { state in
      guard settings.pausedAt == nil,
        settings.seek?.revision ?? state.seekRevision
          == state.seekRevision, state.start == nil
      else { return [] }
      return state.track?.takeRead(atMost: count) ?? []
    }
  }

  /// The next update and the bytes it came in, if they are kept, when its time has come.
  ///
  /// - Parameter interests: without a pace, satellites are read only if these contain them. With a
  ///   pace, reading is so far ahead that interests may change meanwhile.
  nonisolated(nonsending) func nextStep(
    interests: SubscriptionInterests = SubscriptionInterests()
  ) async throws(UserLocationError) -> ReplayStep? {
    while true {
      let settings = control.settings
      switch try step(settings, at: pace.factor == nil ? .zero : clock.now) {
      case .take(let item): return ReplayStep(update: stamp(item), recorded: item.recorded)
      case .read(let stream):
        let reading = TrackReader.Reading(
          withoutSky: pace.factor == nil && !interests.current.contains(.satellites),
          receipt: stampsWhenRead ? now() : nil)
        if try readAtOnce(reading) { continue }
        // It may take long, as from a pipe: somebody may press a button meanwhile.
        let chunk = try await stream.chunk(upTo: TrackReader.chunkSize)
        state.withLock { $0.track?.decode(chunk, reading) }
      case .wait(let deadline):
        try await control.sleep(until: deadline, on: clock, unlessBeyond: settings.revision)
      case .end: return nil
      }
    }
  }

  /// Decodes what is at hand, as a file's bytes always are; `false` if that is nothing yet.
  private func readAtOnce(
    _ reading: TrackReader.Reading
  ) throws(UserLocationError) -> Bool {
    try state.withLock { state throws(UserLocationError) in
      try state.track?.readAtOnce(reading) ?? false
    }
  }

  private func step(
    _ settings: ReplayControl.Settings, at time: Duration
  ) throws(UserLocationError) -> Step {
    try state.withLock { state throws(UserLocationError) -> Step in
      if let seek = settings.seek, seek.revision != state.seekRevision {
        state.seekRevision = seek.revision
        state.restart(at: seek.target)
      }
      if settings.pausedAt != nil { return .wait(until: nil) }
      while state.pending == nil {
        let track = try openedTrack(&state)
        switch try track.next() {
        case .read(let stream): return .read(stream)
        case .item(let item):
          if let start = state.start, item.position.map({ $0 < start }) ?? true { continue }
          state.pending = item
        case .end:
          guard loops else { return .end }
          state.restart(at: nil)
        }
      }
      guard let item = state.pending else { return .end }
      if let deadline = deadline(of: item, &state, pausedTime: settings.pausedTime, at: time),
        time < deadline
      {
        return .wait(until: deadline)
      }
      state.pending = nil
      return .take(item)
    }
  }

  private func openedTrack(_ state: inout State) throws(UserLocationError) -> TrackReader {
    if let track = state.track { return track }
    let opened = try TrackReader(
      source, decoders: decoders, keepsBytes: keepsBytes, monitor: monitor)
    state.track = opened
    return opened
  }

  /// When `item` is due; `nil` at once.
  private func deadline(
    of item: ReplayItem, _ state: inout State, pausedTime: Duration, at time: Duration
  ) -> Duration? {
    guard let factor = pace.factor, let position = item.position else { return nil }
    guard let anchor = state.anchor else {
      state.anchor = (position, time - pausedTime)
      return nil
    }
    let distance = position - anchor.position
    // Division by a `Double` rounds; at the recorded pace it must not.
    return anchor.time + (factor == 1 ? distance : distance / factor) + pausedTime
  }

  /// Whether nothing need wait between its reading and its handing on.
  private var stampsWhenRead: Bool { pace.factor == nil && timestamps == .recorded }

  private func stamp(_ item: ReplayItem) -> LocationUpdate? {
    if stampsWhenRead { return item.update }
    let receipt = now()
    guard timestamps == .rebased else {
      return item.stamped(receivedAt: item.gatewayReceipt ?? receipt, countingFrom: nil)
    }
    let base = state.withLock { state in
      if state.base == nil, let position = item.position {
        state.base = ReplayBase(position: position, date: receipt)
      }
      return state.base ?? ReplayBase(position: .zero, date: receipt)
    }
    return item.stamped(receivedAt: receipt, countingFrom: base)
  }
}
