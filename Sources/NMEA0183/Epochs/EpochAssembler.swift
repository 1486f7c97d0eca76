/// Puts the sentences of one instant together, whatever their order and however many talkers.
///
/// Sentences that state the same time of day belong together. One without a time (GSA, GSV, VTG,
/// or any that a receiver without a time leaves it out of) belongs to the epoch that is running,
/// unless that epoch has one of its kind already: then it waits for the next time stated, and joins
/// what that begins.
///
/// **Latency.** An epoch is complete when the next one's first sentence arrives, or at ``flush(_:)``.
/// So the epoch of a receiver that speaks once a second comes up to a second after its last
/// sentence, unless ``emitsEarly`` is set: then the assembler learns which sentence is the last of
/// the receiver's cycle, and an epoch comes with that sentence.
///
/// **Cuts.** Recordings end and are spliced in the middle of a cycle. Once the receiver's cycle is
/// known, an epoch that stops where none did before is dropped if time does not simply go on from
/// it: at a step back, a gap of more than ten seconds, or ``finish(_:)``. Half an instant is no
/// fix. A damaged sentence in a stream that goes on loses nothing else.
///
/// **Dates.** A date comes from RMC or ZDA and holds while time advances, midnight included; until
/// one is stated, and after a time that steps back by more than a minute, the date is `nil`. The
/// two-digit year of RMC means 1980 … 2079. A receiver whose GPS week counter has rolled over is
/// put right only when a date is handed in that it can not be before: see
/// ``init(notBefore:emitsEarly:)``. The host's clock is never asked.
///
/// Nothing is allocated after the first few epochs.
public struct EpochAssembler: Sendable {
  /// Whether epochs are handed on with the last sentence of the receiver's cycle, once learned.
  public let emitsEarly: Bool

  private var epoch = EpochDraft()
  private var sky = SkyCollector()
  private var seen = SeenSentences()
  private var held: [Sentence] = []
  private var heldSeen = SeenSentences()
  private var heldHeading: Sentence?
  private var dates: DateKeeper
  private var cycle = CycleLearner()
  private var wasEmitted = false

  /// Makes an assembler at the start of a stream.
  ///
  /// - Parameters:
  ///   - notBefore: a day the data can not be older than, as the receiver's year of make. A stated
  ///     date before it is moved on by as many GPS week rollovers (1024 weeks) as it takes. `nil`
  ///     takes dates as they are.
  ///   - emitsEarly: whether to hand an epoch on with what was learned to be its last sentence.
  ///     For live sources; a recording gains nothing by it.
  public init(notBefore: CalendarDate? = nil, emitsEarly: Bool = false) {
    self.emitsEarly = emitsEarly
    dates = DateKeeper(notBefore: notBefore)
    held.reserveCapacity(SeenSentences.capacity)
  }

  /// Takes the next sentence and hands on every epoch that it completes, with its satellites.
  public mutating func add(
    _ sentence: Sentence, _ body: (NavigationEpoch, [EpochSatellite]) -> Void
  ) {
    guard let key = SeenSentences.Key(sentence) else { return }
    if let time = sentence.payload.time {
      addTimed(sentence, key, time, body)
    } else {
      addUntimed(sentence, key, body)
    }
    if emitsEarly, held.isEmpty, epoch.time != nil, cycle.isLast(key) {
      emit(body)
      wasEmitted = true
    }
  }

  /// Hands on the epoch that is running, and what waits for the next: the source has fallen silent.
  public mutating func flush(_ body: (NavigationEpoch, [EpochSatellite]) -> Void) {
    begin(body)
    complete(body)
  }

  /// Hands on the epoch that is running, and what waits for the next: the stream has ended.
  ///
  /// An epoch that the stream's end cuts in two is dropped, see ``EpochAssembler``.
  public mutating func finish(_ body: (NavigationEpoch, [EpochSatellite]) -> Void) {
    if isCutOff { drop() }
    flush(body)
  }

