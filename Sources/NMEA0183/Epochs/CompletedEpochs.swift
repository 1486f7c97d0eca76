/// Holds completed epochs until they are handed on. The storage is reused.
///
/// Handing on several epochs together is faster than one after another: the code that makes them and the
/// code that uses them do not fit together into 32 kB, which is a processor's cache for code.
struct CompletedEpochs {
  private var epochs: [NavigationEpoch] = []
  private var skies: [SkyCollector] = []
  private var count = 0

  /// The largest number of epochs.
  private static let capacity = 32
  /// One sentence completes two epochs at most, and may be the last of a third.
  private static let mostOfOneSentence = 3

  /// Whether the epochs of another sentence may have no room.
  var isFull: Bool { count > Self.capacity - Self.mostOfOneSentence }

  /// Takes an epoch and its sky. In exchange the caller gets a used collector.
  mutating func append(_ epoch: NavigationEpoch, _ sky: inout SkyCollector) {
    if count == epochs.count {
      epochs.append(epoch)
      skies.append(SkyCollector())
    } else {
      epochs[count] = epoch
    }
    swap(&skies[count], &sky)
    swap(&skies[count].groups, &sky.groups)
    count += 1
  }

  func forEach(_ body: (NavigationEpoch, [EpochSatellite]) -> Void) {
    for index in 0..<count { body(epochs[index], skies[index].satellites) }
  }

  mutating func removeAll() { count = 0 }
}
