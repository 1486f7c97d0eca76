import LocationCore
import NMEA0183
import Synchronization

/// Says once for each device that a live receiver's date is probably that of a GPS week rollover.
///
/// The week counter of GPS has ten bits. A receiver whose software is older than 19.6 years states a date that is 1024
/// weeks too early.
struct RolloverNotice: WrappingProvider {
  let base: any LocationProvider
  let name: String
  let now: @Sendable () -> Date
  let say: @Sendable (String) -> Void

  private static let oldest = 15 * 365.25 * 86_400

  func startUpdatingLocation() -> LocationUpdates { watching(base.startUpdatingLocation()) }

  /// The same updates.
  func watching(_ updates: LocationUpdates) -> LocationUpdates {
    let told = ToldDevices()
    return updates.changed { update in
      guard case .fix(let fix) = update, fix.source.kind == .live, let date = fix.timestamp else {
        return update
      }
      let now = now()
      if now.timeIntervalSince(date) > Self.oldest, told.insert(fix.source.device) {
        let device = fix.source.device.map { " of \($0)" } ?? ""
        say(
          "\(name): the receiver's date\(device) is \(date.day), probably 1024 weeks too early (a GPS week "
            + "rollover); --not-before \(now.day.prefix(4))-01-01 corrects it")
      }
      return update
    }
  }

  private final class ToldDevices: Sendable {
    private let devices = Mutex<Set<String?>>([])
    func insert(_ device: String?) -> Bool { devices.withLock { $0.insert(device).inserted } }
  }
}

extension Date {
  /// For example `2026-05-08`, UTC.
  fileprivate var day: String {
    let days = Int((timeIntervalSince1970 / 86_400).rounded(.down))
    return CalendarDate(year: 1970, month: 1, day: 1)?.adding(days: days)?.description ?? ""
  }
}
