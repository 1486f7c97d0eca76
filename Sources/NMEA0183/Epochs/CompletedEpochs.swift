/// Holds the epochs that one sentence completes until they are handed on. The storage is reused.
struct CompletedEpochs: Equatable {
  private var epochs: [NavigationEpoch]
  private var skies: [SkyCollector]
  private var count = 0

  /// One sentence completes two epochs at most, and may be the last of a third.
  private static let capacity = 3

  init() {
    epochs = Array(repeating: NavigationEpoch(), count: Self.capacity)
    skies = Array(repeating: SkyCollector(), count: Self.capacity)
  }

  var isEmpty: Bool { count == 0 }

  /// Whether both hold the same epochs. What was removed makes no difference.
  static func == (one: CompletedEpochs, other: CompletedEpochs) -> Bool {
    one.count == other.count && one.epochs.prefix(one.count) == other.epochs.prefix(one.count)
      && one.skies.prefix(one.count) == other.skies.prefix(one.count)
  }

  /// Takes an epoch and its sky. In exchange the caller gets a used collector.
  mutating func append(_ epoch: NavigationEpoch, _ sky: inout SkyCollector) {
    epochs[count] = epoch
    swap(&skies[count], &sky)
    count += 1
  }

  /// Returns the sky of the last epoch.
  mutating func takeLast(_ sky: inout SkyCollector) {
    swap(&skies[count - 1], &sky)
  }

  func forEach(_ body: (NavigationEpoch, [EpochSatellite]) -> Void) {
    // Through a pointer, because the array would lend a copy, and an epoch has half a kilobyte.
    epochs.withUnsafeBufferPointer { epochs in
      for index in 0..<count { body(epochs[index], skies[index].satellites) }
    }
  }

  mutating func removeAll() { count = 0 }
}
