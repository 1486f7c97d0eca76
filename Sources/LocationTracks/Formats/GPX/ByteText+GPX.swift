import LocationCore
import LocationReplay
import LocationText

/// The points of GPX 1.1. Elements have the order of `wptType` in the schema. Values that the schema does
/// not allow are left out.
///
/// GPX 1.1 has no place for speed, course and heading. Speed and course are in version 2 of Garmin's
/// TrackPointExtension, which has no heading, so the heading is in OsmAnd's extension. The TrackPointExtension also
/// has heart rate, cadence and temperature, and Garmin's PowerExtension the power. Errors in meters are left out.
extension ByteText {
  /// Writes a fix.
  ///
  /// - Parameters:
  ///   - start: the beginning of the element up to the latitude.
  ///   - name: the name of the point.
  ///   - sensors: what sensors measured at the point.
  ///   - isWaypoint: whether the point is the whole document, so that it states its source.
  ///   - declares: whether the point declares the prefixes of its extensions, because the document does not.
  ///   - end: the end of the element.
  mutating func point(
    _ start: StaticString, _ fix: Fix, name: String?, sensors: SensorValues,
    isWaypoint: Bool = false, declares: Bool = false, end: StaticString
  ) {
    place(start, fix.coordinate, fix.altitude, fix.timestamp)
    if let variation = fix.magneticVariation.flatMap({ FixedPoint($0, places: 1) }) {
      write("<magvar>")
      write(variation.wrappedTo360())
      write("</magvar>")
    }
    member("<geoidheight>", fix.geoidSeparation, places: 3, "</geoidheight>")
    element("<name>", name, "</name>")
    if isWaypoint { write(fix.source, isSimulated: fix.isSimulated) }
    if let kind = Self.kind(of: fix) { write(kind) }
    if let used = fix.satellitesUsed, used >= 0 {
      write("<sat>")
      write(integer: used)
      write("</sat>")
    }
    member("<hdop>", fix.dilution.horizontal, places: 2, "</hdop>")
    member("<vdop>", fix.dilution.vertical, places: 2, "</vdop>")
    member("<pdop>", fix.dilution.position, places: 2, "</pdop>")
    member("<ageofdgpsdata>", fix.differentialAge, places: 1, "</ageofdgpsdata>")
    if let station = fix.differentialStation, (0...1023).contains(station) {
      write("<dgpsid>")
      write(integer: station)
      write("</dgpsid>")
    }
    if fix.speed != nil || fix.course != nil || fix.heading != nil || !sensors.isEmpty {
      extensions(of: fix, sensors, declares: declares)
    }
    write(end)
  }

  /// Writes a waypoint or a route point.
  ///
  /// - Parameter original: the document whose elements are copied.
  mutating func mark(
    _ start: StaticString, _ mark: TrackWaypoint, _ original: OriginalDocument?, end: StaticString
  ) {
    if let original, let element = mark.original { return write(element, into: original) }
    place(start, mark.coordinate, mark.altitude, mark.timestamp)
    element("<name>", mark.name, "</name>")
    element("<desc>", mark.note, "</desc>")
    write(end)
  }

  /// Writes where fixes come from.
  mutating func write(_ source: FixSource, isSimulated: Bool) {
    write("<src>")
    write(xml: source.publicName)
    if isSimulated { write(" (simulated)") }
    write("</src>")
  }

  /// Copies an element into a document. A prefix that means something else there is declared in the element.
  mutating func write(_ element: OriginalElement, into document: OriginalDocument) {
    let declared =
      element.document === document
      ? []
      : element.document.attributes.filter {
        $0.name.hasPrefix("xmlns:") && !document.attributes.contains($0)
      }
    guard !declared.isEmpty,
      let name = element.text.firstIndex(where: { " />\t\r\n".utf8.contains($0) })
    else {
      write(utf8: element.text)
      return write("\n")
    }
    write(utf8: Array(element.text[..<name]))
    for attribute in declared { write(attribute) }
    write(utf8: Array(element.text[name...]))
    write("\n")
  }

  mutating func write(_ attribute: OriginalDocument.Attribute) {
    write(" ")
    write(text: attribute.name)
    write("=\"")
    var isFirst = true
    for part in attribute.value.split(separator: "\"", omittingEmptySubsequences: false) {
      if !isFirst { write("&quot;") }
      isFirst = false
      write(xml: String(part))
    }
    write("\"")
  }

  private mutating func place(
    _ start: StaticString, _ coordinate: Coordinate, _ altitude: Double?, _ timestamp: Date?
  ) {
    write(start)
    if let latitude = FixedPoint(coordinate.latitude, places: 9) { write(latitude) }
    write("\" lon=\"")
    // The schema allows −180, but not 180.
    if let longitude = FixedPoint(coordinate.longitude, places: 9) {
      write(longitude.wrappedTo180())
    }
    write("\">")
    member("<ele>", altitude, places: 3, "</ele>")
    if let time = timestamp.flatMap(UTCTime.init) {
      write("<time>")
      write(time)
      write("</time>")
    }
  }

  private mutating func extensions(of fix: Fix, _ sensors: SensorValues, declares: Bool) {
    write(
      declares
        ? """
        <extensions xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" \
        xmlns:gpxpx="http://www.garmin.com/xmlschemas/PowerExtension/v1" \
        xmlns:osmand="https://osmand.net">
        """ : "<extensions>")
    let hasSensors =
      sensors.temperature != nil || sensors.heartRate != nil || sensors.cadence != nil
    if fix.speed != nil || fix.course != nil || hasSensors {
      write("<gpxtpx:TrackPointExtension>")
      if hasSensors {
        element("<gpxtpx:atemp>", sensors, .temperature, "</gpxtpx:atemp>")
        element("<gpxtpx:hr>", sensors, .heartRate, "</gpxtpx:hr>")
        element("<gpxtpx:cad>", sensors, .cadence, "</gpxtpx:cad>")
      }
      member("<gpxtpx:speed>", fix.speed, places: 3, "</gpxtpx:speed>")
      direction("<gpxtpx:course>", fix.course, "</gpxtpx:course>")
      write("</gpxtpx:TrackPointExtension>")
    }
    if sensors.power != nil {
      write("<gpxpx:PowerExtension>")
      element("<gpxpx:PowerInWatts>", sensors, .power, "</gpxpx:PowerInWatts>")
      write("</gpxpx:PowerExtension>")
    }
    direction("<osmand:heading>", fix.heading, "</osmand:heading>")
    write("</extensions>")
  }

  private mutating func direction(_ start: StaticString, _ value: Double?, _ end: StaticString) {
    guard let value, let number = FixedPoint(value, places: 3) else { return }
    write(start)
    write(number.wrappedTo360())
    write(end)
  }

  /// The element `fix`, which states either the status or the mode; `nil` if neither is known.
  private static func kind(of fix: Fix) -> StaticString? {
    switch fix.status {
    case .differential, .rtkFixed, .rtkFloat: "<fix>dgps</fix>"
    case .precise: "<fix>pps</fix>"
    default: fix.mode.map { $0 == .threeD ? "<fix>3d</fix>" : "<fix>2d</fix>" }
    }
  }
}
