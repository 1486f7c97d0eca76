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
/// No TPV waits for a SKY. A TPV to which no SKY belongs for certain has none.
struct EpochSky {
  /// The last TPV, or the first report of the receiver.
  private var position: (time: Date?, arrival: Duration)
  /// The SKY of the last TPV's epoch.
  private var current: SkySummary?
  /// The last SKY since the last TPV, and when the first and the last came.
  private var pending: (sky: SkySummary, first: Duration, last: Duration)?
  /// Whether the last SKYs without a time came close to the TPV before them. Then a SKY that seems to
  /// come close to the next TPV may just have been delayed.
  private var isTrailing = false

  /// A receiver's pause cannot be told from delays of the system if it is shorter.
  private static let shortestPause = Duration.milliseconds(20)

  /// Begins with a time before the receiver's first report.
  init(at time: Duration) { position = (nil, time) }

  /// Takes a SKY.
  mutating func note(_ sky: SkySummary, at arrival: Duration) {
    pending = (sky, pending?.first ?? arrival, arrival)
  }

  /// Takes a TPV, and returns the SKY of its epoch.
  mutating func sky(of time: Date?, at arrival: Duration) -> SkySummary? {
    let isSameEpoch = time != nil && time == position.time
    if !isSameEpoch { current = nil }
    if let (sky, first, last) = pending.take() {
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

  /// Whether SKYs came closer to a TPV than to the TPV before.
  private func isCloser(_ first: Duration, _ last: Duration, to arrival: Duration) -> Bool {
    let pause = last - position.arrival
    return pause >= Self.shortestPause && (arrival - last) * 4 <= pause
      && (first - position.arrival) * 4 >= arrival - first
  }
}
