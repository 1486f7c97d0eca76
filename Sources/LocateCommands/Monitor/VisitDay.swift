import GPSDProtocol
import LocationCore
import LocationPlaces
import LocationText
import LocationTracks

/// The visits of a device to a place on one day.
struct VisitDay {
  /// The part of a visit that is on the day.
  private struct Part {
    let visit: Visit
    let start: Date
    let end: Date
    /// Whether the visit lasts, and this is its last part.
    let isOpen: Bool
  }

  /// A time of the day, for its date.
  private let time: Date
  private let presentation: Presentation
  private var parts: [Part]

  /// Groups visits by day, place and device, in the order of the days and of the first arrivals.
  ///
  /// - Parameters:
  ///   - start: what is before it does not count; `nil` for no limit.
  ///   - end: what is after it does not count; `nil` for no limit.
  ///   - now: the end of a visit that lasts.
  ///   - presentation: the time zone of the days.
  static func days(
    of visits: [Visit], from start: Date?, until end: Date?, now: Date, _ presentation: Presentation
  ) -> [VisitDay] {
    var days: [VisitDay] = []
    for visit in visits {
      var time = max(visit.arrival, start ?? visit.arrival)
      let last = min(visit.departure ?? now, end ?? .distantFuture)
      repeat {
        let end = min(last, midnight(after: time, presentation))
        let part = Part(
          visit: visit, start: time, end: end, isOpen: visit.departure == nil && end == now)
        let index = days.lastIndex {
          $0.parts[0].visit.place == visit.place && $0.parts[0].visit.device == visit.device
            && midnight(after: $0.time, presentation) == midnight(after: time, presentation)
        }
        if let index {
          days[index].parts.append(part)
        } else {
          days.append(VisitDay(time: time, presentation: presentation, parts: [part]))
        }
        time = part.end
      } while time < last
    }
    return days.enumerated().sorted { one, other in
      let (first, second) = (
        midnight(after: one.element.time, presentation),
        midnight(after: other.element.time, presentation)
      )
      return first == second ? one.offset < other.offset : first < second
    }.map(\.element)
  }

  /// The end of the day of an instant.
  private static func midnight(after time: Date, _ presentation: Presentation) -> Date {
    func offset(_ time: Date) -> Double { Double(presentation.clock(at: time)?.offset ?? 0) }
    let seconds = time.timeIntervalSince1970 + offset(time)
    let next = Date(
      timeIntervalSince1970: ((seconds / 86_400).rounded(.down) + 1) * 86_400 - offset(time))
    // The clocks may change before midnight.
    return next.addingTimeInterval(offset(time) - offset(next))
  }

  /// How long the visits were on the day, in seconds.
  private var seconds: Double {
    parts.reduce(0) { $0 + max(0, $1.end.timeIntervalSince($1.start)) }
  }

  /// Writes a line: the day, the device, the place, the sum and each visit.
  func write(into text: inout ByteText) {
    if let clock = presentation.clock(at: time) { text.write(date: clock.time) }
    text.write("  ")
    if let device = parts[0].visit.device {
      text.write(printable: device)
      text.write("  ")
    }
    text.write(printable: parts[0].visit.name)
    text.write("  ")
    text.write(duration: seconds)
    for (index, part) in parts.enumerated() {
      text.write(index == 0 ? "  " : ", ")
      text.write(clockOf: part.start, as: presentation)
      text.write(" – ")
      if part.isOpen {
        text.write("now")
      } else {
        text.write(clockOf: part.end, as: presentation)
      }
    }
    text.write("\n")
  }

  /// Writes a JSON object, one line.
  func write(jsonInto text: inout ByteText) {
    text.write(#"{"day":""#)
    if let clock = presentation.clock(at: time) { text.write(date: clock.time) }
    text.write("\"")
    text.member(#","device":"#, string: parts[0].visit.device)
    text.member(#","place":"#, string: parts[0].visit.name)
    text.member(#","id":"#, string: parts[0].visit.place)
    text.member(#","seconds":"#, trimming: seconds, places: 3)
    text.write(#","visits":["#)
    for (index, part) in parts.enumerated() {
      text.write(index == 0 ? "{" : ",{")
      text.write(#""arrival":"#, part.visit.arrival)
      if let departure = part.visit.departure { text.write(#","departure":"#, departure) }
      text.write("}")
    }
    text.write("]}\n")
  }
}

extension ByteText {
  /// Writes a member with a time, UTC.
  fileprivate mutating func write(_ name: StaticString, _ date: Date) {
    write(name)
    write("\"")
    if let time = UTCTime(date) { write(time) }
    write("\"")
  }

  /// Writes a duration in seconds for people: "3 h 10 min".
  fileprivate mutating func write(duration seconds: Double) {
    let minutes = Int((seconds / 60).rounded())
    if seconds < 60 {
      write(integer: Int(seconds.rounded()))
      write(" s")
    } else if minutes < 60 {
      write(integer: minutes)
      write(" min")
    } else {
      write(integer: minutes / 60)
      write(" h ")
      write(integer: minutes % 60)
      write(" min")
    }
  }
}
