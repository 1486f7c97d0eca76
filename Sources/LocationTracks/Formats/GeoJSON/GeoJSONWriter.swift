import GPSDProtocol
import LocationCore
import LocationText

/// GeoJSON (RFC 7946) of fixes: a point for each fix, with the other known values as its properties.
///
/// The whole output is a FeatureCollection, or each fix is a Feature on a line of its own, which a
/// reader can use before the end has come.
struct GeoJSONWriter: FormatWriter {
  private let isCollection: Bool
  private var isFirst = true

  /// The numbers among the properties of a point.
  static let numbers: [FixField] = [
    .ellipsoidalAltitude, .accuracy, .verticalAccuracy, .speed, .course, .heading, .climb,
    .satellites, .hdop,
  ]

  var holds: TrackContents {
    TrackContents(Self.numbers.compactMap(\.content)).union([
      .untimedPoint, .time, .timeOfDay, .altitude, .mode, .status, .device,
    ])
  }

  init(isCollection: Bool) { self.isCollection = isCollection }

  func begin(into text: inout ByteText) {
    if isCollection { text.write(#"{"type":"FeatureCollection","features":["#) }
  }

  mutating func write(_ update: LocationUpdate, into text: inout ByteText) {
    guard case .fix(let fix) = update else { return }
    if isCollection { text.write(isFirst ? "\n" : ",\n") }
    isFirst = false
    text.feature(fix: fix)
    if !isCollection { text.write("\n") }
  }

  func end(into text: inout ByteText) {
    if isCollection { text.write("\n]}\n") }
  }
}

extension ByteText {
  mutating func feature(fix: Fix) {
    write(#"{"type":"Feature","geometry":{"type":"Point","coordinates":"#)
    position(fix.coordinate, altitude: fix.altitude)
    write(#"},"properties":{"#)
    member(#""kind":""#, word: fix.source.kind.word)
    member(#","source":"#, string: fix.source.publicName)
    member(#","device":"#, string: fix.source.device)
    member(#","time":"#, time: fix.timestamp)
    if fix.timestamp == nil, let clock = fix.clock {
      write(#","timeOfDay":""#)
      write(timeOfDay: clock)
      write("\"")
    }
    if fix.isPredicted { write(#","positionIsDerived":true"#) }
    if fix.isSmoothed { write(#","isSmoothed":true"#) }
    member(#","mode":"#, integer: fix.mode?.rawValue)
    member(#","status":""#, word: fix.statusWord)
    for field in GeoJSONWriter.numbers {
      if case .number(let number)? = field.value(of: fix, now: { .distantPast }) {
        write(",\"")
        write(text: field.name)
        write("\":")
        write(trimming: number)
      }
      if field == .speed, fix.isSpeedDerived { write(#","speedIsDerived":true"#) }
      if field == .course, fix.isCourseDerived { write(#","courseIsDerived":true"#) }
    }
    write("}}")
  }

  /// Writes a member whose value needs no escapes. `name` ends with the opening quote.
  fileprivate mutating func member(_ name: StaticString, word: StaticString?) {
    guard let word else { return }
    write(name)
    write(word)
    write("\"")
  }
}
