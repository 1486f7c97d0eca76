/// Knows the receiver's order well enough to tell whether the last VTG or PGRMZ of an epoch belongs
/// to it. Neither of them states a time.
///
/// **VTG.** A receiver states the time first, so a VTG belongs to the time before it. It must follow the same
/// sentence as the VTG of the epoch before, and nothing may be missing behind it: the next epoch begins with the
/// same sentence, one period later, or the recording is over. The order is the same wherever the recording begins.
/// If the first VTG with a speed comes before the first fix, this receiver sends it first, and nothing shows its
/// time.
///
/// VTG may have another talker than the sentences with the time (GPGGA and GNVTG of RTK receivers, GPGLL and IIVTG of
/// gateways), if these have only one.
///
/// **PGRMZ.** Receivers by Garmin send PGRME, GLL and PGRMZ in this order, and the time of this GLL
/// may be a second ahead of the other sentences. So a PGRMZ directly after both belongs to GLL if the
/// next time follows within a second, or if the receiver pauses.
///
/// A lost sentence, a cut and a second receiver on the line break one of these conditions.
struct SentenceOrder {
  /// The event after an epoch.
  enum Next {
    /// A sentence that states another time, with the nanoseconds to that time.
    case sentence(SentenceKey, step: Int)
    case pause
    /// The end of the stream.
    case end
    case unknown
  }

  /// Whether the last VTG of the epoch that just ended belongs to it.
  private(set) var placesMotion = false
  /// Whether the last PGRMZ of the epoch that just ended belongs to it.
  private(set) var placesAltitude = false
  /// Whether the epoch that just ended had a VTG after its last sentence with a time.
  private var endedWithMotion = false

  private var previous: SentenceKey?
  private var isPreviousTimed = false
  /// The type of the sentence before ``previous``.
  private var beforePrevious: SentenceKind?

  /// The first sentence of the running epoch that states the time.
  private(set) var first: SentenceKey?
  /// The last one.
  private var lastTimed: SentenceKey?
  /// Whether all of them have one talker.
  private var hasOneTalker = true
  /// The last VTG of the running epoch.
  private var motion: SentenceKey?
  /// The last sentence before it that states the time.
  private var beforeMotion: SentenceKey?
  /// Whether a sentence after it states the time.
  private var isMotionInside = false
  /// Whether any VTG of the running epoch came after a sentence that states the time.
  private(set) var hasMotionAfterTime = false
  private var isAltitudeAfterGLL = false

  /// The last sentence since the last VTG whose type has a field for the time.
  private var latestWithTime: SentenceKey?
  /// The sentence that VTG follows.
  private var learned: SentenceKey?
  /// How often it did so again, at most ``enoughAfterDisorder``, less the times it did not.
  private var agreeing = 0
  /// The value of ``agreeing`` that shows the order.
  private var enough = 1
  /// The number of epochs without a fix, up to now, whose last VTG stated a speed of one.
  private var earlyMotions = 0
  /// Whether VTG comes before the sentences of its time.
  private var isMotionAhead = false
  /// The shortest step from epoch to epoch, in nanoseconds; 0 until one is known.
  private var period = 0
  private var longerSteps = 0

  /// Takes note of a sentence that belongs to the running epoch.
  mutating func note(_ key: SentenceKey, isTimed: Bool) {
    if isTimed {
      if let first, !key.hasTalker(of: first) { hasOneTalker = false }
      if first == nil { first = key }
      lastTimed = key
      isMotionInside = true
    } else if key.kind == .vtg {
      (motion, beforeMotion, isMotionInside) = (key, lastTimed, false)
      hasMotionAfterTime = hasMotionAfterTime || lastTimed != nil
    } else if key.kind == .pgrmz {
      isAltitudeAfterGLL = isPreviousTimed && previous?.kind == .gll && beforePrevious == .pgrme
    }
    beforePrevious = previous?.kind
    previous = key
    isPreviousTimed = isTimed
  }

