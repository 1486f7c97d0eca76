import Foundation
import LocationCore
import LocationText
import TestSupport
import TestTurns
import Testing

@testable import GPSDProtocol

@Suite(.inTurn) struct GPSDReportWriterTests {
  private func json(_ update: LocationUpdate) -> String {
    var text = ByteText()
    GPSDReportWriter().write(update, into: &text)
    return text.string
  }

  @Test func writesEveryMemberInGpsdsNamesAndDecimals() throws {
    var source = FixSource.replayed
    source.device = "/dev/ttyACM0"
    let text = json(.fix(try .full(source: source)))
    #expect(
      text == """
        {"class":"TPV","device":"/dev/ttyACM0","status":2,"mode":3,\
        "time":"2025-01-01T00:00:00.250Z","ept":0.005,"lat":-33.856784000,"lon":151.215297000,\
        "altHAE":592.3000,"altMSL":545.4000,"alt":545.4000,"epx":3.100,"epy":2.500,"epv":7.000,\
        "track":84.4000,"magvar":-3.1,"speed":13.123,"climb":-0.500,"epd":1.5000,"eps":0.20,\
        "epc":0.40,"geoidSep":46.900,"eph":4.000,"sep":8.100,"dgpsAge":2.5,"dgpsSta":120,\
        "batteryLevel":76}

        """)
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
  }

  @Test func leavesOutWhatIsNotKnown() throws {
    #expect(
      json(.fix(try .bare()))
        == #"{"class":"TPV","mode":2,"lat":48.117300000,"lon":11.516700000}"# + "\n")
  }

  @Test(
    arguments: [
      (nil, nil), (FixStatus.autonomous, nil), (.differential, 2), (.rtkFixed, 3), (.simulated, 8),
    ] as [(FixStatus?, Int?)])
  func leavesTheStatusOfAPlainFixOut(status: FixStatus?, expected: Int?) throws {
    var fix = try Fix.bare()
    fix.status = status
    #expect(try member("status", of: json(.fix(fix))) as? Int == expected)
  }

  @Test func aFixOfASimulatorHasStatus8() throws {
    var fix = try Fix.bare(source: FixSource(kind: .simulated, name: "sim:walk"))
    fix.status = .autonomous
    #expect(try member("status", of: json(.fix(fix))) as? Int == 8)
  }

  @Test func aLostFixIsMode1() {
    let loss = FixLoss(
      reason: .noFix, timestamp: Date(timeIntervalSince1970: 0), source: .replayed)
    #expect(
      json(.fixLost(loss))
        == #"{"class":"TPV","mode":1,"time":"1970-01-01T00:00:00.000Z"}"# + "\n")
  }

  @Test(arguments: [FixLoss.Reason.deviceAdded, .deviceRemoved, .silent, .disconnected])
  func noLocalFolderIsNamed(reason: FixLoss.Reason) {
    let source = FixSource(kind: .replayed, name: "file:/home/jane/a.nmea")
    let text = json(.fixLost(FixLoss(reason: reason, source: source)))
    #expect(text.contains("file:a.nmea") && !text.contains("jane"))
  }

  @Test func theMembersOfALostFixAreWritten() {
    var loss = FixLoss(reason: .noPosition, source: .replayed)
    loss.reported.mode = .threeD
    loss.reported.status = .differential
    loss.reported.ellipsoidalAltitude = 90.5
    loss.reported.altitude = 47.25
    loss.reported.course = 12
    loss.reported.speed = 1.5
    loss.reported.climb = -0.25
    loss.reported.errors.horizontal = 4
    loss.reported.errors.vertical = 5
    #expect(
      json(.fixLost(loss)) == """
        {"class":"TPV","status":2,"mode":3,"altHAE":90.5000,"altMSL":47.2500,"alt":47.2500,\
        "epv":5.000,"track":12.0000,"speed":1.500,"climb":-0.250,"eph":4.000}

        """)
    #expect(
      json(.fixLost(FixLoss(reason: .undetermined, source: .replayed)))
        == #"{"class":"TPV","mode":0}"# + "\n")
  }

  @Test(
    arguments: [
      (.silent, #"{"class":"ERROR","message":"/dev/ttyACM0: silent"}"#),
      (.disconnected, #"{"class":"ERROR","message":"/dev/ttyACM0: disconnected"}"#),
      (.noDevice, #"{"class":"DEVICES","devices":[]}"#),
      (
        .deviceAdded,
        #"{"class":"DEVICE","path":"/dev/ttyACM0","activated":"1970-01-01T00:00:01.000Z"}"#
      ),
      (.deviceRemoved, #"{"class":"DEVICE","path":"/dev/ttyACM0","activated":0}"#),
    ] as [(FixLoss.Reason, String)])
  func aLossThatTheReceiverDidNotReportIsNoTPV(reason: FixLoss.Reason, line: String) {
    let source = FixSource(kind: .live, name: "gpsd://localhost:2947", device: "/dev/ttyACM0")
    var loss = FixLoss(reason: reason, source: source)
    loss.receivedAt = Date(timeIntervalSince1970: 1)
    #expect(json(.fixLost(loss)) == line + "\n")
  }

  @Test func writesTheSky() {
    var used = Satellite(prn: 15, constellation: .gps, id: 15)
    used.azimuth = 271
    used.elevation = 29
    used.signalStrength = 37
    used.isUsed = true
    used.signal = 0
    var other = Satellite(prn: 73, constellation: .glonass, id: 9)
    other.signal = 2
    other.isUsed = false
    other.isHealthy = false
    var sky = SkyView(satellites: [used, other], source: .replayed)
    sky.dilution.horizontal = 0.9
    sky.dilution.latitude = 0.5
    #expect(
      json(.sky(sky)) == """
        {"class":"SKY","hdop":0.90,"ydop":0.50,"nSat":2,"uSat":1,"satellites":[\
        {"PRN":15,"gnssid":0,"svid":15,"az":271.0,"el":29.0,"ss":37.0,"used":true},\
        {"PRN":73,"gnssid":6,"svid":9,"sigid":2,"used":false,"health":2}]}

        """)
  }

  @Test func aViewWithoutSatellitesDoesNotSayThatThereAreNone() {
    var sky = SkyView(satellites: [], source: .replayed)
    sky.dilution.position = 1.8
    #expect(json(.sky(sky)) == #"{"class":"SKY","pdop":1.80}"# + "\n")
  }

  @Test func eachDilutionHasItsNameAndTwoDecimals() {
    var sky = SkyView(satellites: [], source: .replayed)
    sky.dilution.latitude = 1.111
    sky.dilution.longitude = 2.222
    sky.dilution.horizontal = 3.333
    sky.dilution.vertical = 4.444
    sky.dilution.position = 5.551
    sky.dilution.time = 6.662
    sky.dilution.geometric = 7.773
    #expect(
      json(.sky(sky)) == """
        {"class":"SKY","gdop":7.77,"hdop":3.33,"pdop":5.55,"tdop":6.66,"xdop":2.22,"ydop":1.11,\
        "vdop":4.44}

        """)
  }

  @Test func uSatIsLeftOutIfNoSatelliteSaysWhetherItIsUsed() {
    let sky = SkyView(satellites: [Satellite(prn: 3)], source: .replayed)
    #expect(json(.sky(sky)) == #"{"class":"SKY","nSat":1,"satellites":[{"PRN":3}]}"# + "\n")
  }

  @Test func aNumberThatIsNoMeasurementDoesNotBreakTheLine() throws {
    var fix = try Fix.bare()
    fix.altitude = .nan
    fix.speed = .infinity
    #expect(!json(.fix(fix)).contains("alt"))
    #expect(!json(.fix(fix)).contains("speed"))
  }

  private func member(_ name: String, of line: String) throws -> Any? {
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
    return try #require(object as? [String: Any])[name]
  }
}
