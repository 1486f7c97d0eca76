import LocationCore
import LocationReplay
import TestSupport
import TestTurns
import Testing

@testable import LocationTracks

/// What sensors measured at the points of a track, in the formats that have a place for it.
@Suite(.inTurn) struct SensorFormatTests {
  private static let all = sensors(142, 83, 260, 21.5)

  private static func sensors(
    _ heartRate: Double?, _ cadence: Double? = nil, _ power: Double? = nil,
    _ temperature: Double? = nil
  ) -> SensorValues {
    var sensors = SensorValues()
    sensors.heartRate = heartRate
    sensors.cadence = cadence
    sensors.power = power
    sensors.temperature = temperature
    return sensors
  }

  private static func item(
    _ minute: Int, _ sensors: SensorValues, device: String? = nil
  ) throws -> TrackItem {
    var fix = try Fix.bare(10 + Double(minute), 20)
    fix.timestamp = .march(12, minute, 0)
    fix.source.device = device
    return TrackItem(.update(.fix(fix)), sensors: sensors)
  }

  private static func written(_ items: [TrackItem], as format: TrackFormat) -> String {
    var writer = TrackWriter(format, as: .unordered)
    for item in items { writer.write(item) }
    writer.end()
    return String(decoding: writer.takeBytes(), as: UTF8.self)
  }

  /// The values of each fix of a file, and what its reader left out.
  private static func read(
    _ bytes: some Sequence<UInt8>, as format: FileFormat
  ) throws -> (values: [SensorValues], skipped: [String]) {
    let track = try ParsedTrack(bytes, as: format)
    #expect(track.error == nil)
    let fixes = track.items.filter { if case .fix = $0.update { true } else { false } }
    return (fixes.map(\.sensors), track.skipped.names)
  }

  private static func gpx(_ points: String) -> String {
    "<gpx><trk><trkseg>\(points)</trkseg></trk></gpx>"
  }

  private static func point(_ content: String) -> String {
    "<trkpt lat=\"1\" lon=\"2\">\(content)</trkpt>"
  }

  /// A FIT file with records of heart rate, cadence, power and temperature.
  private static func fit(_ records: (Int, Int, Int, Int)..., latitude: Double? = 1) -> [UInt8] {
    var builder = FITBuilder()
    builder.define(
      0, as: 20,
      [
        FITBuilder.timestamp, FITBuilder.latitude, FITBuilder.longitude, (3, 2, 1), (4, 2, 1),
        (7, 0x84, 2), (13, 1, 1),
      ])
    for (index, record) in records.enumerated() {
      builder.add(
        0, (1_104_580_800 + index, 4),
        latitude.map { FITBuilder.semicircles($0) } ?? (0x7FFF_FFFF, 4), FITBuilder.semicircles(2),
        (record.0, 1), (record.1, 1), (record.2, 2), (record.3, 1))
    }
    return builder.file
  }

  @Test func valuesGoFromFITThroughAllFormatsThatHoldThem() throws {
    var items = try ParsedTrack(
      Self.fit((142, 83, 260, 21), (143, 0xFF, 0xFFFF, -5)), as: .fit
    ).items
    let (first, second) = (Self.sensors(142, 83, 260, 21), Self.sensors(143, nil, nil, -5))
    #expect(items.compactMap { $0.update == nil ? nil : $0.sensors } == [first, second])
    for (output, input) in [(TrackFormat.gpx, FileFormat.gpx), (.csv, .csv), (.gpx, .gpx)] {
      let text = Self.written(items, as: output)
      #expect(try Self.read(text.utf8, as: input).values == [first, second], "\(text)")
      items = try ParsedTrack(text, as: input).items
    }
    // TCX has no temperature.
    let tcx = Self.written(items, as: .tcx)
    let left = [Self.sensors(142, 83, 260), Self.sensors(143)]
    #expect(try Self.read(tcx.utf8, as: .tcx).values == left)
    let csv = Self.written(try ParsedTrack(tcx, as: .tcx).items, as: .csv)
    let gpx = Self.written(try ParsedTrack(csv, as: .csv).items, as: .gpx)
    #expect(try Self.read(gpx.utf8, as: .gpx).values == left)
  }

  @Test func aWriterCountsTheValuesThatItsFormatDoesNotHold() throws {
    for (format, words) in [
      (TrackFormat.gpx, ""), (.csv, ""), (.tcx, "temperature of 1 point"),
      (.kml, "heart rate, cadence, power and temperature of 1 point"),
      (.nmea, "heart rate, cadence, power and temperature of 1 point"),
    ] {
      var writer = TrackWriter(format)
      writer.write(try Self.item(0, Self.all))
      writer.write(try Self.item(1, SensorValues()))
      writer.end()
      #expect(writer.losses.words == words, "\(format.name)")
    }
  }

