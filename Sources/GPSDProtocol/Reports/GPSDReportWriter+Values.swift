import LocationCore
import LocationText

// The objects that are not locations, without the ends of their lines.
extension GPSDReportWriter {
  func writeObject(_ report: GPSDReport, into text: inout ByteText) {
    switch report {
    case .version(let version): writeObject(version, into: &text)
    case .devices(let devices):
      text.write(#"{"class":"DEVICES","devices":"#)
      text.write(array: devices) { writeObject($1, into: &$0) }
      text.write("}")
    case .device(let device?): writeObject(device, into: &text)
    case .device(nil): text.write(#"{"class":"DEVICE"}"#)
    case .watch(let watch):
      text.write(#"{"class":"WATCH""#)
      text.write(membersOf: watch)
      text.write("}")
    case .poll(let poll): writeObject(poll, into: &text)
    case .error(let message):
      text.member(#"{"class":"ERROR","message":"#, string: message)
      text.write("}")
    case .update(let update): writeObject(update, into: &text)
    case .other(let className):
      text.member(#"{"class":"#, string: className)
      text.write("}")
    }
  }

  func writeObject(_ device: GPSDDevice, into text: inout ByteText) {
    text.member(#"{"class":"DEVICE","path":"#, string: device.path)
    text.member(#","driver":"#, string: device.driver)
    text.member(#","subtype":"#, string: device.subtype)
    switch device.activation {
    case .active(let since):
      text.member(#","activated":"#, time: since)
      // SEEN_GPS: the device has sent data of a receiver.
      if device.driver != nil { text.write(#","flags":1"#) }
    case .givenUp: text.write(#","activated":0"#)
    case nil: break
    }
    text.member(#","bps":"#, integer: device.rate)
    text.write("}")
  }

  private func writeObject(_ version: GPSDVersion, into text: inout ByteText) {
    text.member(#"{"class":"VERSION","release":"#, string: version.release)
    text.member(#","rev":"#, string: version.revision)
    text.member(#","proto_major":"#, integer: version.protocolMajor)
    text.member(#","proto_minor":"#, integer: version.protocolMinor)
    text.write("}")
  }

  private func writeObject(_ poll: GPSDPoll, into text: inout ByteText) {
    text.write(#"{"class":"POLL""#)
    text.member(#","time":"#, time: poll.time)
    text.member(#","active":"#, integer: poll.active)
    text.write(#","tpv":"#)
    text.write(array: poll.positions) { writeObject(.update($1), into: &$0) }
    text.write(#","gst":[],"sky":"#)
    text.write(array: poll.skies) { writeObject(.update(.sky($1)), into: &$0) }
    text.write("}")
  }
}

extension ByteText {
  /// Writes the members of a `WATCH` object, each with a comma before it.
  mutating func write(membersOf watch: GPSDWatch) {
    member(#","enable":"#, boolean: watch.enable)
    member(#","json":"#, boolean: watch.json)
    member(#","nmea":"#, boolean: watch.nmea)
    member(#","raw":"#, integer: watch.raw)
    member(#","scaled":"#, boolean: watch.scaled)
    member(#","timing":"#, boolean: watch.timing)
    member(#","split24":"#, boolean: watch.split24)
    member(#","pps":"#, boolean: watch.pps)
    member(#","device":"#, string: watch.device)
  }
}

extension UTCTime {
  /// Converts a date; `nil` outside the years 1 … 9999.
  package init?(_ date: Date) {
    self.init(secondsSince2001: date.timeIntervalSinceReferenceDate)
  }
}

extension ByteText {
  /// Writes an instant in ISO 8601; nothing for a date that no calendar has.
  package mutating func member(_ name: StaticString, time: Date?) {
    guard let time = time.flatMap(UTCTime.init) else { return }
    write(name)
    write("\"")
    write(time)
    write("\"")
  }

  /// Writes the object of gpsd that reports a fix.
  package mutating func member(_ name: StaticString, fix: Fix?) {
    guard let fix else { return }
    write(name)
    GPSDReportWriter().writeObject(.update(.fix(fix)), into: &self)
  }
}
