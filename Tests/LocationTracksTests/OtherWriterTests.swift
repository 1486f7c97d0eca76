import Foundation
import LocationCore
import LocationText
import TestSupport
import TestTurns
import Testing

@testable import LocationTracks

@Suite(.inTurn) struct CSVWriterTests {
  @Test func hasAHeaderWithUnitsAndALineForEachFix() throws {
    var writer = TrackWriter(.csv)
    let lost = LocationUpdate.fixLost(FixLoss(reason: .noFix, source: .replayed))
    let lines = try writer.document([.fix(.full()), lost, .fix(.bare())])
      .components(separatedBy: "\r\n")
    #expect(
      lines == [
        "time_utc,time_of_day_utc,latitude_deg,longitude_deg,altitude_msl_m,altitude_ellipsoid_m,"
          + "geoid_separation_m,accuracy_m,vertical_accuracy_m,speed_m_s,course_deg,heading_deg,"
          + "climb_m_s,magnetic_variation_deg,mode,status,satellites_used,hdop,vdop,pdop,kind,"
          + "source,device,battery_percent,heart_rate_bpm,cadence_rpm,power_w,temperature_c",
        "2025-01-01T00:00:00.250Z,00:00:00.250,-33.856784,151.215297,545.4,592.3,46.9,4,7,13.123,84.4,83,-0.5,"
          + "-3.1,3,differential,8,0.9,1.4,1.7,replayed,file:drive.nmea,,76,,,,",
        ",,48.1173,11.5167,,,,,,,,,,,,,,,,,replayed,file:drive.nmea,,,,,,",
        "",
      ])
  }

  @Test(arguments: [
    ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\nb", "\"a\nb\""), ("a b", "a b"),
  ])
  func quotesByRFC4180(name: String, expected: String) throws {
    var writer = TrackWriter(.csv)
    let text = try writer.document([.fix(.bare(source: FixSource(kind: .live, name: name)))])
    #expect(text.hasSuffix(",live,\(expected),,,,,,\r\n"))
  }

  @Test func aTimeWithoutADateIsKept() throws {
    var fix = try Fix.bare()
    fix.timeOfDay = 63_000.25
    var writer = TrackWriter(.csv)
    #expect(writer.document([.fix(fix)]).contains("\n,17:30:00.250,48.1173,"))
    var template = TrackWriter(.template(try Template("{time}|{timeOfDay}")))
    #expect(template.document([.fix(fix)]) == "|17:30:00.250\n")
    var features = TrackWriter(.geoJSON, as: .single)
    #expect(features.document([.fix(fix)]).contains(#""timeOfDay":"17:30:00.250""#))
  }

  @Test(arguments: [TrackFormat.json, .gpx])
  func aFormatThatNeedsADateLeavesATimeWithoutADateOut(format: TrackFormat) throws {
    var fix = try Fix.bare()
    fix.timeOfDay = 63_000
    var writer = TrackWriter(format)
    let text = writer.document([.fix(fix)])
    #expect(!text.contains("time") && !text.contains("17:30"))
  }

  @Test func anEmptyTableIsItsHeader() {
    var writer = TrackWriter(.csv)
    #expect(writer.document([]).components(separatedBy: "\r\n").count == 2)
  }
}

@Suite(.inTurn) struct GeoJSONWriterTests {
  private func document(_ shape: TrackWriter.Shape, _ updates: [LocationUpdate]) -> String {
    var writer = TrackWriter(.geoJSONPoints, as: shape)
    return writer.document(updates)
  }

