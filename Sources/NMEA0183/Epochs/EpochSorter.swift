/// Decides to which epoch each sentence belongs.
///
/// It knows which sentences the running epoch has, and their time, place and date, but none of
/// their other values. The rules are those of ``EpochAssembler``.
struct EpochSorter {
  /// The decision about a sentence and about the running epoch.
  enum Action: Equatable {
    /// It belongs to the running epoch.
    case join
    /// It belongs to the running epoch, and so do the sentences that wait.
    case joinWithWaiting
    /// The running epoch is over. The sentence belongs to the next one, and so do the sentences that
    /// wait.
    case begin(Ending)
    /// The running epoch is over, and the sentences that wait are an epoch of their own. The
    /// sentence belongs to the one after that.
    case beginAfterWaiting(Ending)
    /// It waits for the next sentence that states a time.
    case wait
    /// It waits. If another heading waits already, it replaces that one.
    case waitAsHeading
    /// It repeats a sentence of the running epoch, and adds nothing.
    case ignore
  }

  /// The end of the running epoch.
  enum Ending: Equatable {
    /// No epoch is running.
    case nothing
    /// It is complete.
    case complete
    /// It was handed on with its last sentence.
    case handedOn
    /// The stream is cut inside it, so it is dropped.
    case cut
  }

  private(set) var time: TimeOfDay?
  /// Whether any sentence of the stream stated a time.
  private(set) var hasReceiver = false
  /// The number of further epochs in which a sentence without a time may come from a second receiver.
  private var doubts = 0
  private var place: StatedPlace?
  private var date: CalendarDate?
  private var seen = SentenceKeyList()
  private var waiting = SentenceKeyList()
  private var hasWaitingHeading = false
  private var cycle = CycleLearner()
  private(set) var order = SentenceOrder()
  private var isHandedOn = false
  /// Whether an epoch that the stream cuts is dropped.
  private let dropsParts: Bool

  init(dropsParts: Bool = false) { self.dropsParts = dropsParts }

  /// Whether the time stepped back, or the talker of an epoch's first time or the place changed
  /// lately: two receivers may share the line.
  var isInDoubt: Bool { doubts > 0 }

  /// Whether all sentences so far are of epochs that are over or were handed on.
  var isBetweenEpochs: Bool {
    (seen.isEmpty || isHandedOn) && waiting.isEmpty && !hasWaitingHeading
  }

  /// Takes note of whether the epoch that just ended had a fix, and whether its last VTG stated a speed of one.
  mutating func noteFix(_ hasFix: Bool, isMotionOfFix: Bool) {
    order.noteFix(hasFix, isMotionOfFix: isMotionOfFix)
  }

  /// Decides about the next sentence and takes note of it.
  mutating func sort<Member: EpochMember>(_ member: Member, _ key: SentenceKey) -> Action {
    let action: Action
    order.noteArrival(key, hasTime: Member.hasTime)
    if let stated = member.instant {
      hasReceiver = true
      action = actionForTimed(member, key, stated)
    } else if key.kind == .vtg, time != nil, !order.hasMotionAfterTime {
      // If another one is in the epoch or others wait, the recording began with the rest of a cycle.
      action = .join
    } else if !SentenceKinds.headings.contains(key.kind) {
      action = actionForUntimed(member, key)
    } else {
      action = time == nil || !seen.contains(key) ? .join : .waitAsHeading
    }
    switch action {
    case .wait:
      waiting.append(key, isTimed: false)
      order.noteOther(key)
    case .waitAsHeading: hasWaitingHeading = true
    case .ignore: order.noteOther(key)
    case .join, .joinWithWaiting, .begin, .beginAfterWaiting: note(member, key, action)
    }
    return action
  }

  /// Whether the sentence that was sorted last is known to end the receiver's cycle, so that the
  /// running epoch can be handed on.
  mutating func endsCycle(_ key: SentenceKey) -> Bool {
    guard time != nil, waiting.isEmpty, cycle.isLast(key) else { return false }
    isHandedOn = true
    return true
  }

  /// Ends the running epoch because the source is silent or over. The sentences that wait are a separate
  /// epoch.
  mutating func flush(isOver: Bool = false) -> Ending {
    let ending = end(isCut: isOver && isPart, before: isOver ? .end : .pause)
    waiting.removeAll()
    hasWaitingHeading = false
    return ending
  }

