/// Values of VTG and PGRMZ, which never state a time.
///
/// Such a sentence between two epochs belongs to either of them, and nothing in it shows to which.
/// So its values count only if they are confirmed. Both are confirmed by the receiver's order (see
/// ``SentenceOrder``). VTG is also confirmed by its pauses, or by a sentence before and one after it
/// of its talker that state the same time. PGRMZ has no talker, so it may be of another receiver.
struct UntimedValues {
  /// Confirmed: knots.
  private(set) var speed: Double?
  /// Confirmed: degrees true.
  private(set) var course: Double?
  /// Confirmed: meters above mean sea level.
  private(set) var altitude: Double?

  private var motion: (speed: Double?, course: Double?, talker: Talker)?
  private var height: Double?
  /// The talker of the last sentence that states the time.
  private var timeTalker: Talker?
  private var isMotionAfterTime = false

  mutating func note(_ vtg: VTG, talker: Talker) {
    guard vtg.mode != .invalid else { return }
    let speed = vtg.speed ?? vtg.speedKilometersPerHour.map { $0 / kilometersPerHourInKnot }
    motion = (speed, vtg.course, talker)
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

  /// The last VTG is of this epoch.
  mutating func confirmMotion() {
    if speed == nil { speed = motion?.speed }
    if course == nil { course = motion?.course }
    motion = nil
    isMotionAfterTime = false
  }

  /// The last PGRMZ is of this epoch.
  mutating func confirmHeight() {
    if altitude == nil { altitude = height }
    height = nil
  }
}