  /// Takes note of a sentence that does not belong to the running epoch, or not for certain.
  mutating func noteOther(_ key: SentenceKey) {
    if key.kind == .vtg { (motion, beforeMotion) = (nil, nil) }
    if key.kind == .pgrmz { isAltitudeAfterGLL = false }
    previous = nil
  }

  /// Takes note of the next sentence, whatever epoch it belongs to.
  ///
  /// - Parameter hasTime: whether its type has a field for the time.
  mutating func noteArrival(_ key: SentenceKey, hasTime: Bool) {
    if hasTime {
      latestWithTime = key
    } else if key.kind == .vtg {
      learn(latestWithTime)
      latestWithTime = nil
    }
  }

  /// Takes note of whether the epoch that just ended had a fix, and whether its last VTG stated a speed of one.
  ///
  /// Some receivers state speeds as long as they have no fix. So only the first speed, directly before the first fix,
  /// tells that it belongs to that fix.
  mutating func noteFix(_ hasFix: Bool, isMotionOfFix: Bool) {
    if hasFix, earlyMotions == 1 { isMotionAhead = true }
    earlyMotions = !hasFix && isMotionOfFix && endedWithMotion ? earlyMotions + 1 : 0
  }

  /// Takes note of the end of the running epoch.
  mutating func epochEnded(before next: Next) {
    let isAhead = isMotionAhead || earlyMotions == 1
    let follows = beforeMotion == learned && agreeing >= enough && isOfOneReceiver
    endedWithMotion = motion != nil && !isMotionInside
    placesMotion = false
    placesAltitude = false
    switch next {
    case .sentence(let key, let step):
      // Most receivers send every second or faster, so a longer step needs more proof.
      let enoughForStep = step <= TimeOfDay.second ? enough : Self.enoughAfterDisorder
      let isComplete = key == first && step > 0 && step <= period / 4 * 5
      placesMotion =
        follows && (isMotionInside || isComplete && agreeing >= enoughForStep && !isAhead)
      placesAltitude = isAltitudeAfterGLL && step > 0 && step <= TimeOfDay.second
      // Gateways may state ZDA and GLL of one cycle with times that are a second apart.
      if key == first || period == 0 { learnPeriod(step) }
    case .end:
      placesMotion = follows && (isMotionInside || !isAhead)
      placesAltitude = isAltitudeAfterGLL
    case .pause:
      placesAltitude = isAltitudeAfterGLL
      previous = nil
    case .unknown:
      previous = nil
    }
    first = nil
    lastTimed = nil
    hasOneTalker = true
    (motion, beforeMotion, isMotionInside) = (nil, nil, false)
    hasMotionAfterTime = false
    isAltitudeAfterGLL = false
  }

  /// Whether the running epoch has a VTG, and the talker of it or all others have one talker.
  private var isOfOneReceiver: Bool {
    guard let motion, let beforeMotion else { return false }
    return hasOneTalker || motion.hasTalker(of: beforeMotion)
  }

  /// Learns that VTG follows a sentence with a field for the time; `nil` if none came since the last VTG.
  private mutating func learn(_ sentence: SentenceKey?) {
    guard let learned else { return learned = sentence }
    if sentence == learned {
      agreeing = min(agreeing + 1, Self.enoughAfterDisorder)
    } else {
      enough = Self.enoughAfterDisorder
      agreeing -= 1
      if agreeing < 0 { (self.learned, agreeing) = (sentence, 0) }
    }
  }

  /// Lost epochs make steps longer. So a longer period counts only after many steps.
  private mutating func learnPeriod(_ step: Int) {
    guard step > 0 else { return }
    longerSteps = step > period / 4 * 5 ? longerSteps + 1 : 0
    if period == 0 || step < period || longerSteps >= Self.manySteps {
      period = step
      longerSteps = 0
    }
  }

  private static let enoughAfterDisorder = 4
  private static let manySteps = 10
}
