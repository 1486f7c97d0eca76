/// Puts the sentences of one instant together, in any order and from any number of talkers.
///
/// Sentences that state the same time of day belong together. A sentence without a time (GSA, GSV,
/// VTG, or any sentence in which the receiver leaves out the time) belongs to the running epoch. If
/// that epoch already has a sentence of its type, it waits for the next stated time and joins the
/// epoch that begins with it.
///
/// **Latency.** An epoch is complete when the first sentence of the next one arrives, or at
/// ``flush(_:)``. So the epoch of a receiver that reports once a second comes up to a second after
/// its last sentence. If ``emitsEarly`` is set, the assembler learns which sentence is the last of
/// the receiver's cycle, and an epoch comes with that sentence.
///
/// **Repetitions.** If a receiver reports more about an instant after its epoch was handed on, the
/// epoch comes again as an update: ``NavigationEpoch/isUpdate``. The same time at another place, or on
/// another stated date, is another epoch. A repeated sentence adds nothing to its epoch.
///
/// **Uncertain values.** Values of two instants are never mixed. If the stream does not show to
/// which instant a value belongs, the value is left out:
/// - The speed and course of VTG and the altitude of PGRMZ, which have no time, count if a sentence
///   before and one after them state the same time. They also count if ``flush(_:)`` was called
///   before and after the epoch, because the receiver then paused. The receiver's order shows the same once two
///   cycles have it, unless a sentence is missing: a receiver states the time first, so VTG belongs to the time
///   before it. RMC needs none of this: it states its time.
/// - For some epochs after the time stepped back, after a new time came from another talker, or after
///   one time was stated with two places, they never count: two receivers may share the line.
/// - An epoch without a time has the values of only one of its positions. A sentence that leaves out
///   its time adds no values to an epoch that has one; if it states another place, it begins an epoch.
///
/// **Cuts.** Recordings end and are spliced in the middle of a cycle. An epoch that is cut has the values that
/// came before the cut. If ``emitsEarly`` is set and the receiver's cycle is known, an epoch that stops where no
/// earlier one did is dropped if a cut explains it: the time steps back or by more than ten seconds, or
/// ``finish(_:)`` is called. A damaged sentence in a stream that goes on loses nothing else.
///
/// **Dates.** RMC or ZDA states a date. It holds while time advances by up to a minute from epoch to
/// epoch, midnight included. The date is `nil` until one is stated, and after a longer step unless
/// the first sentence of the next epoch states the same date. The two-digit year of RMC means
/// 1980 … 2079. A receiver whose GPS week counter has rolled over states a date that is too early. It
/// is corrected only if the caller gives the earliest possible day of the data: see
/// ``KnownDates``. In a recording without any stated date, the times in TAG blocks give the dates. The host's clock is
/// never used.
///
/// Nothing is allocated after the first few epochs, unless ``emitsEarly`` is set.
public struct EpochAssembler: Sendable {
  /// Whether epochs are handed on with the last sentence of the receiver's cycle, once it is learned.
  public let emitsEarly: Bool

  private var sorter: EpochSorter
  private var draft = EpochDraft()
  private var sky = SkyCollector()
  private var waiting: [WaitingSentence] = []
  private var waitingHeading: WaitingSentence?
  private var completed = CompletedEpochs()
  private var dates: DateKeeper
  private var pauses = PauseCounter()
  private var reported = ReportedInstants()
  private var datum = DatumKeeper()

  /// A sentence that waits for the epoch it belongs to.
  private struct WaitingSentence {
    var payload: Sentence.Payload
    var talker: Talker
  }

  /// Makes an assembler at the start of a stream.
  ///
  /// - Parameters:
  ///   - dates: what is known about its dates.
  ///   - emitsEarly: whether to hand an epoch on with its last sentence, once the assembler has
  ///     learned which one that is. Useful for live sources only.
  public init(dates: KnownDates = KnownDates(), emitsEarly: Bool = false) {
    self.emitsEarly = emitsEarly
    sorter = EpochSorter(dropsParts: emitsEarly)
    self.dates = DateKeeper(dates, takesReceipts: !emitsEarly)
    waiting.reserveCapacity(SentenceKeyList.capacity)
  }

  /// Whether all sentences so far are of epochs that were completed.
  package var isBetweenEpochs: Bool { sorter.isBetweenEpochs }

  /// Dates the positions from a time on, before a date is stated.
  package mutating func expect(_ start: DatedTime?) { dates.start = start }

  /// Takes the next sentence and hands on every epoch that it completes, with its satellites.
  public mutating func add(
    _ sentence: Sentence, _ body: (NavigationEpoch, [EpochSatellite]) -> Void
  ) {
    take(sentence.payload, sentence.talker, hasWaited: false)
    handOn(body)
  }

  /// Takes the next good frame as ``add(_:_:)-(Sentence,_)`` takes its sentence, with the time of receipt
  /// in its TAG block.
  ///
  /// - Throws: ``SentenceError`` as ``Sentence/init(_:)`` does; the frame is left out then.
  public mutating func add(
    _ frame: borrowing SentenceFrame, _ body: (NavigationEpoch, [EpochSatellite]) -> Void
  ) throws(SentenceError) {
    let address = try SentenceAddress(frame)
    try collect(frame, of: frame.kind(of: address), address.talker)
    handOn(body)
  }