  @Test func aFITValueThatTheDeviceMarkedAsInvalidIsAbsent() throws {
    let (values, skipped) = try Self.read(Self.fit((0xFF, 0xFF, 0xFFFF, 0x7F)), as: .fit)
    #expect(values == [SensorValues()] && skipped.isEmpty)
  }

  @Test func aFITValueOutOfItsRangeIsCounted() throws {
    let (values, skipped) = try Self.read(Self.fit((0, 0, 0, 0), (1, 0, 0, 0)), as: .fit)
    #expect(values == [Self.sensors(nil, 0, 0, 0), Self.sensors(1, 0, 0, 0)])
    #expect(skipped == ["unreadable heart_rate"])
  }

  @Test func valuesWithoutATrackPointAreCounted() throws {
    let words = ["heart rate without a track point", "cadence without a track point"]
    let fit = Self.fit((142, 83, 0xFFFF, 0x7F), latitude: nil)
    #expect(try Self.read(fit, as: .fit).skipped == words)
    let tcx = """
      <TrainingCenterDatabase><Activities><Activity><Lap><Track><Trackpoint>
      <Time>2025-01-01T00:00:00Z</Time><HeartRateBpm><Value>99</Value></HeartRateBpm><Cadence>80</Cadence>
      </Trackpoint></Track></Lap></Activity></Activities></TrainingCenterDatabase>
      """
    #expect(try Self.read(tcx.utf8, as: .tcx).skipped == words + ["summary of a lap"])
    let gpx = Self.gpx(
      Self.point("<fix>none</fix><extensions><hr>99</hr><cad>80</cad></extensions>"))
    #expect(
      try Self.read(gpx.utf8, as: .gpx).skipped == ["place of a point without a fix"] + words)
    let csv = "lat,lon,mode,hr,cad\n1,2,1,99,80\n"
    #expect(try Self.read(csv.utf8, as: .csv).skipped == words)
  }

  @Test(arguments: [
    """
    <extensions><gpxtpx:TrackPointExtension><gpxtpx:atemp>21.5</gpxtpx:atemp><gpxtpx:hr>142</gpxtpx:hr>
    <gpxtpx:cad>83</gpxtpx:cad></gpxtpx:TrackPointExtension><gpxpx:PowerExtension>
    <gpxpx:PowerInWatts>260</gpxpx:PowerInWatts></gpxpx:PowerExtension></extensions>
    """,
    """
    <extensions><power>260</power><ns3:TrackPointExtension><ns3:atemp>21.5</ns3:atemp><ns3:hr>142</ns3:hr>
    <ns3:cad>83</ns3:cad></ns3:TrackPointExtension></extensions>
    """,
    """
    <extensions><heartrate>142</heartrate><cadence>83</cadence><pwr:PowerInWatts>260</pwr:PowerInWatts>
    <gpxdata:temp>21.5</gpxdata:temp></extensions>
    """,
    """
    <extensions><TrackPointExtension><atemp> 21.5 </atemp><hr>142.0</hr><cad>83</cad><power>260</power>
    </TrackPointExtension></extensions>
    """,
    "<hr>142</hr><cadence>83</cadence><power>260</power><temp>21.5</temp>",
  ])
  func theElementsOfCommonExtensionsAreRead(content: String) throws {
    let (values, skipped) = try Self.read(Self.gpx(Self.point(content)).utf8, as: .gpx)
    #expect(values == [Self.all] && skipped.isEmpty, "\(skipped)")
  }

  @Test func aGPXValueThatCannotBeReadIsAbsentAndCounted() throws {
    let point = Self.point(
      """
      <extensions><hr>0</hr><cad>255</cad><power>-1</power><atemp>warm</atemp></extensions>
      """)
    let (values, skipped) = try Self.read(Self.gpx(point).utf8, as: .gpx)
    #expect(values == [SensorValues()])
    #expect(
      skipped == ["unreadable hr", "unreadable cad", "unreadable power", "unreadable atemp"])
  }

  @Test func anotherExtensionMayUseTheNames() throws {
    let point = Self.point("<extensions><radio><power>17</power></radio></extensions>")
    let (values, skipped) = try Self.read(Self.gpx(point).utf8, as: .gpx)
    #expect(values == [SensorValues()] && skipped == ["power"])
  }

  @Test func aWaypointHasNoSensors() throws {
    let gpx = """
      <gpx><wpt lat="1" lon="2"><hr>99</hr><extensions><hr>99</hr><power>1</power></extensions></wpt></gpx>
      """
    let track = try ParsedTrack(gpx, as: .gpx)
    #expect(track.skipped.names == ["unreadable hr", "hr", "power"])
  }

  @Test func gpxHasTheNamespacesAndTheOrderOfGarminsExtensions() throws {
    let text = Self.written([try Self.item(0, Self.all)], as: .gpx)
    #expect(
      text.contains(
        """
        <extensions><gpxtpx:TrackPointExtension><gpxtpx:atemp>21.5</gpxtpx:atemp><gpxtpx:hr>142</gpxtpx:hr>\
        <gpxtpx:cad>83</gpxtpx:cad></gpxtpx:TrackPointExtension><gpxpx:PowerExtension>\
        <gpxpx:PowerInWatts>260</gpxpx:PowerInWatts></gpxpx:PowerExtension></extensions>
        """), "\(text)")
    #expect(
      text.contains("xmlns:gpxpx=\"http://www.garmin.com/xmlschemas/PowerExtension/v1\""))
    let power = Self.written([try Self.item(0, Self.sensors(nil, nil, 0))], as: .gpx)
    #expect(!power.contains("<gpxtpx:TrackPointExtension>") && power.contains(">0</gpxpx:Power"))
  }

  @Test func tcxHasTheCadenceOfARunAndOfARide() throws {
    func file(_ cadence: String) -> String {
      """
      <TrainingCenterDatabase><Activities><Activity><Lap><Track><Trackpoint><Position><LatitudeDegrees>1\
      </LatitudeDegrees><LongitudeDegrees>2</LongitudeDegrees></Position><HeartRateBpm><Value>142</Value>\
      </HeartRateBpm>\(cadence)</Trackpoint></Track></Lap></Activity></Activities></TrainingCenterDatabase>
      """
    }
    for cadence in [
      "<Cadence>83</Cadence>",
      "<Extensions><x:TPX><x:RunCadence>83</x:RunCadence></x:TPX></Extensions>",
    ] {
      let (values, skipped) = try Self.read(file(cadence).utf8, as: .tcx)
      #expect(values == [Self.sensors(142, 83)] && skipped == ["summary of a lap"])
    }
    let (values, skipped) = try Self.read(
      file("<Cadence>fast</Cadence>").replacing("142", with: "300").utf8, as: .tcx)
    #expect(values == [SensorValues()])
    #expect(skipped == ["unreadable HeartRateBpm", "unreadable Cadence", "summary of a lap"])
  }

  @Test(.enabled(if: Schema.isAvailable, "needs xmllint, of Debian's libxml2-utils"))
  func filesWithSensorsAreValidAgainstTheirSchemas() throws {
    var items = try [Self.item(0, Self.all), Self.item(1, Self.sensors(99.5, nil, 3.25))]
    try Schema.gpx.check(Self.written(items, as: .gpx))
    let mark = TrackWaypoint(
      endOfLap: 1, try Coordinate(latitude: 10, longitude: 20), timestamp: .march(12, 0, 0))
    items.insert(TrackItem(.waypoint(mark)), at: 1)
    try Schema.tcx.check(Self.written(items, as: .tcx))
  }

  @Test(arguments: [
    ("heart_rate_bpm,cadence_rpm,power_w,temperature_c", "142,83,260,21.5"),
    ("HR (bpm),Cadence,Power (watts),Temp (Celsius)", "142,83,260,21.5"),
    ("Heart Rate,cad,watts,temperature", "142 bpm,83 rpm,260 W,21.5 °C"),
  ])
  func csvReadsColumnsOfSensors(columns: String, cells: String) throws {
    let csv = "lat,lon,\(columns)\n1,2,\(cells)\n3,4,,-,n/a,\n5,6,300,-1,1e9,warm\n"
    let (values, skipped) = try Self.read(csv.utf8, as: .csv)
    #expect(values == [Self.all, SensorValues(), SensorValues()])
    #expect(skipped.count == 4 && skipped.allSatisfy { $0.hasPrefix("unreadable") }, "\(skipped)")
  }

  @Test func aTemperatureInFahrenheitIsNotRead() throws {
    let csv = "lat,lon,temperature_f\n1,2,70\n"
    let (values, skipped) = try Self.read(csv.utf8, as: .csv)
    #expect(values == [SensorValues()] && skipped == ["temperature_f"])
  }

  @Test func valuesStayWithThePointsOfTheirDevice() throws {
    let items = try [
      Self.item(0, Self.sensors(100), device: "a"), Self.item(0, SensorValues(), device: "b"),
      Self.item(1, Self.sensors(nil, 80), device: "b"),
      Self.item(1, Self.sensors(102), device: "a"),
    ]
    let csv = try ParsedTrack(Self.written(items, as: .csv), as: .csv).items
    #expect(csv.map(\.sensors) == items.map(\.sensors))
    // GPX has a track for each device.
    let gpx = Self.written(csv, as: .gpx)
    #expect(
      try Self.read(gpx.utf8, as: .gpx).values
        == [Self.sensors(100), Self.sensors(102), SensorValues(), Self.sensors(nil, 80)])
  }
}
