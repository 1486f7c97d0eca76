import LocationCore
public import LocationReplay

/// Numbers about a recording: those of the tracks of each receiver, and how much is beside them.
///
///     var numbers = RecordingStatistics()
///     while let item = try await reader.next() { numbers.add(item) }
///
/// It needs a fixed amount of memory, so it also works for a recording that is larger than the memory.
public struct RecordingStatistics: Hashable, Sendable {
  /// The numbers of a receiver.
  public struct Receiver: Hashable, Sendable {
    /// The receiver behind the source; `nil` if the source has one, or does not name them.
    public let device: String?
    /// The number of tracks.
    public fileprivate(set) var tracks = 0
    /// The numbers of all these tracks.
    public fileprivate(set) var numbers: TrackStatistics
  }

  /// A log rarely has so many receivers. Further ones share the last numbers, so that a damaged log cannot fill
  /// the memory.
  private static let maximumReceivers = 64

  /// The thresholds of the numbers.
  public let thresholds: TrackStatistics.Thresholds
  /// The length in meters of the parts of tracks; `nil` for none.
  private let splitLength: Double?
  /// The receivers in the order of their first fixes.
  public private(set) var receivers: [Receiver] = []
  /// The number of waypoints.
  public private(set) var waypoints = 0
  /// The number of planned routes.
  public private(set) var routes = 0
  /// Whether a fix says that a simulator made it.
  public private(set) var isSimulated = false
  /// The index of the receiver of the last fix.
  private var current: Int?

  /// Starts without an item.
  ///
  /// - Parameters:
  ///   - thresholds: see ``TrackStatistics/thresholds``.
  ///   - splitLength: see ``TrackStatistics/init(thresholds:splitLength:)``.
  public init(
    thresholds: TrackStatistics.Thresholds = TrackStatistics.Thresholds(),
    splitLength: Double? = nil
  ) {
    self.thresholds = thresholds
    self.splitLength = splitLength
  }

  /// Whether there was no fix, no waypoint and no route.
  public var isEmpty: Bool { receivers.isEmpty && waypoints == 0 && routes == 0 }

  /// Adds an item.
  public mutating func add(_ item: TrackItem) {
    switch item.content {
    case .update(.fix(let fix)):
      let index = index(of: fix.source.device)
      if fix.isSimulated { isSimulated = true }
      if receivers[index].tracks == 0 { receivers[index].tracks = 1 }
      receivers[index].numbers.add(fix, sensors: item.sensors)
    case .update(.fixLost(let loss)): beginSegment(loss.source.device)
    case .trackStart:
      beginSegment(nil)
      for index in receivers.indices { receivers[index].tracks += 1 }
    case .segmentStart: beginSegment(nil)
    case .waypoint: waypoints += 1
    case .routeStart: routes += 1
    case .routePoint: routes = max(routes, 1)
    case .update, nil: break
    }
  }

  private mutating func index(of device: String?) -> Int {
    if let current, receivers[current].device == device { return current }
    let index: Int
    if let known = receivers.firstIndex(where: { $0.device == device }) {
      index = known
    } else if receivers.count < Self.maximumReceivers {
      index = receivers.count
      receivers.append(
        Receiver(
          device: device,
          numbers: TrackStatistics(thresholds: thresholds, splitLength: splitLength)))
    } else {
      index = receivers.count - 1
    }
    current = index
    return index
  }

  /// Begins a segment of a receiver; with `nil`, of all receivers.
  private mutating func beginSegment(_ device: String?) {
    for index in receivers.indices where device == nil || receivers[index].device == device {
      receivers[index].numbers.beginSegment()
    }
  }
}
