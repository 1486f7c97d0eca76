import GPSDProtocol
import LocationCore

/// Finds the SKY of each TPV's epoch, for one receiver.
///
/// gpsd sends a TPV at the end of a receiver's cycle. It sends a SKY when it has read one, which may be
/// before that TPV or after it. For a receiver that speaks NMEA the SKY has no time. Then only the
/// receiver's pause between two cycles shows to which TPV a SKY belongs. These SKYs belong to a TPV:
///
/// - a SKY that states the time of the TPV;
/// - a SKY without a time, between two TPVs of the same time;
/// - a SKY without a time that came at least four times closer to this TPV than to the TPV before,
///   if the SKYs since then show the same, and those before the last TPV did not show otherwise.
///
/// - the last SKY without a time of a receiver that sends them at once after its TPV, and then pauses.
///   The first TPVs wait for that pause. Later TPVs wait for the number of SKYs that they taught.
///
/// A TPV waits only for SKYs of the last kind, and only for milliseconds. A TPV to which no SKY belongs
/// for certain has none.
struct EpochSky {
  /// The last TPV, or a time before the receiver's first report.
  private var position: (time: Date?, arrival: Duration)
  /// The epochs since the first report, 3 at most.
  private var epochs = 0
  /// Whether the receiver paused before the last TPV.
  private var hasPaused = false
  /// The SKY of the last TPV's epoch.
  private var current: SkySummary?
  /// The last SKY since the last TPV, when the first and the last came, and their number.
  private var pending: (sky: SkySummary, first: Duration, last: Duration, count: Int)?
  /// How many SKYs came at once after the last TPV, and in how many epochs in a row.
  private var following = (count: 0, epochs: 0)
  /// Whether the last SKYs without a time came close to the TPV before them. Then a SKY that seems to
  /// come close to the next TPV may just have been delayed.
  private var isTrailing = false

  /// A receiver's pause cannot be told from delays of the system if it is shorter.
  private static let shortestPause = Duration.milliseconds(20)
  /// The longest time in which SKYs come at once.
  static let atOnce = Duration.milliseconds(5)

  /// Begins with a time before the receiver's first report.
  init(at time: Duration) { position = (nil, time) }

  /// Takes a SKY.
  mutating func note(_ sky: SkySummary, at arrival: Duration) {
    pending = (sky, pending?.first ?? arrival, arrival, (pending?.count ?? 0) + 1)
  }

  /// The SKYs of the last TPV's epoch that may come at once.
  var expected: Expectation {
    if current != nil { return .none }
    if following.epochs >= 2 { return .number(following.count) }
    return hasPaused && epochs <= 2 ? .untilPause : .none
  }

  /// SKYs that may come at once after a TPV.
  enum Expectation: Equatable {
    case none
    /// This number of SKYs, more than zero.
    case number(Int)
    /// Any number. A pause shows that no more come.
    case untilPause
  }

  /// Takes the last SKY as that of the last TPV's epoch, after the expected SKYs came at once.
  mutating func takeFollowing() -> SkySummary? {
    current = pending?.sky
    return current
  }

  /// Takes a TPV, and returns the SKY of its epoch.
  mutating func sky(of time: Date?, at arrival: Duration) -> SkySummary? {
    let isSameEpoch = time != nil && time == position.time
    if !isSameEpoch {
      current = nil
      learnFollowing(until: arrival)
      epochs = min(epochs + 1, 3)
      hasPaused = arrival - (pending?.last ?? position.arrival) >= Self.shortestPause
    }
    if let (sky, first, last, _) = pending.take() {
      if let stated = sky.time {
        if stated == time { current = sky }
      } else if isSameEpoch {
        current = sky
      } else {
        let isLeading = isCloser(first, last, to: arrival)
        if isLeading, !isTrailing { current = sky }
        isTrailing = !isLeading
      }
    }
    position = (time, arrival)
    return current
  }

  private mutating func learnFollowing(until arrival: Duration) {
    guard let pending, pending.sky.time == nil,
      pending.last - position.arrival <= Self.atOnce, arrival - pending.last >= Self.shortestPause
    else { return following = (0, 0) }
    let isSame = following.count == pending.count
    following = (pending.count, isSame ? min(following.epochs + 1, 2) : 1)
  }

  /// Whether SKYs came closer to a TPV than to the TPV before.
  private func isCloser(_ first: Duration, _ last: Duration, to arrival: Duration) -> Bool {
    let pause = last - position.arrival
    return pause >= Self.shortestPause && (arrival - last) * 4 <= pause
      && (first - position.arrival) * 4 >= arrival - first
  }
}
