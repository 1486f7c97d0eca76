package import LocationCore
import LocationPOSIX
import LocationText

/// The time zone of this process: the one that the variable `TZ` names, else the system's.
package enum LocalTime {
  /// How many seconds local time is ahead of UTC at an instant, rounded to a minute as ISO 8601 writes it.
  /// `nil` if the C library cannot tell.
  package static func offset(at date: Date) -> Int? {
    guard var seconds = time_t(exactly: date.timeIntervalSince1970.rounded(.down)) else {
      return nil
    }
    var local = tm()
    guard localtime_r(&seconds, &local) != nil else { return nil }
    // From the fields, because not every C library has `tm_gmtoff`.
    let day = CivilDay.daysSince1970(
      year: Int(local.tm_year) + 1900, month: Int(local.tm_mon) + 1, day: Int(local.tm_mday))
    let (hour, minute) = (Int(local.tm_hour), Int(local.tm_min))
    let offset = ((day * 24 + hour) * 60 + minute) * 60 + Int(local.tm_sec) - Int(seconds)
    return Int((Double(offset) / 60).rounded()) * 60
  }

  /// The instant at which the clocks of a zone show a time: the first one if they show it twice, and if they skip it,
  /// as much later as they skip.
  ///
  /// - Parameters:
  ///   - seconds: the time that the clocks show, as the seconds since 1970 at which they show it in UTC.
  ///   - offset: the seconds that the zone is ahead of UTC at an instant.
  package static func instant(whenClocksShow seconds: Double, offset: (Date) -> Int) -> Date {
    func time(withOffsetAt instant: Double) -> Date {
      Date(timeIntervalSince1970: seconds - Double(offset(Date(timeIntervalSince1970: instant))))
    }
    func isShown(at time: Date) -> Bool {
      abs(time.timeIntervalSince1970 + Double(offset(time)) - seconds) < 1
    }
    // Zones differ from UTC by less than a day, and clocks change at most once in two.
    let before = time(withOffsetAt: seconds - 86_400)
    let after = time(withOffsetAt: seconds + 86_400)
    return isShown(at: before) || !isShown(at: after) ? before : after
  }
}
