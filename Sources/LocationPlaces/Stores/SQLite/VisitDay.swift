package import LocationCore
import LocationIO

/// The visits of a device to a place on one day.
package struct VisitDay: Hashable, Sendable {
  /// The part of a visit that is on the day.
  package struct Part: Hashable, Sendable {
    package let visit: Visit
    /// When the part begins.
    package let start: Date
    package let end: Date
    /// Whether the visit lasts, and this is its last part.
    package let isOpen: Bool
  }

  /// A time of the day, for its date.
  package let time: Date
  /// The parts of visits, in the order of their arrivals; at least one.
  package private(set) var parts: [Part]

  /// Groups visits by day, place and device, in the order of the days and of the first arrivals.
  ///
  /// - Parameters:
  ///   - start: what is before it does not count; `nil` for no limit.
  ///   - end: what is after it does not count; `nil` for no limit.
  ///   - now: the end of a visit that lasts.
  ///   - offset: the seconds that the time zone of the days is ahead of UTC at an instant.
  package static func days(
    of visits: [Visit], from start: Date?, until end: Date?, now: Date, offset: (Date) -> Int
  ) -> [VisitDay] {
    func midnight(after time: Date) -> Date { Self.midnight(after: time, offset) }
    var days: [VisitDay] = []
    for visit in visits {
      var time = max(visit.arrival, start ?? visit.arrival)
      let last = min(visit.departure ?? now, end ?? .distantFuture)
      repeat {
        let end = min(last, midnight(after: time))
        let part = Part(
          visit: visit, start: time, end: end, isOpen: visit.departure == nil && end == now)
        let day = VisitDay(time: time, parts: [part])
        let index = days.lastIndex {
          $0.isOfSamePlaceAndDevice(as: day)
            && midnight(after: $0.time) == midnight(after: time)
        }
        if let index {
          days[index].parts.append(part)
        } else {
          days.append(day)
        }
        time = part.end
      } while time < last
    }
    return days.enumerated().sorted { one, other in
      let (first, second) = (midnight(after: one.element.time), midnight(after: other.element.time))
      return first == second ? one.offset < other.offset : first < second
    }.map(\.element)
  }

  /// Whether the visits of another day are of the same device to the same place.
  package func isOfSamePlaceAndDevice(as other: VisitDay) -> Bool {
    visit.place == other.visit.place && visit.device == other.visit.device
  }

  /// The first visit of the day. Its device and its place are those of all visits.
  package var visit: Visit { parts[0].visit }

  /// How long the visits were on the day, in seconds.
  package var seconds: Double {
    parts.reduce(0) { $0 + max(0, $1.end.timeIntervalSince($1.start)) }
  }

  /// The end of the day of an instant.
  private static func midnight(after time: Date, _ offset: (Date) -> Int) -> Date {
    let seconds = time.timeIntervalSince1970 + Double(offset(time))
    return LocalTime.instant(
      whenClocksShow: ((seconds / 86_400).rounded(.down) + 1) * 86_400, offset: offset)
  }
}
