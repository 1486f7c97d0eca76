import GPSDProtocol
import LocationCore
import LocationText

/// GeoJSON (RFC 7946): a point for each fix, with the other known values as its properties.
///
/// The whole output is a FeatureCollection, or each fix is a Feature on a line of its own, which a
/// reader can use before the end has come.
struct GeoJSONWriter: FormatWriter {
  private let isCollection: Bool
  private var isFirst = true

  init(isCollection: Bool) { self.isCollection = isCollection }

  func begin(into text: inout ByteText) {
    if isCollection { text.write(#"{"type":"FeatureCollection","features":["#) }
  }

  mutating func write(_ update: LocationUpdate, into text: inout ByteText) {
    guard case .fix(let fix) = update else { return }
    if isCollection { text.write(isFirst ? "\n" : ",\n") }
    isFirst = false
    write(fix, into: &text)
    if !isCollection { text.write("\n") }
  }

  func end(into text: inout ByteText) {
    if isCollection { text.write("\n]}\n") }
  }

  private func write(_ fix: Fix, into text: inout ByteText) {
    text.write(#"{"type":"Feature","geometry":{"type":"Point","coordinates":"#)
    text.member("[", trimming: fix.coordinate.longitude, places: 9)
    text.member(",", trimming: fix.coordinate.latitude, places: 9)
    // RFC 7946 section 4: the third number is the height above the ellipsoid.
    text.member(",", trimming: fix.ellipsoidalAltitude, places: 4)
    text.write(#"]},"properties":{"#)
    text.member(#""kind":""#, word: fix.source.kind.word)
    text.member(#","source":"#, string: fix.source.name)
    text.member(#","device":"#, string: fix.source.device)
    text.member(#","time":"#, time: fix.timestamp)
    if fix.timestamp == nil, let clock = fix.clock {
      text.write(#","timeOfDay":""#)
      text.write(timeOfDay: clock)
      text.write("\"")
    }
    text.member(#","mode":"#, integer: fix.mode.rawValue)
    text.member(#","status":""#, word: fix.statusWord)
    text.member(#","altitude":"#, trimming: fix.altitude, places: 4)
    text.member(#","accuracy":"#, trimming: fix.horizontalAccuracy, places: 3)
    text.member(#","verticalAccuracy":"#, trimming: fix.verticalAccuracy, places: 3)
    text.member(#","speed":"#, trimming: fix.speed, places: 3)
    text.member(#","course":"#, trimming: fix.course, places: 3)
    text.member(#","heading":"#, trimming: fix.heading, places: 3)
    text.member(#","climb":"#, trimming: fix.climb, places: 3)
    text.member(#","satellites":"#, integer: fix.satellitesUsed)
    text.member(#","hdop":"#, trimming: fix.dilution.horizontal, places: 2)
    text.write("}}")
  }
}

extension ByteText {
  /// Writes a member whose value needs no escapes. `name` ends with the opening quote.
  fileprivate mutating func member(_ name: StaticString, word: StaticString?) {
    guard let word else { return }
    write(name)
    write(word)
    write("\"")
  }
}