  /// Reads a good frame of a kind, and keeps the epochs that it completes until ``handOn(_:)``.
  ///
  /// - Returns: whether they must be handed on before the next sentence, because there is no room for more.
  @discardableResult
  package mutating func collect(
    _ frame: borrowing SentenceFrame, of kind: SentenceKind, _ talker: Talker
  ) throws(SentenceError) -> Bool {
    // Almost all sentences are of these kinds. A `Sentence` has room for the largest kind, and its copies
    // would take a quarter of the time of a conversion.
    switch kind {
    case .rmc: take(try RMC(frame), talker)
    case .gga: take(try GGA(frame), talker)
    case .gsa: take(try GSA(frame), talker)
    case .gsv: take(try GSV(frame), talker)
    case .vtg: take(try VTG(frame), talker)
    default: take(try Sentence(frame).payload, talker, hasWaited: false)
    }
    return took(frame)
  }

  /// Takes a sentence that its user's own decoder read from a frame; see ``collect(_:of:_:)``.
  package mutating func collect(
    _ sentence: Sentence, from frame: borrowing SentenceFrame
  ) -> Bool {
    take(sentence.payload, sentence.talker, hasWaited: false)
    return took(frame)
  }

  private mutating func took(_ frame: borrowing SentenceFrame) -> Bool {
    if let receipt = frame.tag?.receiptMilliseconds { draft.epoch.receiptMilliseconds = receipt }
    return completed.isFull
  }

  /// Hands on the running epoch and the sentences that wait for the next one. Call this when the source
  /// is silent.
  public mutating func flush(_ body: (NavigationEpoch, [EpochSatellite]) -> Void) {
    end(sorter.flush())
    handOn(body)
  }

  /// Hands on the running epoch and the sentences that wait for the next one. Call this at the end of
  /// the stream.
  ///
  /// If ``emitsEarly`` is set, an epoch that the end of the stream cuts is dropped; see ``EpochAssembler``.
  public mutating func finish(_ body: (NavigationEpoch, [EpochSatellite]) -> Void) {
    end(sorter.flush(isOver: true))
    handOn(body)
  }

  /// Hands on the epochs that were completed. The only place where epochs leave the assembler.
  package mutating func handOn(_ body: (NavigationEpoch, [EpochSatellite]) -> Void) {
    completed.forEach(body)
    completed.removeAll()
  }
}

extension EpochAssembler {
  private mutating func take<Member: EpochMember>(_ member: Member, _ talker: Talker) {
    let key = SentenceKey(member, talker: talker)
    switch sorter.sort(member, key) {
    case .join: break
    case .joinWithWaiting: mergeWaiting()
    case .begin(let ending):
      complete(ending, at: .nextEpoch, next: member)
      mergeWaiting()
    case .beginAfterWaiting(let ending):
      complete(ending, at: .nextEpoch)
      mergeWaiting()
      complete(.complete, at: .nextEpoch)
    case .wait:
      draft.note(member, talker: talker)
      return waiting.append(WaitingSentence(payload: member.payload, talker: talker))
    case .waitAsHeading:
      waitingHeading = WaitingSentence(payload: member.payload, talker: talker)
      return
    case .ignore: return
    }
    if !Member.hasTime { draft.note(member, talker: talker) }
    merge(member, talker)
    if emitsEarly, sorter.endsCycle(key) { handOnRunning() }
  }

