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
/// **Repetitions.** When a receiver says more of an instant that was handed on already, early or by
/// ``flush(_:)``, it comes again, as an update: ``NavigationEpoch/isUpdate``. The same time at
/// another place, or on another stated date, is another epoch.
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
  /// Whether the epochs that begin from now on come without their satellites, as most who want a
  /// position do: to gather those of GSV and GSA is a fifth of the work. All else is the same.
  public var leavesOutSatellites = false

  private var epoch = EpochDraft()
  private var sky = SkyCollector()
  private var seen = SeenSentences()
  private var held: [Spoken] = []
  private var heldSeen = SeenSentences()
  private var heldHeading: Spoken?
  private var holdsHeading = false
  private var dates: DateKeeper
  private var cycle = CycleLearner()
  private var wasEmitted = false
  /// Whether the running epoch comes without its satellites.
  private var isWithoutSatellites = false
  private var told = ToldInstant()
  private var datum = DatumKeeper()
  /// Whether any sentence of the stream stated a time.
  private var hasReceiver = false

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
    dispatch(Spoken(payload: sentence.payload, talker: sentence.talker), hasWaited: false, body)
  }

  /// Takes the next good frame as ``add(_:_:)-(Sentence,_)`` takes a sentence, and faster.
  ///
  /// - Throws: ``SentenceError`` as ``Sentence/init(_:)`` does; the frame is left out then.
  public mutating func add(
    _ frame: borrowing SentenceFrame, _ body: (NavigationEpoch, [EpochSatellite]) -> Void
  ) throws(SentenceError) {
    try add(frame, of: try SentenceAddress(frame), body)
  }

  /// The same of a frame whose address has been read.
  package mutating func add(
    _ frame: borrowing SentenceFrame, of address: SentenceAddress,
    _ body: (NavigationEpoch, [EpochSatellite]) -> Void
  ) throws(SentenceError) {
    let (talker, fields) = (address.talker, frame.fields)
    switch address.type.rawValue {
    case Sentence.rmc where frame.isDollar: take(try RMC(fields), talker, body)
    case Sentence.gga where frame.isDollar: take(try GGA(fields), talker, body)
    case Sentence.gns where frame.isDollar: take(try GNS(fields), talker, body)
    case Sentence.gll where frame.isDollar: take(try GLL(fields), talker, body)
    case Sentence.gsa where frame.isDollar: take(try GSA(fields), talker, body)
    case Sentence.gsv where frame.isDollar: take(try GSV(fields), talker, body)
    case Sentence.vtg where frame.isDollar: take(try VTG(fields), talker, body)
    case Sentence.zda where frame.isDollar: take(try ZDA(fields), talker, body)
    case Sentence.gst where frame.isDollar: take(try GST(fields), talker, body)
    default: add(try Sentence(frame), body)
    }
    takeReceipt(of: frame)
  }

  /// Takes the time of receipt that a frame's TAG block states, after the frame's sentence was added.
  package mutating func takeReceipt(of frame: borrowing SentenceFrame) {
    guard let receipt = frame.tag?.receiptMilliseconds else { return }
    epoch.epoch.receiptMilliseconds = receipt
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

  private mutating func take<Member: EpochMember>(
    _ member: Member, _ talker: Talker, _ body: (NavigationEpoch, [EpochSatellite]) -> Void
  ) {
    let key = SeenSentences.Key(member, talker: talker)
    if let time = member.instant {
      takeTimed(member, talker, key, time, body)
    } else {
      takeUntimed(member, talker, key, body)
    }
    if emitsEarly, held.isEmpty, epoch.time != nil, cycle.isLast(key) {
      // It goes on, should more be said of it.
      let running = epoch
      emit(body)
      epoch = running
      epoch.wasTold()
      wasEmitted = true
    }
  }

  private mutating func takeTimed<Member: EpochMember>(
    _ member: Member, _ talker: Talker, _ key: SeenSentences.Key, _ time: TimeOfDay,
    _ body: (NavigationEpoch, [EpochSatellite]) -> Void
  ) {
    hasReceiver = true
    if let current = epoch.time {
      if !current.isSameInstant(as: time) {
        if isCutOff, Self.isBreak(from: current, to: time) { drop() }
        begin(body)
      } else if seen.contains(key), epoch.contradicts(member) {
        begin(body)
      }
    } else if seen.contains(key) {
      begin(body)
    }
    release(body)
    merge(member, talker, key)
  }

  private mutating func takeUntimed<Member: EpochMember>(
    _ member: Member, _ talker: Talker, _ key: SeenSentences.Key,
    _ body: (NavigationEpoch, [EpochSatellite]) -> Void
  ) {
    if !key.kind.isDisjoint(with: .headings) {
      // Headings come at a pace of their own: one goes to the running epoch, and of those that
      // follow the last to the next.
      if epoch.time == nil || !seen.contains(key) {
        merge(member, talker, key)
      } else {
        heldHeading = Spoken(payload: member.payload, talker: talker)
        holdsHeading = true
      }
    } else if held.isEmpty {
      if !seen.contains(key) {
        merge(member, talker, key)
      } else if epoch.time == nil {
        complete(body)
        merge(member, talker, key)
      } else {
        hold(member, talker, key)
      }
    } else if heldSeen.contains(key) || held.count == SeenSentences.capacity {
      // A whole cycle has passed without a time: what was held was an epoch of its own.
      begin(body)
      complete(body)
      merge(member, talker, key)
    } else {
      hold(member, talker, key)
    }
  }

  /// Completes the running epoch and begins the next with the sentences that waited for it.
  private mutating func begin(_ body: (NavigationEpoch, [EpochSatellite]) -> Void) {
    complete(body)
    release(body)
  }

  private mutating func hold(
    _ member: some EpochMember, _ talker: Talker, _ key: SeenSentences.Key
  ) {
    held.append(Spoken(payload: member.payload, talker: talker))
    heldSeen.insert(key, isTimed: false)
  }

  /// Merges the sentences that waited into the running epoch.
  private mutating func release(_ body: (NavigationEpoch, [EpochSatellite]) -> Void) {
    // To look at the heading itself would be to copy it, each time.
    if holdsHeading, let heading = heldHeading {
      holdsHeading = false
      dispatch(heading, hasWaited: true, body)
    }
    guard !held.isEmpty else { return }
    for index in held.indices { dispatch(held[index], hasWaited: true, body) }
    held.removeAll(keepingCapacity: true)
    heldSeen.removeAll()
  }

  /// A sentence that waits for the epoch it belongs to.
  private struct Spoken {
    var payload: Sentence.Payload
    var talker: Talker
  }

  private mutating func dispatch(
    _ spoken: Spoken, hasWaited: Bool, _ body: (NavigationEpoch, [EpochSatellite]) -> Void
  ) {
    let talker = spoken.talker
    switch spoken.payload {
    case .rmc(let rmc): accept(rmc, talker, hasWaited, body)
    case .gga(let gga): accept(gga, talker, hasWaited, body)
    case .gns(let gns): accept(gns, talker, hasWaited, body)
    case .gll(let gll): accept(gll, talker, hasWaited, body)
    case .gsa(let gsa): accept(gsa, talker, hasWaited, body)
    case .gsv(let gsv): accept(gsv, talker, hasWaited, body)
    case .vtg(let vtg): accept(vtg, talker, hasWaited, body)
    case .zda(let zda): accept(zda, talker, hasWaited, body)
    case .gst(let gst): accept(gst, talker, hasWaited, body)
    case .gbs(let gbs): accept(gbs, talker, hasWaited, body)
    case .hdt(let hdt): accept(hdt, talker, hasWaited, body)
    case .ths(let ths): accept(ths, talker, hasWaited, body)
    case .pgrme(let pgrme): accept(pgrme, talker, hasWaited, body)
    case .pgrmz(let pgrmz): accept(pgrmz, talker, hasWaited, body)
    case .pashr(let pashr): accept(pashr, talker, hasWaited, body)
    case .pashrPOS(let pashr): accept(pashr, talker, hasWaited, body)
    case .pubx00(let pubx): accept(pubx, talker, hasWaited, body)
    case .pubx03(let pubx): accept(pubx, talker, hasWaited, body)
    case .pubx04(let pubx): accept(pubx, talker, hasWaited, body)
    case .psti030(let psti): accept(psti, talker, hasWaited, body)
    case .psrfepe(let psrfepe): accept(psrfepe, talker, hasWaited, body)
    case .porzd(let porzd): accept(porzd, talker, hasWaited, body)
    case .pgrmv(let pgrmv): accept(pgrmv, talker, hasWaited, body)
    case .pgrmf(let pgrmf): accept(pgrmf, talker, hasWaited, body)
    case .vhw(let vhw): accept(vhw, talker, hasWaited, body)
    case .vbw(let vbw):
      // A log has its own pace: one of its sentences is enough for an epoch.
      if !epoch.epoch.contents.contains(.vbw) { accept(vbw, talker, hasWaited, body) }
    case .vdo(let vdo):
      // A transponder has its own receiver and its own pace: it counts if no other receiver does.
      if !hasReceiver { accept(vdo, talker, hasWaited, body) }
    case .dtm(let dtm): datum.take(dtm.datum)
    case .pgrmm(let pgrmm): datum.take(pgrmm.datum)
    case .grs, .txt, .gyoacc, .query, .hdm, .hdg, .rot, .mwv, .dbt, .dpt, .mtw, .xte, .bod, .rmb,
      .wpl, .rte,
      .unknown:
      break
    }
  }

  private mutating func accept(
    _ member: some EpochMember, _ talker: Talker, _ hasWaited: Bool,
    _ body: (NavigationEpoch, [EpochSatellite]) -> Void
  ) {
    if hasWaited {
      merge(member, talker, SeenSentences.Key(member, talker: talker))
    } else {
      take(member, talker, body)
    }
  }

  private mutating func merge(
    _ member: some EpochMember, _ talker: Talker, _ key: SeenSentences.Key
  ) {
    if wasEmitted {
      // It came too early: what follows makes the epoch come a second time, complete.
      wasEmitted = false
      cycle.wasWrong()
    }
    if seen.isEmpty { isWithoutSatellites = leavesOutSatellites }
    seen.insert(key, isTimed: member.instant != nil)
    epoch.merge(member, talker: talker)
    if !isWithoutSatellites { member.merge(into: &sky, talker: talker) }
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
    epoch.finish(&dates)
    reset()
  }

  private mutating func reset() {
    wasEmitted = false
    told.epochEnded()
    seen.removeAll()
    datum.epochEnded()
    epoch = EpochDraft()
    sky.removeAll()
  }

  private mutating func emit(_ body: (NavigationEpoch, [EpochSatellite]) -> Void) {
    sky.complete()
    epoch.finish(&dates)
    epoch.epoch.isWithoutSatellites = isWithoutSatellites
    epoch.epoch.datum = datum.foreign
    told.mark(&epoch.epoch)
    body(epoch.epoch, sky.satellites)
  }
}
