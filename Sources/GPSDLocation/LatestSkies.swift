import GPSDProtocol
import LocationCore

/// The last SKY of each receiver, on one connection.
///
/// gpsd reports the satellites that a fix uses, and the DOPs, in SKY and not in TPV. A fix has those of its
/// receiver's last SKY, which may be the one of the cycle before. Other clients of gpsd show the same. If that SKY
/// is older than two cycles of the receiver, the fix has none of them.
struct LatestSkies {
  private struct Receiver {
    var sky: SkySummary?
    var skyArrival = Duration.zero
    /// When the first SKY after a TPV arrived.
    var groupArrival: Duration?
    /// Whether a TPV came after the last SKY.
    var isGroupOver = true
    var time: Date?
    /// The time between the last two epochs of the receiver, by its own clock.
    var epochStep: Duration?
    /// The time between the last two groups of SKYs. Some receivers report satellites only now and then.
    var skyStep: Duration?
  }

  /// A longer step is a pause of the receiver and not its cycle. A SKY counts for this long while the cycle is
  /// unknown.
  private static let longestCycle = Duration.seconds(5)

  private var receivers = DeviceTable<Receiver>()

  /// Notes the SKY of a line. A damaged line is ignored.
  mutating func note(_ line: UnsafeRawBufferPointer, of device: String?, at arrival: Duration) {
    guard let sky = SkySummary(line) else { return }
    _ = receivers.update(device, initial: Receiver()) { receiver in
      receiver.sky = sky
      receiver.skyArrival = arrival
      guard receiver.isGroupOver else { return }
      receiver.isGroupOver = false
      if let last = receiver.groupArrival { receiver.skyStep = Self.cycle(arrival - last) }
      receiver.groupArrival = arrival
    }
  }

  /// Notes a TPV, and returns the SKY that counts for it.
  mutating func sky(of time: Date?, from device: String?, at arrival: Duration) -> SkySummary? {
    receivers.update(device, initial: Receiver()) { receiver in
      receiver.isGroupOver = true
      if let time, time != receiver.time {
        if let last = receiver.time {
          receiver.epochStep = Self.cycle(.seconds(time.timeIntervalSince(last)))
        }
        receiver.time = time
      }
      let cycle = [receiver.epochStep, receiver.skyStep].compactMap(\.self).max()
      let limit = cycle.map { $0 * 2 } ?? Self.longestCycle
      return arrival - receiver.skyArrival <= limit ? receiver.sky : nil
    }
  }

  private static func cycle(_ step: Duration) -> Duration? {
    step > .zero && step <= longestCycle ? step : nil
  }
}