  @Test func oneLocationIsAFeature() throws {
    #expect(
      try document(.single, [.fix(.full())]) == """
        {"type":"Feature","geometry":{"type":"Point","coordinates":[151.215297,-33.856784,545.4]},\
        "properties":{"kind":"replayed","source":"file:drive.nmea",\
        "time":"2025-01-01T00:00:00.250Z","mode":3,"status":"differential",\
        "ellipsoidalAltitude":592.3,"accuracy":4,"verticalAccuracy":7,"speed":13.123,"course":84.4,"heading":83,"climb":-0.5,\
        "satellites":8,"hdop":0.9}}

        """)
  }

  @Test func theHeightAboveTheEllipsoidIsNoCoordinate() throws {
    var fix = try Fix.bare()
    fix.ellipsoidalAltitude = 592.3
    #expect(document(.single, [.fix(fix)]).contains("[11.5167,48.1173]"))
  }

  @Test(arguments: [0, 1, 3]) func aDocumentIsAFeatureCollection(count: Int) throws {
    let fix = LocationUpdate.fix(try .bare())
    let text = document(.document, Array(repeating: fix, count: count))
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let collection = try #require(object as? [String: Any])
    #expect(collection["type"] as? String == "FeatureCollection")
    #expect((collection["features"] as? [Any])?.count == count)
  }

  @Test func aStreamIsAFeatureALine() throws {
    let fix = LocationUpdate.fix(try .bare())
    let lines = document(.stream, [fix, fix]).split(separator: "\n")
    #expect(lines.count == 2)
    for line in lines {
      let feature = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(feature?["type"] as? String == "Feature")
    }
  }
}

@Suite(.inTurn) struct GeoURIWriterTests {
  private func uri(_ fix: Fix) -> String {
    var writer = TrackWriter(.geoURI)
    return writer.document([.fix(fix)])
  }

  @Test func hasTheHeightAboveTheEllipsoidAndTheUncertainty() throws {
    #expect(try uri(.full()) == "geo:-33.856784,151.215297,592.3;u=4\n")
  }

  @Test func leavesOutWhatIsNotKnown() throws {
    var fix = try Fix.bare()
    fix.altitude = 545.4
    #expect(uri(fix) == "geo:48.1173,11.5167\n")
  }

  @Test(arguments: [90.0, -90]) func atAPoleTheLongitudeIsZero(latitude: Double) throws {
    #expect(try uri(.bare(latitude, 123)) == "geo:\(Int(latitude)),0\n")
  }
}

@Suite(.inTurn) struct TemplateTests {
  private func line(
    _ template: String, _ fix: Fix, _ presentation: Presentation = .standard
  ) throws -> String {
    var template = try Template(template)
    template.presentation = presentation
    var writer = TrackWriter(
      .template(template), now: { Date(timeIntervalSince1970: 1_735_689_601.25) })
    return writer.document([.fix(fix)])
  }

