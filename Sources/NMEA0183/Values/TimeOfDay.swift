import LocationText

/// A time of day in UTC, to the nanosecond, as a sentence states it.
public struct TimeOfDay: Hashable, Sendable {
  /// Nanoseconds since midnight, 0 ..< 86,401,000,000,000. The last second, 23:59:60, is the leap second
  /// at the end of some days.
  public let nanoseconds: Int
  /// The number of stated decimals of the second, 0 … 9.
  public let decimals: Int

  /// Makes a time of day; `nil` if a part is out of range. Second 60 is accepted in every minute,
  /// because receivers send it. At 23:59 it is a leap second; otherwise it is the start of the next
  /// minute.
  public init?(hour: Int, minute: Int, second: Int, nanosecond: Int = 0, decimals: Int = 0) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second),
      (0...999_999_999).contains(nanosecond), (0...9).contains(decimals)
    else { return nil }
    nanoseconds = ((hour * 60 + minute) * 60 + second) * Self.second + nanosecond
    self.decimals = decimals
  }

  /// The hour, 0 … 23.
  public var hour: Int { min(nanoseconds / (3600 * Self.second), 23) }
  /// The minute, 0 … 59.
  public var minute: Int { hour == 23 && isLeapSecond ? 59 : nanoseconds / (60 * Self.second) % 60 }
  /// The second, 0 … 60.
  public var second: Int { isLeapSecond ? 60 : nanoseconds / Self.second % 60 }
  /// The fraction of the second in nanoseconds, 0 … 999,999,999.
  public var nanosecond: Int { nanoseconds % Self.second }
  /// Milliseconds since midnight, rounded down.
  public var milliseconds: Int { nanoseconds / 1_000_000 }

  /// Whether this lies in the leap second that ends a day.
  public var isLeapSecond: Bool { nanoseconds >= Self.day }

  /// Whether two times mean the same instant: they are equal, or they are equal after the one with more
  /// decimals is rounded to the decimals of the other. The other must have at least one decimal.
  public func isSameInstant(as other: TimeOfDay) -> Bool {
    if nanoseconds == other.nanoseconds { return true }
    let coarser = min(decimals, other.decimals)
    guard coarser != max(decimals, other.decimals), coarser > 0 else { return false }
    let unit = Self.second / integerPowerOfTen(coarser)
    return abs(nanoseconds - other.nanoseconds) * 2 <= unit
  }

  /// Whether two times are the same, however many decimals were stated.
  public static func == (one: TimeOfDay, other: TimeOfDay) -> Bool {
    one.nanoseconds == other.nanoseconds
  }

  /// Adds the time without the number of decimals.
  public func hash(into hasher: inout Hasher) { hasher.combine(nanoseconds) }

  static let second = 1_000_000_000
  static let day = 86_400 * second
}

extension TimeOfDay: CustomStringConvertible {
  /// The time as `12:35:19` or `12:35:19.250`, with the stated decimals.
  public var description: String {
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let base = "\(two(hour)):\(two(minute)):\(two(second))"
    guard decimals > 0 else { return base }
    let digits = String(nanosecond + Self.second).dropFirst().prefix(decimals)
    return base + "." + digits
  }
}
