import GPSDProtocol
import LocationCore
import LocationText
import LocationTracks

/// One location for people: a line for each known value, and a warning if the location is simulated or
/// replayed.
struct TextWriter: FormatWriter {
  var presentation = Presentation.standard
  /// The current time, for the age of live fixes.
  let now: @Sendable () -> Date

  var holds: TrackContents { .chosenValues }
  var writesSky: Bool { false }

  func write(_ update: LocationUpdate, into text: inout ByteText) {
    guard case .fix(let fix) = update else { return }
    place(of: fix.coordinate, into: &text)
    altitude(of: fix, into: &text)
    accuracy(of: fix, into: &text)
    motion(of: fix, into: &text)
    quality(of: fix, into: &text)
    time(of: fix, into: &text)
    text.write(line: "Place      ", presentation.places?.name(of: fix.coordinate))
    let source = [fix.source.name, fix.source.device].compactMap(\.self)
    text.write(line: "Source     ", source.joined(separator: ", "))
    text.write(line: "Caution    ", fix.caution.map { "\($0)" })
  }

  private func place(of coordinate: Coordinate, into text: inout ByteText) {
    let notation = presentation.notation
    if let latitude = coordinate.latitudeText(notation),
      let longitude = coordinate.longitudeText(notation)
    {
      text.write("Latitude   ")
      text.write(text: latitude)
      text.write("\nLongitude  ")
      text.write(text: longitude)
    } else {
      text.write("Position   ")
      text.write(text: coordinate.text(notation))
    }
    text.write("\n")
  }

  private func altitude(of fix: Fix, into text: inout ByteText) {
    let unit = presentation.units.length
    let heights = text.member("Altitude   ", fix.altitude, in: unit)
    if heights { text.write(" above mean sea level") }
    let more = text.member(heights ? ", " : "Altitude   ", fix.ellipsoidalAltitude, in: unit)
    if more { text.write(" above the ellipsoid") }
    if heights || more { text.write("\n") }
  }

  private func accuracy(of fix: Fix, into text: inout ByteText) {
    let unit = presentation.units.length
    let sideways = text.member("Accuracy   ± ", fix.horizontalAccuracy, in: unit)
    let start: StaticString = sideways ? ", height ± " : "Accuracy   height ± "
    let upwards = text.member(start, fix.verticalAccuracy, in: unit)
    if sideways || upwards { text.write("\n") }
  }

  private func motion(of fix: Fix, into text: inout ByteText) {
    if text.member("Speed      ", fix.speed, in: presentation.units.speed) { text.write("\n") }
    if text.member("Course     ", fix.course, places: 1, "° true") {
      text.write(" (")
      text.write(fix.course.map(compassPoint) ?? "")
      text.write(")\n")
    }
    text.member("Heading    ", fix.heading, places: 1, "° true\n")
    if text.member("Climb      ", fix.climb, in: presentation.units.climb) { text.write("\n") }
  }

  private func quality(of fix: Fix, into text: inout ByteText) {
    text.write(fix.dimensions == .threeD ? "Fix        3D" : "Fix        2D")
    if let status = fix.statusWord {
      text.write(", ")
      text.write(status)
    }
    if let used = fix.satellitesUsed {
      text.write(", ")
      text.write(integer: used)
      text.write(used == 1 ? " satellite" : " satellites")
    }
    text.member(", HDOP ", fix.dilution.horizontal, places: 1, "")
    text.write("\n")
  }

  private func time(of fix: Fix, into text: inout ByteText) {
    guard let time = fix.clock else { return }
    text.write("Time       ")
    if let clock = fix.timestamp.flatMap({ presentation.clock(at: $0) }) {
      text.write(date: clock.time)
      text.write(" ")
      text.write(clock: clock.time)
      text.write(" ")
      if presentation.usesLocalTime { text.write(offset: clock.offset) } else { text.write("UTC") }
    } else {
      text.write(clock: time)
      text.write(" UTC, date unknown")
    }
    text.write(", ", ageOf: fix, at: now)
    text.write("\n")
  }
}

extension Fix {
  /// A warning if the fix is not the current location of a receiver.
  var caution: StaticString? {
    if source.kind == .remembered { return "the last known location, not the current one" }
    return switch (isSimulated, isReplayed) {
    case (true, true): "simulated, replayed from a recording: not a real location"
    case (true, false): "simulated: not a real location"
    case (false, true): "replayed from a recording: not the current location"
    case (false, false): nil
    }
  }
}

extension ByteText {
  /// Writes an age, given in seconds, in seconds, minutes, hours or days.
  mutating func write(age seconds: Double) {
    switch seconds {
    case ..<60: member("", seconds, places: 1, " s")
    case ..<3600: member("", seconds / 60, places: 0, " min")
    case ..<172_800: member("", seconds / 3600, places: 0, " h")
    default: member("", seconds / 86_400, places: 0, " days")
    }
  }

  /// Writes the age of a live fix after a separator: ", 2.0 s old".
  ///
  /// - Returns: whether the fix has an age.
  @discardableResult
  mutating func write(
    _ separator: StaticString, ageOf fix: Fix, at now: () -> Date
  ) -> Bool {
    guard let age = fix.liveAge(at: now) else { return false }
    write(separator)
    write(age: age)
    write(" old")
    return true
  }
}

/// The nearest of the eight compass points.
func compassPoint(_ course: Double) -> StaticString {
  let points: [StaticString] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
  guard let eighth = Int(exactly: (course / 45).rounded()) else { return "" }
  return points[((eighth % 8) + 8) % 8]
}
