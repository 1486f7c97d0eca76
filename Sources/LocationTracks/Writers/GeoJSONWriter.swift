import GPSDProtocol
import LocationCore
import LocationText

/// GeoJSON (RFC 7946): a point for each fix, with what else is known as its properties.
///
/// A document is a FeatureCollection; one location, and each one of a stream, is a Feature on a
/// line of its own, so that a reader need not wait for the end.
package struct GeoJSONWriter: LocationWriter {
  private let shape: OutputShape
  private var isFirst = true

  /// Writes GeoJSON of that shape.
  package init(shape: OutputShape) { self.shape = shape }

  package func begin(into text: inout ByteText) {
    if shape == .document { text.write(#"{"type":"FeatureCollection","features":["#) }
  }

  package mutating func write(_ update: LocationUpdate, into text: inout ByteText) {
    guard case .fix(let fix) = update else { return }
    if shape == .document { text.write(isFirst ? "\n" : ",\n") }
    isFirst = false
    write(fix, into: &text)
    if shape != .document { text.write("\n") }
  }

  package func end(into text: inout ByteText) {
    if shape == .document { text.write("\n]}\n") }
  }

  private func write(_ fix: Fix, into text: inout ByteText) {
    text.write(#"{"type":"Feature","geometry":{"type":"Point","coordinates":"#)
    text.member("[", trimming: fix.coordinate.longitude, places: 9)
    text.member(",", trimming: fix.coordinate.latitude, places: 9)
    // RFC 7946 section 4: the third is the height above the ellipsoid, and nothing else.
    text.member(",", trimming: fix.ellipsoidalAltitude, places: 4)
    text.write(#"]},"properties":{"#)
    text.member(#""kind":""#, word: fix.source.kind.word)
    text.member(#","source":"#, string: fix.source.name)
    text.member(#","device":"#, string: fix.source.device)
    text.member(#","time":"#, time: fix.timestamp)
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
  /// Writes a member whose value is one of our words; `name` ends with the opening quote.
  fileprivate mutating func member(_ name: StaticString, word: StaticString?) {
    guard let word else { return }
    write(name)
    write(word)
    write("\"")
  }
}
