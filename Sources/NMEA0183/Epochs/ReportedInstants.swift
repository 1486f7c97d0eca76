/// Remembers the instants that were handed on last, so that more about one of them is known for an
/// update and not reported as another fix.
struct ReportedInstants {
  private struct Instant {
    var time: TimeOfDay?
    var date: CalendarDate?
    var place: StatedPlace?
    var hadFix: Bool?
    /// The types of the sentences that stated its position.
    var positions: EpochContents = []
  }

  /// The last one first.
  private var instants: [Instant] = []
  /// Whether the running epoch is the last one that was handed on.
  private var isRunning = false

  /// Receivers that share a line speak of a few instants in turn.
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
    // Satellites alone are no instant.
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

  /// The next epoch is not the same one, but it may be of the same instant.
  mutating func epochEnded() { isRunning = false }

  /// Whether an epoch says more of an instant that was handed on. The same time on another date or
  /// at another place is another instant. After other epochs, only positions of sentences that the
  /// instant did not have are more of it.
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
