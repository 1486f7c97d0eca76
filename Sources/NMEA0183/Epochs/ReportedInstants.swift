/// Remembers the latest instants that were handed on. So a later report about one of them becomes an
/// update and not another fix.
struct ReportedInstants {
  private struct Instant {
    var time: TimeOfDay?
    var date: CalendarDate?
    var place: StatedPlace?
    var hadFix: Bool?
    /// The types of the sentences that stated its position.
    var positions: EpochContents = []
  }

  /// The latest first.
  private var instants: [Instant] = []
  /// Whether the running epoch is the last one that was handed on.
  private var isRunning = false

  /// Receivers that share a line report about a few instants in turn.
  private static let capacity = 4

  init() { instants.reserveCapacity(Self.capacity + 1) }

  /// Takes note of an epoch that is handed on, and marks it if its instant was handed on before.
  ///
  /// - Parameters:
  ///   - place: its place as it was stated.
  ///   - positions: the types of the sentences that stated its position.
  mutating func mark(
    _ epoch: inout NavigationEpoch, at place: StatedPlace?, by positions: EpochContents
  ) {
    // Satellites alone do not make an instant.
    guard isRunning || epoch.time != nil || place != nil else { return }
    if isRunning {
      epoch.isUpdate = true
      epoch.hadFix = instants[0].hadFix
    } else if let index = instants.indices.first(where: { isSame($0, epoch, place, positions) }) {
      epoch.isUpdate = true
      epoch.hadFix = instants[index].hadFix
      if index > 0 { instants.insert(instants.remove(at: index), at: 0) }
    } else {
      if instants.count == Self.capacity { instants.removeLast() }
      instants.insert(Instant(), at: 0)
    }
    instants[0].time = epoch.time
    if let date = epoch.date { instants[0].date = date }
    if let place { instants[0].place = place }
    if instants[0].hadFix != true { instants[0].hadFix = epoch.hasFix ?? instants[0].hadFix }
    instants[0].positions.formUnion(positions)
    isRunning = true
  }

  /// Called when another epoch begins. It may be of the same instant.
  mutating func epochEnded() { isRunning = false }

  /// Whether an epoch reports more about an instant that was handed on. The same time on another date
  /// or at another place is another instant. If other epochs were handed on in between, only a
  /// position from a type of sentence that is new to the instant counts.
  private func isSame(
    _ index: Int, _ epoch: NavigationEpoch, _ place: StatedPlace?, _ positions: EpochContents
  ) -> Bool {
    let instant = instants[index]
    if let one = instant.place, let other = place, one.contradicts(other) { return false }
    let isNews = instant.positions.isDisjoint(with: positions)
    // A sentence that leaves out its time may come before or after the others of its instant.
    guard let time = epoch.time, let told = instant.time else {
      return isNews && instant.place != nil && place != nil
    }
    guard told.isSameInstant(as: time) else { return false }
    if let one = instant.date, let other = epoch.date, one != other { return false }
    return index == 0 || isNews
  }
}
