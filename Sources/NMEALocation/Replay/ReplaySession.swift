import LocationCore
import NMEA0183

/// One subscription of a replay: reads, paces, stamps.
///
/// `@unchecked Sendable` because it has one user at a time: the ``LocationUpdates`` that pulls from
/// it, which never calls `next` while it runs, whichever thread it is on. An actor would be left
/// and entered for every fix.
final class ReplaySession: @unchecked Sendable {
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

  private var track: TrackReader?
  private var pending: ReplayItem?
  /// A position of the track, and what the clock showed there, less all pauses till then.
  private var anchor: (position: Duration, time: Duration)?
  private var base: ReplayBase?
  private var seekRevision = 0
  /// Everything before this is skipped.
  private var start: Duration?

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
    seekRevision = control.settings.seek?.revision ?? 0
  }

  /// The next update, when its time has come.
  nonisolated(nonsending) func next() async throws(UserLocationError) -> LocationUpdate? {
    while let step = try await nextStep() {
      if let update = step.update { return update }
    }
    return nil
  }

  /// The next update and the bytes it came in, if they are kept, when its time has come.
  nonisolated(nonsending) func nextStep() async throws(UserLocationError) -> ReplayStep? {
    while true {
      let settings = control.settings
      if let seek = settings.seek, seek.revision != seekRevision {
        seekRevision = seek.revision
        restart(at: seek.target)
      }
      if settings.pausedAt != nil {
        try await control.sleep(until: nil, on: clock, unlessBeyond: settings.revision)
        continue
      }
      let item = try await peek()
      // Reading may take long, as from a pipe: somebody may have pressed a button meanwhile.
      guard control.settings.revision == settings.revision else { continue }
      guard let item else { return nil }
      if let deadline = deadline(of: item, pausedTime: settings.pausedTime), clock.now < deadline {
        try await control.sleep(until: deadline, on: clock, unlessBeyond: settings.revision)
        continue
      }
      pending = nil
      return ReplayStep(update: stamp(item), recorded: item.recorded)
    }
  }

  private func restart(at position: Duration?) {
    track = nil
    pending = nil
    anchor = nil
    base = nil
    start = position
  }

  nonisolated(nonsending) private func peek() async throws(UserLocationError) -> ReplayItem? {
    while pending == nil {
      let track = try openedTrack()
      if let item = try await track.next() {
        if let start, item.position.map({ $0 < start }) ?? true { continue }
        pending = item
      } else if loops {
        restart(at: nil)
      } else {
        return nil
      }
    }
    return pending
  }

  private func openedTrack() throws(UserLocationError) -> TrackReader {
    if let track { return track }
    let opened = try TrackReader(
      source, decoders: decoders, keepsBytes: keepsBytes, monitor: monitor)
    track = opened
    return opened
  }

  /// When `item` is due; `nil` at once.
  private func deadline(of item: ReplayItem, pausedTime: Duration) -> Duration? {
    guard let factor = pace.factor, let position = item.position else { return nil }
    guard let anchor else {
      anchor = (position, clock.now - pausedTime)
      return nil
    }
    let distance = position - anchor.position
    // Division by a `Double` rounds; at the recorded pace it must not.
    return anchor.time + (factor == 1 ? distance : distance / factor) + pausedTime
  }

  private func stamp(_ item: ReplayItem) -> LocationUpdate? {
    let receipt = now()
    if timestamps == .rebased, base == nil, let position = item.position {
      base = ReplayBase(position: position, date: receipt)
    }
    return item.stamped(
      receivedAt: receipt,
      countingFrom: timestamps == .rebased
        ? base ?? ReplayBase(position: .zero, date: receipt) : nil)
  }
}
