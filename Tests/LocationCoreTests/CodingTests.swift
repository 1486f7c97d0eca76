import Foundation
import LocationCore
import TestTurns
import Testing

/// The keys are a promise to files and other programs.
@Suite(.inTurn) struct CodingTests {
  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.dateEncodingStrategy = .iso8601
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func decoded<T: Decodable>(_ type: T.Type, _ json: String) throws -> T {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(type, from: Data(json.utf8))
  }

  private func fullFix() throws -> Fix {
    var fix = Fix(
      coordinate: try Coordinate(latitude: 48.5, longitude: -11.25), mode: .threeD,
      source: FixSource(kind: .live, name: "gpsd://localhost", device: "/dev/ttyACM0"))
    fix.timestamp = Date(timeIntervalSince1970: 1_740_000_000)
    fix.receivedAt = Date(timeIntervalSince1970: 1_740_000_001)
    fix.altitude = 1
    fix.ellipsoidalAltitude = 2
    fix.geoidSeparation = 3
    fix.speed = 4
    fix.course = 5
    fix.heading = 6
    fix.magneticVariation = 7
    fix.climb = 8
    fix.errors.horizontal = 9
    fix.status = .rtkFixed
    fix.differentialAge = 10
    fix.differentialStation = 11
    fix.satellitesUsed = 12
    fix.batteryLevel = 13
    fix.dilution.position = 1.5
    return fix
  }

