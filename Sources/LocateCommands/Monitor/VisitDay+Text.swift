import GPSDProtocol
import LocationCore
import LocationPlaces
import LocationText
import LocationTracks

extension VisitDay {
  /// Writes a line: the day, the device, the place, the sum and each visit.
  func write(into text: inout ByteText, _ presentation: Presentation) {
    if let clock = presentation.clock(at: time) { text.write(date: clock.time) }
    text.write("  ")
    write(seconds: seconds, into: &text)
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

  /// Writes the device, the place and a sum.
  func write(seconds: Double, into text: inout ByteText) {
    if let device = visit.device {
      text.write(printable: device)
      text.write("  ")
    }
    text.write(printable: visit.name)
    text.write("  ")
    text.write(duration: seconds)
  }

  /// Writes a JSON object, one line.
  func write(jsonInto text: inout ByteText, _ presentation: Presentation) {
    text.write(#"{"day":""#)
    if let clock = presentation.clock(at: time) { text.write(date: clock.time) }
    text.write("\"")
    text.member(#","device":"#, string: visit.device)
    text.member(#","place":"#, string: visit.name)
    text.member(#","id":"#, string: visit.place)
    text.member(#","seconds":"#, trimming: seconds, places: 3)
    text.write(#","visits":"#)
    text.write(array: parts) { text, part in
      text.member(#"{"arrival":"#, time: part.visit.arrival)
      text.member(#","departure":"#, time: part.visit.departure)
      text.write("}")
    }
    text.write("}\n")
  }
}

extension ByteText {
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