  private mutating func addTimed(
    _ sentence: Sentence, _ key: SeenSentences.Key, _ time: TimeOfDay,
    _ body: (NavigationEpoch, [EpochSatellite]) -> Void
  ) {
    if let current = epoch.time {
      if !current.isSameInstant(as: time) {
        if isCutOff, Self.isBreak(from: current, to: time) { drop() }
        begin(body)
      } else if seen.contains(key), epoch.contradicts(sentence) {
        begin(body)
      }
    } else if seen.contains(key) {
      begin(body)
    }
    release()
    merge(sentence, key)
  }

  private mutating func addUntimed(
    _ sentence: Sentence, _ key: SeenSentences.Key,
    _ body: (NavigationEpoch, [EpochSatellite]) -> Void
  ) {
    if !key.kind.isDisjoint(with: .headings) {
      // Headings come at a pace of their own: one goes to the running epoch, and of those that
      // follow the last to the next.
      if epoch.time == nil || !seen.contains(key) {
        merge(sentence, key)
      } else {
        heldHeading = sentence
      }
    } else if held.isEmpty {
      if !seen.contains(key) {
        merge(sentence, key)
      } else if epoch.time == nil {
        complete(body)
        merge(sentence, key)
      } else {
        hold(sentence, key)
      }
    } else if heldSeen.contains(key) || held.count == SeenSentences.capacity {
      // A whole cycle has passed without a time: what was held was an epoch of its own.
      begin(body)
      complete(body)
      merge(sentence, key)
    } else {
      hold(sentence, key)
    }
  }

  /// Completes the running epoch and begins the next with the sentences that waited for it.
  private mutating func begin(_ body: (NavigationEpoch, [EpochSatellite]) -> Void) {
    complete(body)
    release()
  }

  private mutating func hold(_ sentence: Sentence, _ key: SeenSentences.Key) {
    held.append(sentence)
    heldSeen.insert(key, isTimed: false)
  }

  /// Merges the sentences that waited into the running epoch.
  private mutating func release() {
    if let heading = heldHeading.take(), let key = SeenSentences.Key(heading) {
      merge(heading, key)
    }
    guard !held.isEmpty else { return }
    for sentence in held {
      if let key = SeenSentences.Key(sentence) { merge(sentence, key) }
    }
    held.removeAll(keepingCapacity: true)
    heldSeen.removeAll()
  }

  private mutating func merge(_ sentence: Sentence, _ key: SeenSentences.Key) {
    if wasEmitted {
      // It came too early: what follows makes the epoch come a second time, complete.
      wasEmitted = false
      cycle.wasWrong()
    }
    seen.insert(key, isTimed: sentence.payload.time != nil)
    epoch.merge(sentence)
    switch sentence.payload {
    case .gsv(let gsv): sky.add(gsv, talker: sentence.talker)
    case .gsa(let gsa): sky.add(gsa, talker: sentence.talker)
    default: break
    }
  }

  private mutating func complete(_ body: (NavigationEpoch, [EpochSatellite]) -> Void) {
    guard !seen.isEmpty else { return }
    cycle.epochEnded(with: seen.last, lastTimed: seen.lastTimed)
    if !wasEmitted { emit(body) }
    reset()
  }

  /// Whether the running epoch stops where none of the receiver's ever did.
  private var isCutOff: Bool {
    epoch.time != nil && !wasEmitted && cycle.isPart(endingWith: seen.lastTimed)
  }

  /// Whether time goes on otherwise than in a stream without gaps.
  private static func isBreak(from one: TimeOfDay, to next: TimeOfDay) -> Bool {
    var step = next.nanoseconds - one.nanoseconds
    if step < -TimeOfDay.day / 2 { step += TimeOfDay.day }
    return step < 0 || step > 10 * TimeOfDay.second
  }

  private mutating func drop() {
    cycle.epochWasCut(after: seen.lastTimed)
    _ = epoch.finished(&dates)
    reset()
  }

  private mutating func reset() {
    wasEmitted = false
    seen.removeAll()
    epoch = EpochDraft()
    sky.removeAll()
  }

  private mutating func emit(_ body: (NavigationEpoch, [EpochSatellite]) -> Void) {
    sky.complete()
    body(epoch.finished(&dates), sky.satellites)
  }
}
