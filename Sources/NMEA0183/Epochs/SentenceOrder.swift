/// Knows the receiver's order well enough to tell whether the last VTG or PGRMZ of an epoch belongs
/// to it. Neither of them states a time.
///
/// **VTG.** If the sentences before and after a VTG state the same time, VTG belongs to that time.
/// Some such cases teach which sentence comes directly before VTG. From then on a VTG directly after
/// that sentence belongs to the same epoch, if nothing is missing behind it: the next epoch begins
/// with the same sentence, one period later.
///
/// A receiver may have no sentence behind VTG that states the time. If a recording begins with a whole
/// sentence, it begins with a cycle. If that sentence states the time, a VTG between two of them belongs to
/// the first one, if nothing is missing.
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
    case unknown
  }

  /// Whether the last VTG of the epoch that just ended belongs to it.
  private(set) var placesMotion = false
  /// Whether the last PGRMZ of the epoch that just ended belongs to it.
  private(set) var placesAltitude = false

  private var previous: SentenceKey?
  private var isPreviousTimed = false
  /// The type of the sentence before ``previous``.
  private var beforePrevious: SentenceKind?

  /// The first sentence of the running epoch that states the time.
  private(set) var first: SentenceKey?
  /// The sentence directly before the last VTG, if it states the time of the running epoch.
  private var beforeMotion: SentenceKey?
  private var isAltitudeAfterGLL = false
  /// The last VTG of the running epoch.
  private var motion: SentenceKey?

  /// The sentence that the recording begins with, if it states the time.
  private var opening: SentenceKey?
  private var learned: SentenceKey?
  private var agreeing = 0
  /// The shortest step from epoch to epoch, in nanoseconds; 0 until one is known.
  private var period = 0
  private var longerSteps = 0

  /// Takes note that the recording begins with the sentence that was noted first.
  mutating func noteBeginning() { opening = first }

  /// Takes note of a sentence that belongs to the running epoch.
  mutating func note(_ key: SentenceKey, isTimed: Bool) {
    if isTimed {
      if first == nil { first = key }
      if let sentence = beforeMotion, key.hasTalker(of: sentence) { learn(sentence) }
      beforeMotion = nil
    } else if key.kind == .vtg {
      beforeMotion = previous.flatMap { isPreviousTimed && key.hasTalker(of: $0) ? $0 : nil }
      motion = key
    } else if key.kind == .pgrmz {
      isAltitudeAfterGLL = isPreviousTimed && previous?.kind == .gll && beforePrevious == .pgrme
    }
    beforePrevious = previous?.kind
    previous = key
    isPreviousTimed = isTimed
  }

  /// Takes note of a sentence that does not belong to the running epoch, or not for certain.
  mutating func noteOther(_ key: SentenceKey) {
    if key.kind == .vtg { (beforeMotion, motion) = (nil, nil) }
    if key.kind == .pgrmz { isAltitudeAfterGLL = false }
    previous = nil
  }

  /// Takes note of the end of the running epoch.
  mutating func epochEnded(before next: Next) {
    placesMotion = false
    placesAltitude = false
    switch next {
    case .sentence(let key, let step):
      let isLearned = beforeMotion != nil && beforeMotion == learned && agreeing >= Self.enough
      placesMotion =
        (isLearned || isAfterOpening) && key == first && step > 0 && step <= period / 4 * 5
      placesAltitude = isAltitudeAfterGLL && step > 0 && step <= TimeOfDay.second
      learnPeriod(step)
    case .pause:
      placesAltitude = isAltitudeAfterGLL
      previous = nil
    case .unknown:
      previous = nil
    }
    first = nil
    beforeMotion = nil
    motion = nil
    isAltitudeAfterGLL = false
  }

  /// Whether the last VTG is in a cycle that begins as the recording does.
  private var isAfterOpening: Bool {
    guard let motion, let opening else { return false }
    return first == opening && motion.hasTalker(of: opening)
  }

  private mutating func learn(_ sentence: SentenceKey) {
    agreeing = sentence == learned ? min(agreeing + 1, Self.enough) : 1
    learned = sentence
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

  private static let enough = 3
  private static let manySteps = 10
}
