import LocationCore
import LocationText

extension UTCTime {
  /// Converts a date; `nil` outside the years 1 … 9999.
  package init?(_ date: Date) {
    self.init(secondsSince2001: date.timeIntervalSinceReferenceDate)
  }
}

extension ByteText {
  package mutating func member(_ name: StaticString, time: Date?) {
    guard let time = time.flatMap(UTCTime.init) else { return }
    write(name)
    write("\"")
    write(time)
    write("\"")
  }
}
