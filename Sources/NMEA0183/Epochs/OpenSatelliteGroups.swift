/// Collects groups of GSV whose sentences come in several epochs.
///
/// A Garmin GPS 15H at 4800 baud sends a third of its group each second. Its satellites count when the group is
/// complete. Once a group of several sentences was complete within an epoch, the receiver is one that sends whole
/// groups, and nothing is collected any more.
struct OpenSatelliteGroups {
  private struct Group {
    var talker: Talker
    var signalID: UInt8?
    var size: Int
    var satellitesInView: Int?
    /// The number of the sentence that must come next; 0 if the group is not open.
    var next = 0
    /// The number of epochs that ended since it began.
    var age = 0
    var satellites: [EpochSatellite] = []
  }

  private var groups: [Group] = []
  /// Whether the receiver sends whole groups.
  private(set) var areWhole = false

  /// More than a receiver's systems and signals.
  private static let capacity = 32
  /// A receiver with ten positions a second sends GSV once a second.
  private static let oldest = 30

  /// Takes the satellites of a sentence.
  ///
  /// - Returns: all satellites of its group if the group is complete now; otherwise none.
  mutating func take(
    _ gsv: GSV, talker: Talker, _ satellites: some Collection<EpochSatellite>
  ) -> [EpochSatellite] {
    guard let number = gsv.groupIndex, let size = gsv.groupSize else { return Array(satellites) }
    let known = groups.firstIndex { $0.talker == talker && $0.signalID == gsv.signalID }
    guard let index = known ?? begin(talker, gsv.signalID) else { return Array(satellites) }
    if number == 1 {
      groups[index].size = size
      groups[index].satellitesInView = gsv.satellitesInView
      groups[index].age = 0
      groups[index].satellites.removeAll(keepingCapacity: true)
    } else if number != groups[index].next || size != groups[index].size
      || gsv.satellitesInView != groups[index].satellitesInView
    {
      groups[index].next = 0
      return []
    }
    groups[index].satellites += satellites
    groups[index].next = number < size ? number + 1 : 0
    guard number == size else { return [] }
    if size > 1, groups[index].age == 0 { areWhole = true }
    return groups[index].satellites
  }

  private mutating func begin(_ talker: Talker, _ signalID: UInt8?) -> Int? {
    guard groups.count < Self.capacity else { return nil }
    groups.append(Group(talker: talker, signalID: signalID, size: 0))
    return groups.count - 1
  }

  mutating func epochEnded() {
    guard !areWhole else { return }
    for index in groups.indices where groups[index].next > 0 {
      groups[index].age += 1
      if groups[index].age > Self.oldest { groups[index].next = 0 }
    }
  }
}