  private mutating func actionForTimed<Member: EpochMember>(
    _ member: Member, _ key: SentenceKey, _ stated: TimeOfDay
  ) -> Action {
    if let time {
      if !time.isSameInstant(as: stated) {
        let step = Self.step(from: time, to: stated)
        if step < 0 || order.first.map({ !key.hasTalker(of: $0) }) ?? false {
          doubts = Self.doubtfulEpochs
        }
        let ending = end(
          isCut: isPart && (step < 0 || step > Self.longestStep),
          before: .sentence(key, step: step))
        return waitsForItsOwnTime ? .beginAfterWaiting(ending) : .begin(ending)
      }
      let isRepeated = seen.contains(key)
      if let place, let other = member.place, place.contradicts(other, isRepeated: isRepeated) {
        doubts = Self.doubtfulEpochs
        return .begin(end(isCut: false))
      }
      if isRepeated {
        if let date, let other = member.statedDate, date != other {
          return .begin(end(isCut: false))
        }
        return .ignore
      }
    } else if seen.contains(key) {
      return .begin(end(isCut: false))
    } else if isElsewhere(member) {
      return .begin(end(isCut: false))
    }
    return waiting.isEmpty && !hasWaitingHeading ? .join : .joinWithWaiting
  }

  /// Whether a whole end of a cycle waits. Its sentences with a time were lost.
  private var waitsForItsOwnTime: Bool { waiting.last.map(cycle.isLast) ?? false }

  private mutating func actionForUntimed(_ member: some EpochMember, _ key: SentenceKey) -> Action {
    if isElsewhere(member) { return .begin(end(isCut: false)) }
    if waiting.isEmpty {
      if !seen.contains(key) { return .join }
      return time == nil ? .begin(end(isCut: false)) : .wait
    }
    if !waiting.contains(key), !waiting.isFull { return .wait }
    // A whole cycle has passed without a time.
    return .beginAfterWaiting(end(isCut: false))
  }

  /// Whether a sentence, which or whose epoch has no time, is of another place: multiplexers pass on receivers that
  /// state no time.
  private mutating func isElsewhere(_ member: some EpochMember) -> Bool {
    guard let place, let other = member.place, place.contradicts(other, isRepeated: false)
    else { return false }
    doubts = Self.doubtfulEpochs
    return true
  }

  private mutating func note<Member: EpochMember>(
    _ member: Member, _ key: SentenceKey, _ action: Action
  ) {
    if isHandedOn {
      // The epoch was handed on too early.
      isHandedOn = false
      cycle.wasWrong()
    }
    if action != .join {
      if case .beginAfterWaiting = action {
      } else {
        for index in 0..<waiting.count { seen.append(waiting[index], isTimed: false) }
      }
      waiting.removeAll()
      hasWaitingHeading = false
    }
    let stated = member.instant
    seen.append(key, isTimed: stated != nil)
    order.note(key, isTimed: stated != nil)
    if let other = member.place, other.decimals > place?.decimals ?? 0 || place == nil {
      place = other
    }
    guard let stated else { return }
    if time == nil { time = stated }
    if date == nil { date = member.statedDate }
  }

  /// Ends the running epoch, if there is one.
  private mutating func end(
    isCut: Bool, before next: SentenceOrder.Next = .unknown
  ) -> Ending {
    order.epochEnded(before: next)
    guard !seen.isEmpty else { return .nothing }
    let ending: Ending = isCut ? .cut : isHandedOn ? .handedOn : .complete
    if isCut {
      cycle.epochWasCut(after: seen.lastTimed)
    } else {
      cycle.epochEnded(with: seen.last, lastTimed: seen.lastTimed)
    }
    if doubts > 0 { doubts -= 1 }
    isHandedOn = false
    time = nil
    place = nil
    date = nil
    seen.removeAll()
    return ending
  }

  /// Whether the running epoch stops where none of the receiver's epochs did.
  private var isPart: Bool {
    dropsParts && time != nil && !isHandedOn && cycle.isPart(seen)
  }

  /// Nanoseconds from one time to the next, which may be on the next day.
  private static func step(from one: TimeOfDay, to next: TimeOfDay) -> Int {
    let step = next.nanoseconds - one.nanoseconds
    return step < -TimeOfDay.day / 2 ? step + TimeOfDay.day : step
  }

  /// In a stream without gaps, time advances by at most this step.
  private static let longestStep = 10 * TimeOfDay.second
  private static let doubtfulEpochs = 100
}
