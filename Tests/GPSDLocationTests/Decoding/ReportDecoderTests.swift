import Foundation
import LocationCore
import TestTurns
import Testing

@testable import GPSDLocation

#if GPSD
  @Suite(.inTurn) struct ReportDecoderTests {
    private func decode(
      _ line: String, listed: Int = 0
    ) -> Result<LocationUpdate, GPSDCounters.Damage> {
      var decoder = ReportDecoder(source: "test:")
      return Array(line.utf8).withUnsafeBytes { bytes in
        do throws(GPSDCounters.Damage) {
          return .success(try decoder.decode(bytes, listed: listed))
        } catch {
          return .failure(error)
        }
      }
    }

    private func fix(_ members: String) throws -> Fix? {
      try decode(#"{"class":"TPV",\#(members)}"#).get().fix
    }

    @Test func everyFieldHasItsPlace() throws {
      let fix = try #require(
        try fix(
          #""device":"/dev/ttyACM0","status":2,"mode":3,"time":"2024-07-04T12:00:00.125Z","#
            + #""leapseconds":18,"ept":0.005,"lat":48.117312345,"lon":-11.516698765,"#
            + #""altHAE":592.3123,"altMSL":545.4567,"alt":545.4567,"epx":1.1,"epy":2.2,"epv":3.3,"#
            + #""track":84.4001,"magtrack":80.0,"magvar":-2.5,"speed":11.524,"climb":-0.25,"#
            + #""epd":4.4,"eps":5.5,"epc":6.6,"ecefx":1.0,"velN":2.0,"geoidSep":46.9,"eph":7.7,"#
            + #""sep":8.8,"dgpsAge":1.5,"dgpsSta":123"#))
      #expect(fix.source == FixSource(kind: .live, name: "test:", device: "/dev/ttyACM0"))
      #expect(fix.status == .differential)
      #expect(fix.mode == .threeD)
      #expect(fix.timestamp == Date(timeIntervalSince1970: 1_720_094_400.125))
      #expect(fix.receivedAt == nil)
      #expect(fix.coordinate.latitude == 48.117312345)
      #expect(fix.coordinate.longitude == -11.516698765)
      #expect(fix.ellipsoidalAltitude == 592.3123)
      #expect(fix.altitude == 545.4567)
      #expect(fix.geoidSeparation == 46.9)
      #expect(fix.speed == 11.524)
      #expect(fix.course == 84.4001)
      #expect(fix.heading == nil)
      #expect(fix.climb == -0.25)
      #expect(fix.magneticVariation == -2.5)
      var errors = ErrorEstimates()
      (errors.time, errors.longitude, errors.latitude, errors.vertical) = (0.005, 1.1, 2.2, 3.3)
      (errors.course, errors.speed, errors.climb) = (4.4, 5.5, 6.6)
      (errors.horizontal, errors.spherical) = (7.7, 8.8)
      #expect(fix.errors == errors)
      #expect(fix.differentialAge == 1.5)
      #expect(fix.differentialStation == 123)
    }

    @Test func aMissingMemberIsNil() throws {
      let fix = try #require(try fix(#""mode":2,"lat":1.5,"lon":0.0"#))
      var bare = Fix(
        coordinate: try Coordinate(latitude: 1.5, longitude: 0), mode: .twoD,
        source: FixSource(kind: .live, name: "test:"))
      #expect(fix == bare)
      bare.speed = 0
      #expect(try self.fix(#""mode":2,"lat":1.5,"lon":0.0,"speed":0.0"#) == bare)
    }

    @Test(arguments: [
      (#""mode":2,"lat":90.0,"lon":180.0"#, 90.0, 180.0),
      (#""mode":2,"lat":-90.0,"lon":-180.0"#, -90, -180),
      (#""mode":3,"lat":0.000000001,"lon":-0.000000001"#, 1e-9, -1e-9),
    ])
    func aPlaceAtTheLimitsIsValid(members: String, latitude: Double, longitude: Double) throws {
      let place = try #require(try fix(members)).coordinate
      #expect(place.latitude == latitude)
      #expect(place.longitude == longitude)
    }

    @Test(arguments: [
      #""mode":3,"lat":90.1,"lon":0.0"#, #""mode":3,"lat":0.0,"lon":-180.5"#,
      #""mode":4,"lat":1.0,"lon":2.0"#, #""mode":-1"#, #""mode":3,"lat":1e300,"lon":2.0"#,
    ])
    func aPlaceOrModeBeyondItsLimitsIsOutOfRange(members: String) {
      #expect(decode(#"{"class":"TPV",\#(members)}"#) == .failure(.outOfRange))
    }

    @Test func otherValuesOutOfRangeAreNil() throws {
      let fix = try #require(
        try fix(
          #""mode":3,"lat":1.0,"lon":2.0,"track":360.0,"magvar":999.9,"speed":-1.0,"eph":-3.0,"#
            + #""dgpsAge":-1.0,"dgpsSta":-1,"status":42,"altMSL":1e999"#))
      #expect(fix.course == 0)
      #expect(fix.magneticVariation == nil)
      #expect(fix.speed == nil)
      #expect(fix.errors == ErrorEstimates())
      #expect(fix.differentialAge == nil)
      #expect(fix.differentialStation == nil)
      #expect(fix.status == nil)
      #expect(fix.altitude == nil)
    }

    @Test(arguments: [
      (#""mode":0,"time":"2024-07-04T12:00:00.000Z","ept":0.5"#, FixLoss.Reason.undetermined),
      (#""mode":1,"time":"2024-07-04T12:00:00.000Z","ept":0.5"#, .noFix),
      (#""time":"2024-07-04T12:00:00.000Z","ept":0.5"#, .undetermined),
      (#""mode":3,"time":"2024-07-04T12:00:00.000Z","ept":0.5"#, .noPosition),
      (#""mode":3,"time":"2024-07-04T12:00:00.000Z","ept":0.5,"lat":1.0"#, .noPosition),
    ])
    func withoutAPositionItIsALostFix(members: String, reason: FixLoss.Reason) throws {
      let loss = try #require(try decode(#"{"class":"TPV",\#(members)}"#).get().loss)
      #expect(loss.reason == reason)
      #expect(loss.timestamp == Date(timeIntervalSince1970: 1_720_094_400))
      #expect(loss.reported.errors.time == 0.5)
      #expect(loss.reported.mode == (reason == .noPosition ? .threeD : nil))
    }

    @Test func aLostFixKeepsTheOtherReportedValues() throws {
      let loss = try #require(
        try decode(
          #"{"class":"TPV","mode":2,"status":2,"altHAE":1.0,"altMSL":2.0,"speed":3.0,"#
            + #""track":4.0,"climb":5.0,"epv":71.3,"eph":237.5,"sep":245.1}"#
        ).get().loss)
      var reported = FixLoss.ReportedValues()
      (reported.mode, reported.status) = (.twoD, .differential)
      (reported.ellipsoidalAltitude, reported.altitude) = (1, 2)
      (reported.speed, reported.course, reported.climb) = (3, 4, 5)
      (reported.errors.vertical, reported.errors.horizontal, reported.errors.spherical) =
        (71.3, 237.5, 245.1)
      #expect(loss.reported == reported)
    }

    /// libgps stops at a value that it cannot read, does not report that, and keeps the values before
    /// it.
    @Test(arguments: [
      #""lat":1.0,"lon":2.0,"mode":"three""#, #""mode":3,"lat":1.0,"lon":2.0,"alt":{"a":[1]}"#,
      #""mode":3,"lat":1.0,"lon":2.0,"device":"/dev/\#(String(repeating: "x", count: 300))""#,
      #""mode":3,"lat":"1.0","lon":2.0"#,
      #""mode":3,"lat":1.0,"lon":2.0,"\#(String(repeating: "n", count: 300))":1"#,
    ])
    func aLineThatLibgpsReadsOnlyInPartIsUndecodable(members: String) {
      #expect(decode(#"{"class":"TPV",\#(members)}"#) == .failure(.undecodable))
    }

    @Test func aSkyHasItsDilutionsAndSatellites() throws {
      let sky = try #require(
        try decode(
          #"{"class":"SKY","device":"/dev/gps1","time":"2024-07-04T12:00:00.000Z","xdop":0.1,"#
            + #""ydop":0.2,"vdop":0.3,"tdop":0.4,"hdop":0.5,"gdop":0.6,"pdop":0.7,"nSat":3,"uSat":1,"#
            + #""satellites":[{"PRN":5,"el":38.0,"az":316.0,"ss":41.0,"used":true,"gnssid":0,"#
            + #""svid":5,"sigid":3,"health":1},{"PRN":67,"el":-1.0,"az":360.0,"ss":0.0,"#
            + #""used":false,"gnssid":6,"svid":3,"health":2},{"PRN":9,"used":false}]}"#, listed: 3
        ).get().sky)
      #expect(sky.source.device == "/dev/gps1")
      #expect(sky.timestamp == Date(timeIntervalSince1970: 1_720_094_400))
      let dilution = sky.dilution
      #expect(
        [
          dilution.longitude, dilution.latitude, dilution.vertical, dilution.time,
          dilution.horizontal, dilution.geometric, dilution.position,
        ] == [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7])
      var first = Satellite(prn: 5, constellation: .gps, id: 5)
      (first.elevation, first.azimuth, first.signalStrength) = (38, 316, 41)
      (first.isUsed, first.isHealthy, first.signal) = (true, true, 3)
      var second = Satellite(prn: 67, constellation: .glonass, id: 3)
      (second.elevation, second.azimuth, second.signalStrength) = (-1, 0, 0)
      (second.isUsed, second.isHealthy) = (false, false)
      var third = Satellite(prn: 9)
      third.isUsed = false
      #expect(sky.satellites == [first, second, third])
    }

    @Test func aSkyWithoutSatellitesHasNoEarlierSatellites() throws {
      _ = decode(GPSDText.sky(12).trimmed, listed: 12)
      let sky = try #require(try decode(#"{"class":"SKY","hdop":1.5}"#).get().sky)
      #expect(sky.satellites.isEmpty)
      #expect(sky.dilution.horizontal == 1.5)
      #expect(sky.dilution.position == nil)
      #expect(sky.source.device == nil)
    }

    @Test(arguments: [300, 5000])
    func moreSatellitesThanLibgpsHoldsAreUndecodable(count: Int) {
      #expect(decode(GPSDText.sky(count).trimmed, listed: count) == .failure(.undecodable))
      // The next report does not contain them.
      #expect((try? decode(GPSDText.sky(2).trimmed, listed: 2).get().sky)?.satellites.count == 2)
    }

    @Test(arguments: [#"{"class":"SKY","satellites":[{"PRN":"x"}]}"#, #"{"class":"AIS"}"#, "", "{"])
    func otherLinesAreNotDecoded(line: String) {
      #expect(decode(line) == .failure(.undecodable))
    }
  }

  extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .newlines) }
  }
#endif
