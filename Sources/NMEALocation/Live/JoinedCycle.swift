import LocationCore
import NMEA0183

/// Withholds the first epochs of a receiver whose cycle was joined in its middle.
///
/// A line that is opened while the receiver sends begins with the rest of a cycle: a position without its
/// altitude, its speed or its satellites. Such a part is no fix of the receiver. The first epoch that has the
/// types of sentences of everything before it is whole. The third epoch counts in any case, because some
/// receivers send some types only now and then.
struct JoinedCycle {
  /// The number of epochs that are withheld at most.
  private static let most = 2

  private var withheld: [LocationUpdate] = []
  private var parts = 0
  private var contents: SentenceKinds = []
  /// Whether epochs are withheld.
  private(set) var isOpen: Bool

  /// - Parameter isInMiddle: whether the first byte may be in the middle of a cycle.
  init(isInMiddle: Bool) { isOpen = isInMiddle }

  /// Takes the updates of an epoch.
  ///
  /// - Returns: the updates to deliver.
  mutating func taken(_ updates: [LocationUpdate], of epoch: NavigationEpoch) -> [LocationUpdate] {
    guard isOpen else { return updates }
    // More about an instant whose first part is withheld belongs to that part.
    if !epoch.isUpdate || parts == 0 {
      let isWhole = parts > 0 && epoch.time != nil && epoch.contents.isSuperset(of: contents)
      if isWhole || parts == Self.most {
        isOpen = false
        withheld = []
        return updates
      }
      parts += 1
    }
    contents.formUnion(epoch.contents)
    withheld += updates
    return []
  }

  /// Returns the withheld updates. Called when nothing better will come soon.
  mutating func released() -> [LocationUpdate] {
    isOpen = isOpen && parts == 0
    defer { withheld = [] }
    return withheld
  }
}

extension [String?: JoinedCycle] {
  /// Returns the withheld updates of all devices, in the order of their names.
  mutating func released() -> [LocationUpdate] {
    keys.sorted { ($0 ?? "") < ($1 ?? "") }.flatMap { self[$0]?.released() ?? [] }
  }
}
