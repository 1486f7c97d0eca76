/// Remembers the latest instants that were handed on. So a later report about one of them becomes an
/// update and not another fix.
struct ReportedInstants {
  private struct Instant {
    var time: TimeOfDay?
    var date: CalendarDate?
    var place: StatedPlace?
    var talker: Talker?
    var hadFix: Bool?
    /// The types of the sentences that stated its position.
    var positions: SentenceKinds = []
    /// Whether there was such an instant.
    var isKnown = false

    mutating func take(
      _ epoch: borrowing NavigationEpoch, at place: StatedPlace?, by positions: SentenceKinds
    ) {
      isKnown = true
      time = epoch.time
      if let date = epoch.date { self.date = date }
      if let place { self.place = place }
      if talker == nil { talker = epoch.talker }
      if hadFix != true { hadFix = epoch.hasFix ?? hadFix }
      self.positions.formUnion(positions)
    }
  }

  private var instants: [Instant]
  /// The place of the latest instant. The earlier ones are before it, and before the first is the last.
  private var latest = 0
  /// Whether the running epoch is the last one that was handed on.
  private var isRunning = false

  /// Receivers that share a line report about a few instants in turn. A power of two.
  private static let capacity = 4

  init() { instants = Array(repeating: Instant(), count: Self.capacity) }

  /// Takes note of an epoch that is handed on, and marks it if its instant was handed on before.
  ///
  /// - Parameters:
  ///   - place: its place as it was stated.
  ///   - positions: the types of the sentences that stated its position.
  mutating func mark(
    _ epoch: inout NavigationEpoch, at place: StatedPlace?, by positions: SentenceKinds
  ) {
    // Satellites alone do not make an instant.
    guard isRunning || epoch.time != nil || place != nil else { return }
    if isRunning {
      epoch.isUpdate = true
    } else if let age = (0..<Self.capacity).first(where: { isSame($0, epoch, place, positions) }) {
      epoch.isUpdate = true
      makeLatest(age)
    } else {
      latest = index(ofAge: Self.capacity - 1)
      instants[latest] = Instant()
    }
    if epoch.isUpdate { epoch.hadFix = instants[latest].hadFix }
    instants[latest].take(epoch, at: place, by: positions)
    isRunning = true
  }

  /// Called when another epoch begins. It may be of the same instant.
  mutating func epochEnded() { isRunning = false }

  /// Whether an epoch reports more about an instant that was handed on. The same time on another date
  /// or at another place is another instant. If other epochs were handed on in between, a position counts if its type
  /// of sentence is new to the instant, or if it is exactly the same of another talker.
  private func isSame(
    _ age: Int, _ epoch: borrowing NavigationEpoch, _ place: StatedPlace?,
    _ positions: SentenceKinds
  ) -> Bool {
    let index = index(ofAge: age)
    guard instants[index].isKnown else { return false }
    // The usual case first: an epoch of another time.
    if let time = epoch.time, let told = instants[index].time, !told.isSameInstant(as: time) {
      return false
    }
    let instant = instants[index]
    if let one = instant.place, let other = place, one.contradicts(other) { return false }
    let isNews = instant.positions.isDisjoint(with: positions)
    // A sentence that leaves out its time may come before or after the others of its instant.
    guard epoch.time != nil, instant.time != nil else {
      return isNews && instant.place != nil && place != nil
    }
    if let one = instant.date, let other = epoch.date, one != other { return false }
    if age == 0 || isNews { return true }
    // One receiver repeats its times if its log is played again, or if its clock stands still.
    let talker = epoch.talker
    return instant.place == place && instant.talker == talker && instants[latest].talker != talker
  }

  /// Whether an epoch only repeats an instant before the latest one. An autopilot repeats its last position and the time
  /// of it between the sentences of a receiver.
  func isRepeated(
    _ epoch: borrowing NavigationEpoch, at place: StatedPlace?, by positions: SentenceKinds
  ) -> Bool {
    guard epoch.time != nil, place != nil, !isRunning else { return false }
    for age in 1..<Self.capacity where instants[index(ofAge: age)].place == place {
      if isSame(age, epoch, place, positions) { return true }
    }
    return false
  }

  /// The place of an instant: 0 is the age of the latest.
  private func index(ofAge age: Int) -> Int { (latest &- age) & (Self.capacity - 1) }

  /// Moves an instant to the place of the latest, and those after it one place back.
  private mutating func makeLatest(_ age: Int) {
    let instant = instants[index(ofAge: age)]
    for younger in stride(from: age - 1, through: 0, by: -1) {
      instants[index(ofAge: younger + 1)] = instants[index(ofAge: younger)]
    }
    instants[latest] = instant
  }
}
