import LocationCore

/// The times in a FIT file.
///
/// A time counts seconds from 1989-12-31 UTC. A number below 2^28 counts from when the device was switched on,
/// and a `timestamp_correlation` message ties both counts together.
struct FITClock {
  /// The last timestamp, for messages that state only its lowest five bits.
  private var last: UInt32?
  /// The seconds from 1989-12-31 until the device was switched on; `nil` before a correlation.
  private var start: Double?

  /// The timestamp of a message; `nil` if it has none.
  mutating func time(
    of data: FITData, _ kind: FITDefinition.Kind?, _ header: UInt8
  ) -> UInt32? {
    let time: UInt32?
    if header & 0x80 != 0 {
      // The lowest five bits of the timestamp. If they decreased, 32 seconds have begun anew.
      let bits = UInt32(header & 0x1F)
      time = last.map { last in
        (last & ~0x1F) &+ bits &+ (bits < last & 0x1F ? 0x20 : 0)
      }
    } else {
      let number: UInt8 = kind == .coursePoint ? 1 : 253
      time = data.integer(number).flatMap { UInt32(exactly: $0) }
    }
    last = time ?? last
    return time
  }

  /// Reads a `timestamp_correlation` message.
  mutating func correlate(_ data: FITData) {
    guard let time = data.positive(253), let systemTime = data.positive(1) else { return }
    start =
      Double(time - systemTime)
      + Self.fraction(data.positive(4), data.positive(0))
      - Self.fraction(data.positive(5), data.positive(2))
  }

  /// A part of a second, which a message states in milliseconds or in parts of 2^15.
  private static func fraction(_ milliseconds: Int?, _ parts: Int?) -> Double {
    milliseconds.map { Double($0) / 1000 } ?? parts.map { Double($0) / 32_768 } ?? 0
  }

  /// Whether a time has no date before a correlation.
  func isWaiting(for time: UInt32?) -> Bool {
    time.map { $0 < 0x1000_0000 && start == nil } ?? false
  }

  /// The date of a time; `nil` if it is not known.
  func date(_ time: UInt32?) -> Date? {
    guard let time, !isWaiting(for: time) else { return nil }
    let start = time < 0x1000_0000 ? start ?? 0 : 0
    return Date(timeIntervalSince1970: 631_065_600 + start + Double(time))
  }
}
