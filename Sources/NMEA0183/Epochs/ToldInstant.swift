/// Remembers the instant that was handed on last, so that more of it is known for an update.
struct ToldInstant {
  private var time: TimeOfDay?
  private var hadFix: Bool?
  private var contents: EpochContents = []
  private var place: (latitude: Double, longitude: Double)?
  private var date: CalendarDate?
  private var isRunning = false

  /// Takes note of an epoch that is handed on, and marks it if its instant was before.
  ///
  /// The same time at another place, by sentences that it had already, is another epoch: two
  /// receivers share a line, or a clock stands still. So is the same time on another date.
  mutating func mark(_ epoch: inout NavigationEpoch) {
    guard let time = epoch.time else { return }
    if let told = self.time, told.isSameInstant(as: time),
      isRunning || contents.isDisjoint(with: epoch.contents) || !contradicts(epoch)
    {
      epoch.isUpdate = true
      epoch.hadFix = hadFix
    } else {
      self = ToldInstant()
    }
    self.time = time
    date = epoch.date ?? date
    if hadFix != true { hadFix = epoch.hasFix ?? hadFix }
    contents.formUnion(epoch.contents)
    if let latitude = epoch.latitude, let longitude = epoch.longitude {
      place = (latitude, longitude)
    }
    isRunning = true
  }

  /// What comes next is not the same epoch that goes on, though it may be of the same instant.
  mutating func epochEnded() { isRunning = false }

  private func contradicts(_ epoch: NavigationEpoch) -> Bool {
    if let date, let other = epoch.date, date != other { return true }
    guard let place, let latitude = epoch.latitude, let longitude = epoch.longitude
    else { return false }
    return abs(place.latitude - latitude) > EpochDraft.sameDegrees
      || abs(place.longitude - longitude) > EpochDraft.sameDegrees
  }
}
