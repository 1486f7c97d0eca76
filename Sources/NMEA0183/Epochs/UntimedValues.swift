/// Values of VTG and PGRMZ, which never state a time.
///
/// A sentence between two epochs belongs to one of them, and its fields do not show to which. So its
/// values count only if they are confirmed. The receiver's order confirms both (see
/// ``SentenceOrder``). The receiver's pauses also confirm VTG, and so do two sentences of its talker,
/// one before and one after it, that state the same time. PGRMZ has no talker, so it may come from
/// another receiver.
struct UntimedValues {
  /// Confirmed: knots.
  private(set) var speed: Double?
  /// Confirmed: degrees true.
  private(set) var course: Double?
  /// Confirmed: meters above mean sea level.
  private(set) var altitude: Double?
  /// Whether the last VTG, confirmed or not, states a speed that comes from satellites.
  private(set) var hasSpeedOfFix = false

  private struct Motion {
    var speed: Double?
    var course: Double?
    var talker: Talker
  }

  private var motion: Motion?
  private var height: Double?
  /// The talker of the last sentence that states the time.
  private var timeTalker: Talker?
  private var isMotionAfterTime = false

  mutating func note(_ vtg: VTG, talker: Talker) {
    guard vtg.mode != .invalid else { return }
    let speed = vtg.speed ?? vtg.speedKilometersPerHour.map { $0 / kilometersPerHourInKnot }
    hasSpeedOfFix = speed != nil && (vtg.mode == .autonomous || vtg.mode == .differential)
    motion = Motion(speed: speed, course: vtg.course, talker: talker)
    isMotionAfterTime = timeTalker == talker
  }

  mutating func note(_ pgrmz: PGRMZ) {
    guard pgrmz.dimension == .three, let feet = pgrmz.altitudeFeet else { return }
    height = feet * 0.3048
  }

  /// Takes note of a sentence that states the epoch's time.
  mutating func confirm(after talker: Talker) {
    if isMotionAfterTime, motion?.talker == talker { confirmMotion() }
    timeTalker = talker
  }

  /// Confirms that the last VTG is of this epoch.
  mutating func confirmMotion() {
    if speed == nil { speed = motion?.speed }
    if course == nil { course = motion?.course }
    motion = nil
    isMotionAfterTime = false
  }

  /// Confirms that the last PGRMZ is of this epoch.
  mutating func confirmHeight() {
    if altitude == nil { altitude = height }
    height = nil
  }
}
