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
}