  @Test(arguments: [
    ("{latitude},{longitude}", "-33.856784,151.215297\n"),
    ("{LATITUDE}", "-33.856784\n"),
    (#"{time}\t{kind}\\"#, "2025-01-01T00:00:00.250Z\treplayed\\\n"),
    ("{{{mode}}}", "{3}\n"),
    ("plain", "plain\n"),
    ("{device}{age}|{status}", "|differential\n"),
  ])
  func fillsFieldsIn(template: String, expected: String) throws {
    #expect(try line(template, .full()) == expected)
  }

  @Test func aLiveFixHasAnAge() throws {
    #expect(try line("{age}", .full(source: .live)) == "1\n")
  }

  @Test(arguments: [
    ("{lat}", TemplateError.unknownField("lat", position: 1)),
    ("ä {}", .unknownField("", position: 3)), ("{mode} {latitude", .unclosedBrace(position: 8)),
    ("latitude}", .strayBrace(position: 9)),
    ("{latitude:.10}", .precision(".10", field: "latitude", position: 1)),
    ("{speed} {latitude:4}", .precision("4", field: "latitude", position: 9)),
    ("{latitude:}", .precision("", field: "latitude", position: 1)),
    ("{latitude:.-1}", .precision(".-1", field: "latitude", position: 1)),
    ("{latitude:.+1}", .precision(".+1", field: "latitude", position: 1)),
    ("{latitude:.2f}", .precision(".2f", field: "latitude", position: 1)),
    ("{status:.2}", .precision(".2", field: "status", position: 1)),
    ("{coordinates:.16}", .precision(".16", field: "coordinates", position: 1)),
  ])
  func refusesWhatItDoesNotKnow(template: String, error: TemplateError) {
    #expect(throws: error) { try Template(template) }
  }

  @Test(arguments: [
    ("{{}} {lat}", "character 6: there is no field 'lat'; the fields are time, timeOfDay, "),
    (
      "{latitude:.99}",
      "character 1: '.99' is no precision of 'latitude'; write {latitude:.0} to {latitude:.9}"
    ),
    ("{kind:.1}", "character 1: 'kind' is no number and has no precision; write {kind}"),
  ])
  func anErrorNamesTheFieldAndThePosition(template: String, message: String) {
    let error = #expect(throws: TemplateError.self) { try Template(template) }
    #expect(error?.description.hasPrefix(message) == true)
  }

  @Test(arguments: [
    ("{latitude:.4} {longitude:.0}", "-33.8568 151\n"), ("{altitude:.3}", "545.400\n"),
    ("{satellites:.1}", "8.0\n"), ("{altitude:.0|unknown} m", "545 m\n"),
    ("{coordinates}", "33.8567840° S 151.2152970° E\n"),
    ("{coordinates:.2}", "33.86° S 151.22° E\n"),
  ])
  func aNumberHasTheDecimalsOfItsPrecision(template: String, expected: String) throws {
    #expect(try line(template, .full()) == expected)
  }

  @Test(arguments: [
    ("{altitude|unknown}", "unknown\n"), ("{altitude:.1|a|b}|c", "a|b|c\n"),
    ("{time|-},{device|}", "-,\n"), ("{latitude|unknown}", "48.1173\n"),
  ])
  func aDefaultReplacesAnUnknownValue(template: String, expected: String) throws {
    #expect(try line(template, .bare()) == expected)
  }

  @Test(arguments: [
    (UnitSystem.metric, "545.40 592.3 4.0 13.1 -0.5\n"),
    (.nautical, "1789.37 1943.2 13.1 25.5 -98.4\n"),
    (.imperial, "1789.37 1943.2 13.1 29.4 -98.4\n"),
  ])
  func unitsAreTheReaders(units: UnitSystem, expected: String) throws {
    var presentation = Presentation()
    presentation.units = units
    #expect(
      try line(
        "{altitude:.2} {ellipsoidalAltitude:.1} {accuracy:.1} {speed:.1} {climb:.1}", .full(),
        presentation) == expected)
    #expect(try line("{hdop} {course}", .full(), presentation) == "0.9 84.4\n")
  }

  @Test(arguments: [
    (CoordinateNotation.decimal, "-33.856784 33.8567840° S 151.2152970° E\n"),
    (.degreesMinutes, "33° 51.40704' S 33° 51.40704' S 151° 12.91782' E\n"),
    (.mgrs, "-33.856784 56HLH3490052290\n"), (.plusCode, "-33.856784 4RRH46V8+74M\n"),
    (.maidenhead, "-33.856784 QF56od54\n"),
  ])
  func coordinatesHaveTheNotation(notation: CoordinateNotation, expected: String) throws {
    var presentation = Presentation()
    presentation.notation = notation
    #expect(try line("{latitude} {coordinates}", .full(), presentation) == expected)
  }

  @Test func localTimeStatesItsOffset() throws {
    var presentation = Presentation()
    presentation.usesLocalTime = true
    let time = Date(timeIntervalSince1970: 1_735_689_600.25)
    let offset = TimeZone.current.secondsFromGMT(for: time)
    let written = try line("{time}", .full(), presentation).dropLast()
    let seconds = try #require(ISO8601Time(String(written)))
    #expect(seconds.secondsSince1970 == 1_735_689_600.25)
    #expect(written.hasSuffix("Z") == (offset == 0))
  }

  @Test func aTemplateNamesThePlace() throws {
    var presentation = Presentation()
    let fix = try Fix.bare()
    presentation.places = PlaceNames { $0 == fix.coordinate ? "Home, sweet" : nil }
    #expect(try line("at {place|-}", fix, presentation) == "at Home, sweet\n")
    #expect(try line("at {place|-}", .bare(1, 2), presentation) == "at -\n")
    #expect(try line("{place}", fix) == "\n")
  }

  @Test(arguments: FixField.all) func everyFieldCanBeAskedFor(field: FixField) throws {
    var source = FixSource.live
    source.device = "/dev/ttyACM0"
    var presentation = Presentation()
    presentation.places = PlaceNames { _ in "Home" }
    let line = try line("{\(field.name)}", .full(source: source), presentation)
    #expect(line.count > 1)
  }
}
