/// Decides which talkers' sentences of one instant count.
///
/// Some receivers send the solutions of single systems (GP, GL …) beside that of all systems together (GN). They differ
/// by some meters. If they contradict each other, GN wins whole, so that a fix never has the place of GP and the speed
/// of GN. Other receivers send GPGGA and GNRMC with one place, and both count.
struct CombinedSolution {
  /// What happens with a sentence.
  enum Decision {
    case merge
    /// It is merged, and the values before it are of a single system.
    case replace
    case ignore
  }

  /// The types that came from GN.
  private var combined: SentenceKinds = []
  /// The types that came from a single system.
  private var single: SentenceKinds = []
  /// Whether the sentences of single systems do not count.
  private(set) var winsAlone = false

  /// - Parameter place: the place so far.
  mutating func decide<Member: EpochMember>(
    _ member: Member, _ talker: Talker, at place: StatedPlace?
  ) -> Decision {
    let kind = SentenceKinds(Member.kind)
    guard !Self.kinds.isDisjoint(with: kind) else { return .merge }
    let isCombined = talker == .combined
    guard isCombined || Self.isSingle(talker) else { return .merge }
    let others = isCombined ? single : combined
    if isCombined { combined.formUnion(kind) } else { single.formUnion(kind) }
    if winsAlone { return isCombined ? .merge : .ignore }
    guard !others.isEmpty else { return .merge }
    var contradicts = !others.isDisjoint(with: kind)
    if let place, let other = member.place, place.contradicts(other) { contradicts = true }
    guard contradicts else { return .merge }
    winsAlone = true
    return isCombined ? .replace : .ignore
  }

  /// Whether a talker speaks for a single satellite system.
  static func isSingle(_ talker: Talker) -> Bool { SatelliteIdentity.system(talker) != nil }

  private static let kinds: SentenceKinds = [.rmc, .gga, .gns, .gll, .gst]
}

/// What the sentences report about the fix.
struct FixReports {
  var active = false
  var void = false
  var good = false
  var bad = false

  /// RMC and GLL declare their data valid or void. Void outweighs the quality of GGA and GNS,
  /// because a simulator or a receiver without signals states a quality and declares its data void.
  /// If several talkers report, one valid statement is enough.
  var hasFix: Bool? {
    if active { return true }
    if void { return false }
    if good { return true }
    return bad ? false : nil
  }

  /// A receiver without a fix may leave out the time, and state it with its first fix: what was void before it is of
  /// the cycle before.
  mutating func weaken() { (void, bad) = (false, bad || void) }
}