  /// Takes the values of a sentence.
  ///
  /// - Parameter hasWaited: whether it waited for the running epoch, to which it belongs.
  private mutating func take(_ payload: Sentence.Payload, _ talker: Talker, hasWaited: Bool) {
    switch payload {
    case .rmc(let rmc): take(rmc, talker, hasWaited)
    case .gga(let gga): take(gga, talker, hasWaited)
    case .gns(let gns): take(gns, talker, hasWaited)
    case .gll(let gll): take(gll, talker, hasWaited)
    case .gsa(let gsa): take(gsa, talker, hasWaited)
    case .gsv(let gsv): take(gsv, talker, hasWaited)
    case .vtg(let vtg): take(vtg, talker, hasWaited)
    case .zda(let zda): take(zda, talker, hasWaited)
    case .gst(let gst): take(gst, talker, hasWaited)
    case .gbs(let gbs): take(gbs, talker, hasWaited)
    case .hdt(let hdt): take(hdt, talker, hasWaited)
    case .ths(let ths): take(ths, talker, hasWaited)
    case .pgrme(let pgrme): take(pgrme, talker, hasWaited)
    case .pgrmz(let pgrmz): take(pgrmz, talker, hasWaited)
    case .pashr(let pashr): take(pashr, talker, hasWaited)
    case .pashrPOS(let pashr): take(pashr, talker, hasWaited)
    case .pubx00(let pubx): take(pubx, talker, hasWaited)
    case .pubx03(let pubx): take(pubx, talker, hasWaited)
    case .pubx04(let pubx): take(pubx, talker, hasWaited)
    case .psti030(let psti): take(psti, talker, hasWaited)
    case .psrfepe(let psrfepe): take(psrfepe, talker, hasWaited)
    case .porzd(let porzd): take(porzd, talker, hasWaited)
    case .pqtmepe(let pqtmepe): take(pqtmepe, talker, hasWaited)
    case .pqtmpvt(let pqtmpvt): take(pqtmpvt, talker, hasWaited)
    case .pgrmv(let pgrmv): take(pgrmv, talker, hasWaited)
    case .pgrmf(let pgrmf): take(pgrmf, talker, hasWaited)
    case .vhw(let vhw): take(vhw, talker, hasWaited)
    case .vbw(let vbw):
      // A log has its own pace. One of its sentences is enough for an epoch.
      if !draft.epoch.contents.contains(.vbw) { take(vbw, talker, hasWaited) }
    case .vdo(let vdo):
      // A transponder has its own receiver and its own pace. It counts if no other receiver does.
      if !sorter.hasReceiver { take(vdo, talker, hasWaited) }
    case .dtm(let dtm): datum.take(dtm)
    case .pgrmm(let pgrmm): datum.take(pgrmm)
    case .grs, .txt, .gyoacc, .query, .hdm, .hdg, .rot, .vlw, .mwv, .dbt, .dpt, .mtw, .xte, .bod,
      .rmb,
      .wpl, .rte, .unknown:
      break
    }
  }

  private mutating func take(_ member: some EpochMember, _ talker: Talker, _ hasWaited: Bool) {
    if hasWaited { merge(member, talker) } else { take(member, talker) }
  }

  /// Merges the sentences that waited into the running epoch.
  private mutating func mergeWaiting() {
    if let heading = waitingHeading {
      waitingHeading = nil
      take(heading.payload, heading.talker, hasWaited: true)
    }
    for index in waiting.indices {
      take(waiting[index].payload, waiting[index].talker, hasWaited: true)
    }
    waiting.removeAll(keepingCapacity: true)
  }

  private mutating func merge(_ member: some EpochMember, _ talker: Talker) {
    draft.merge(member, talker: talker)
    member.merge(into: &sky, talker: talker)
  }

  /// Ends the running epoch. The sentences that wait become a separate epoch.
  private mutating func end(_ ending: EpochSorter.Ending) {
    complete(ending, at: .pause)
    mergeWaiting()
    complete(draft.isEmpty ? .nothing : .complete, at: .pause)
  }

  private mutating func complete(
    _ ending: EpochSorter.Ending, at end: PauseCounter.End, next: some EpochMember
  ) {
    if ending != .handedOn, let time = next.instant, let date = next.statedDate {
      complete(ending, at: end, next: (time, date))
    } else {
      complete(ending, at: end)
    }
  }

  private mutating func complete(
    _ ending: EpochSorter.Ending, at end: PauseCounter.End,
    next: (time: TimeOfDay, date: CalendarDate)? = nil
  ) {
    let isBetweenPauses = pauses.epochEnded(at: end, isEmpty: ending == .nothing)
    guard ending != .nothing else { return }
    if ending != .handedOn {
      // If RMC leaves out the course, a VTG with one may be of the next instant: some receivers send VTG first.
      let placesMotion = sorter.order.placesMotion && !draft.statesSpeed
      finishDraft(
        next: next, hasMotion: isBetweenPauses || placesMotion,
        hasAltitude: sorter.order.placesAltitude)
    }
    if let hasFix = draft.epoch.hasFix {
      sorter.noteFix(hasFix, isMotionOfFix: draft.hasSpeedOfFix)
    }
    if ending == .complete { append() }
    reported.epochEnded()
    datum.epochEnded()
    draft = EpochDraft()
    sky.removeAll()
  }

  /// Hands on the running epoch. The epoch continues if the receiver reports more about its instant.
  private mutating func handOnRunning() {
    let running = (draft, sky)
    finishDraft(next: nil, hasMotion: pauses.areRegular, hasAltitude: false)
    append()
    (draft, sky) = running
    draft.wasHandedOn()
  }

  private mutating func finishDraft(
    next: (time: TimeOfDay, date: CalendarDate)?, hasMotion: Bool, hasAltitude: Bool
  ) {
    let known = dates
    draft.finish(
      &dates, next: next, hasMotion: hasMotion, hasAltitude: hasAltitude,
      isInDoubt: sorter.isInDoubt)
    // An old time that is repeated is no step of the clock.
    if reported.isRepeated(draft.epoch, at: draft.place, by: draft.positions) { dates = known }
  }

  /// Takes the finished draft, which is not copied before that: an epoch has half a kilobyte.
  private mutating func append() {
    sky.complete()
    let (place, positions) = (draft.place, draft.positions)
    datum.apply(to: &draft.epoch)
    reported.mark(&draft.epoch, at: place, by: positions)
    completed.append(draft.epoch, &sky)
  }
}
