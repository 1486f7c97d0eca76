import GPSDProtocol
import LocationCore

/// The SKY of each receiver's epoch, on one connection.
struct EpochSkies {
  private var receivers = DeviceTable<EpochSky>()
  /// When the connection began.
  private var start: Duration?

  /// A receiver that sends nothing for longer after the start was added later, perhaps in the middle of
  /// its cycle.
  private static let longestPause = Duration.seconds(2)

  /// Notes when the connection began; only the first call counts.
  mutating func begin(at time: Duration) { if start == nil { start = time } }

  /// Notes the SKY of a line. A damaged line is ignored.
  mutating func note(_ line: UnsafeRawBufferPointer, of device: String?, at arrival: Duration) {
    guard let sky = SkySummary(line) else { return }
    let first = EpochSky(at: earliest(before: arrival))
    receivers.update(device, initial: first) { $0.note(sky, at: arrival) }
  }

  /// Notes a TPV, and returns the SKY of its epoch.
  mutating func sky(of time: Date?, from device: String?, at arrival: Duration) -> SkySummary? {
    let first = EpochSky(at: earliest(before: arrival))
    return receivers.update(device, initial: first) { $0.sky(of: time, at: arrival) }
  }

  /// The SKYs that may come at once after the last TPV of a receiver.
  mutating func expected(from device: String?) -> EpochSky.Expectation {
    receivers.update(device, initial: EpochSky(at: .zero)) { $0.expected } ?? .none
  }

  /// The last SKY of a receiver, after the expected SKYs came.
  mutating func takeFollowing(from device: String?) -> SkySummary? {
    receivers.update(device, initial: EpochSky(at: .zero)) { $0.takeFollowing() }
  }

  /// A time before which a receiver sent nothing.
  private func earliest(before arrival: Duration) -> Duration {
    guard let start, arrival - start <= Self.longestPause else { return arrival }
    return start
  }
}
