import LocationCore
import NMEA0183

struct ReceiverClock: Sendable {
  private static let day = 86_400_000
  private static let second = 1000

  /// Milliseconds since 1970 at the start of the track.
  private let start: Int
  private let faults: [Fault]

  init(start: Date, faults: [Fault]) {
    let stated = start.timeIntervalSince1970
    let seconds = stated.isNaN ? Scenario.defaultStart.timeIntervalSince1970 : stated
    self.start = Int((min(max(seconds, -1e10), 1e12) * 1000).rounded())
    self.faults = faults
  }

  /// The true time in seconds since 1970; it determines where the satellites are.
  func trueTime(at offset: Duration) -> Double { Double(start) / 1000 + offset.seconds }

  /// The time that the receiver reports.
  func instant(at offset: Duration) -> ReceiverInstant { instant(at: offset, faults) }

  /// The time of an exact clock. A leap second is no fault of the clock.
  func trueInstant(at offset: Duration) -> ReceiverInstant {
    instant(at: offset, faults.filter { $0.kind == .leapSecond })
  }

  private func instant(at offset: Duration, _ faults: [Fault]) -> ReceiverInstant {
    var time = start + offset.milliseconds
    var isLeapSecond = false
    for fault in faults {
      switch fault.kind {
      case .leapSecond:
        // A leap second is the last one of a UTC day.
        let earliest = start + fault.start.milliseconds
        let days = -Int((Double(-earliest) / Double(Self.day)).rounded(.down))
        let midnight = days * Self.day
        if time >= midnight + Self.second {
          time -= Self.second
        } else if time >= midnight {
          isLeapSecond = true
        }
      case .timeStep(let step) where fault.isActive(at: offset):
        time += step.milliseconds
      case .weekRollover where fault.isActive(at: offset):
        time -= 1024 * 7 * Self.day
      default: break
      }
    }
    return ReceiverInstant(milliseconds: time, isLeapSecond: isLeapSecond)
  }
}

/// A UTC time, to the millisecond, and whether it lies in a leap second.
struct ReceiverInstant: Hashable, Sendable {
  private let days: Int
  /// Milliseconds since midnight; in a leap second, since the midnight after it.
  private let rest: Int
  private let isLeapSecond: Bool

  init(milliseconds: Int, isLeapSecond: Bool) {
    let days = Int((Double(milliseconds) / 86_400_000).rounded(.down))
    self.days = days
    rest = milliseconds - days * 86_400_000
    self.isLeapSecond = isLeapSecond
  }

  /// The instant that the decoder makes of ``day`` and ``time``.
  var date: Date {
    Date(
      timeIntervalSince1970: Double(days * 86_400 + rest / 1000)
        + Double(rest % 1000 * 1_000_000) / 1e9)
  }

  /// The calendar day; `nil` if a sentence cannot carry its year.
  var day: CalendarDate? {
    CalendarDate(year: 1970, month: 1, day: 1)?.adding(days: isLeapSecond ? days - 1 : days)
  }

  /// The time of day.
  var time: TimeOfDay? {
    let nanosecond = rest % 1000 * 1_000_000
    if isLeapSecond {
      return TimeOfDay(hour: 23, minute: 59, second: 60, nanosecond: nanosecond, decimals: 2)
    }
    let seconds = rest / 1000
    return TimeOfDay(
      hour: seconds / 3600, minute: seconds / 60 % 60, second: seconds % 60,
      nanosecond: nanosecond, decimals: 2)
  }
}

extension Duration {
  /// Whole milliseconds, rounded down; 30,000 years at most, forward or back.
  fileprivate var milliseconds: Int {
    let limit = Duration.seconds(1_000_000_000_000)
    let (seconds, attoseconds) = min(max(self, .zero - limit), limit).components
    let part = attoseconds / 1_000_000_000_000_000
    return Int(seconds) * 1000 + Int(part)
  }
}