  @Test func aFixIsCodedByTheNamesOfItsProperties() throws {
    let expected =
      #"{"altitude":1,"batteryLevel":13,"climb":8,"coordinate":{"latitude":48.5,"longitude":-11.25},"course":5,"#
      + #""differentialAge":10,"differentialStation":11,"dilution":{"position":1.5},"#
      + #""ellipsoidalAltitude":2,"errors":{"horizontal":9},"geoidSeparation":3,"heading":6,"#
      + #""magneticVariation":7,"mode":3,"receivedAt":"2025-02-19T21:20:01Z","satellitesUsed":12,"#
      + #""source":{"device":"\/dev\/ttyACM0","kind":"live","name":"gpsd:\/\/localhost"},"speed":4,"#
      + #""status":3,"timestamp":"2025-02-19T21:20:00Z"}"#
    #expect(try json(try fullFix()) == expected)
    // A receiver's own bytes may hold places that are hidden elsewhere.
    let carrier = LocationUpdate.fix(try fullFix()).carrying([0x24])
    guard case .fix(let fix) = carrier else { return #expect(carrier != nil) }
    #expect(fix.sentences == [0x24] && fix.withoutMotion.sentences == nil)
    #expect(try json(fix) == expected)
    #expect(try decoded(Fix.self, json(fix)) == fullFix())
  }

  @Test func whatIsNotReportedIsLeftOut() throws {
    let fix = Fix(
      coordinate: try Coordinate(latitude: 1, longitude: 2),
      source: FixSource(kind: .replayed, name: "x"))
    #expect(
      try json(fix)
        == #"{"coordinate":{"latitude":1,"longitude":2},"dilution":{},"errors":{},"#
        + #""source":{"kind":"replayed","name":"x"}}"#)
    #expect(try decoded(Fix.self, try json(fix)) == fix)
  }

  @Test func groupsOfValuesMayBeMissing() throws {
    let fix = Fix(
      coordinate: try Coordinate(latitude: 1, longitude: 2),
      source: FixSource(kind: .replayed, name: "x"))
    let source = #""source":{"kind":"replayed","name":"x"}"#
    #expect(
      try decoded(Fix.self, #"{"coordinate":{"latitude":1,"longitude":2},\#(source)}"#) == fix)
    #expect(
      try decoded(SkyView.self, #"{"satellites":[],\#(source)}"#)
        == SkyView(satellites: [], source: fix.source))
  }

  @Test func aFixComesBackAsItWas() throws {
    var fix = try fullFix()
    fix.original = fix
    fix.derived = .position
    #expect(try decoded(Fix.self, try json(fix)) == fix)
  }

  @Test func aViewOfTheSkyIsCodedByTheNamesOfItsProperties() throws {
    var satellite = Satellite(prn: 5, constellation: .galileo, id: 4)
    satellite.signal = 1
    satellite.elevation = 30
    satellite.azimuth = 100
    satellite.signalStrength = 40
    satellite.isUsed = true
    satellite.isHealthy = false
    var sky = SkyView(satellites: [satellite], source: FixSource(kind: .simulated, name: "x"))
    sky.satellitesUsed = 1
    sky.dilution.horizontal = 0.5
    let expected =
      #"{"dilution":{"horizontal":0.5},"satellites":[{"azimuth":100,"constellation":2,"elevation":30,"#
      + #""id":4,"isHealthy":false,"isUsed":true,"prn":5,"signal":1,"signalStrength":40}],"#
      + #""satellitesUsed":1,"source":{"kind":"simulated","name":"x"}}"#
    #expect(try json(sky) == expected)
    #expect(try decoded(SkyView.self, expected) == sky)
  }

  @Test func anUpdateComesBackAsItWas() throws {
    let source = FixSource(kind: .live, name: "x")
    var loss = FixLoss(reason: .otherDatum("P90"), source: source)
    loss.reported.speed = 3
    for update in [
      .fix(try fullFix()), .sky(SkyView(satellites: [Satellite(prn: 1)], source: source)),
      .fixLost(loss), .authorization(.denied),
    ] as [LocationUpdate] {
      #expect(try decoded(LocationUpdate.self, try json(update)) == update)
    }
    #expect(try json([FixLoss.Reason.silent]) == #"["silent"]"#)
    #expect(try json([UserLocationError.Code.timedOut]) == #"["timedOut"]"#)
  }

  @Test func whatARequestAndAFilterDemandComesBackAsItWas() throws {
    let criteria = LocationCriteria(timeout: .milliseconds(1500), accuracy: 5)
    #expect(try decoded(LocationCriteria.self, try json(criteria)) == criteria)
    let corners = (
      try Coordinate(latitude: -1, longitude: 179), try Coordinate(latitude: 1, longitude: -179)
    )
    var filter = LocationFilter(distance: 3)
    filter.box = CoordinateBox(southWest: corners.0, northEast: corners.1)
    filter.circle = LocationFilter.Circle(center: corners.0, radius: 7)
    filter.outliers = OutlierLimits()
    filter.stationary = StationaryLimits()
    #expect(try decoded(LocationFilter.self, try json(filter)) == filter)
    for box in [
      #"{"south":1,"north":-1,"west":0,"east":1}"#, #"{"south":0,"north":91,"west":0,"east":1}"#,
    ] {
      #expect(throws: DecodingError.self) { try decoded(CoordinateBox.self, box) }
    }
  }

  @Test func aDescriptionIsOneLineOfWhatIsKnown() throws {
    let source = FixSource(kind: .live, name: "gpsd://localhost", device: "/dev/gps0")
    var fix = Fix(coordinate: try Coordinate(latitude: 48.5, longitude: -11.25), source: source)
    #expect("\(fix)" == "48.5, -11.25, live gpsd://localhost /dev/gps0")
    fix.altitude = 545
    fix.errors.horizontal = 3
    fix.speed = 1.5
    fix.timestamp = Date(timeIntervalSince1970: 1_740_000_000)
    #expect(
      "\(LocationUpdate.fix(fix))" == """
        fix: 48.5, -11.25, 545.0 m above sea level, ± 3.0 m, 1.5 m/s, 2025-02-19 21:20:00 +0000, \
        live gpsd://localhost /dev/gps0
        """)
    var satellite = Satellite(prn: 1)
    satellite.isUsed = true
    let sky = SkyView(satellites: [satellite, Satellite(prn: 2)], source: source)
    #expect(
      "\(LocationUpdate.sky(sky))"
        == "sky: 2 in view, 1 used, live gpsd://localhost /dev/gps0")
    let loss = FixLoss(reason: .silent, source: source)
    #expect(
      "\(LocationUpdate.fixLost(loss))" == "no fix: silent, live gpsd://localhost /dev/gps0")
    #expect("\(LocationUpdate.authorization(.denied))" == "authorization: denied")
    #expect("\(LocationStatusChange.sourceLost(.silent))" == "source lost: silent")
    #expect("\(LocationStatusChange.stopped(.timedOut))" == "stopped: no location in time")
  }

  @Test func aPlaceThatIsNotOnEarthIsNotDecoded() {
    let error = #expect(throws: DecodingError.self) {
      try decoded(Coordinate.self, #"{"latitude":91,"longitude":0}"#)
    }
    #expect("\(error as Any)".contains("latitude 91.0 is not within -90...90 degrees"))
  }
}
