import LocationCore
import TestTurns
import Testing

@testable import GPSDProtocol

@Suite(.inTurn) struct GPSDReportTests {
  private let source = FixSource(kind: .live, name: "test:")

  private func report(_ line: String) throws(GPSDReportError) -> GPSDReport {
    try GPSDReport(line, source: source)
  }

  @Test func aVersionHasReleaseAndProtocol() throws {
    let line =
      #"{"class":"VERSION","release":"3.22","rev":"3.22~r1","proto_major":3,"proto_minor":14}"#
    let version = GPSDVersion(
      release: "3.22", revision: "3.22~r1", protocolMajor: 3, protocolMinor: 14)
    #expect(try report(line) == .version(version))
    #expect(GPSDReport.version(version).line == line)
    #expect(throws: GPSDReportError.invalid(member: "proto_major")) {
      try report(#"{"class":"VERSION","release":"3.22"}"#)
    }
  }

  @Test func tenDevicesAreTen() throws {
    let list = (0..<10).map {
      #"{"class":"DEVICE","path":"/dev/ttyACM\#($0)","driver":"u-blox","subtype":"a","#
        + #""activated":"2024-07-04T11:59:59.000Z","flags":1,"native":0,"bps":9600,"parity":"N"}"#
    }
    let line = #"{"class":"DEVICES","devices":[\#(list.joined(separator: ","))],"remote":""}"#
    guard case .devices(let devices) = try report(line) else {
      Issue.record("no devices")
      return
    }
    #expect(
      devices
        == (0..<10).map {
          GPSDDevice(
            path: "/dev/ttyACM\($0)", driver: "u-blox", subtype: "a", rate: 9600,
            activation: .active(since: Date(timeIntervalSince1970: 1_720_094_399)))
        })
    #expect(try report(GPSDReport.devices(devices).line) == .devices(devices))
    #expect(throws: GPSDReportError.invalid(member: "devices")) {
      try report(#"{"class":"DEVICES"}"#)
    }
  }

  @Test(
    arguments: [
      (#""activated":0"#, .givenUp), (#""activated":0.000"#, .givenUp),
      (#""activated":"""#, .givenUp),
      (
        #""activated":"2024-07-04T12:00:00.000Z""#,
        .active(since: Date(timeIntervalSince1970: 1_720_094_400))
      ),
      (
        #""activated":1720094400.5"#, .active(since: Date(timeIntervalSince1970: 1_720_094_400.5))
      ),
      (#""activated":"yesterday""#, .active(since: nil)), (#""bps":0"#, nil),
    ] as [(String, GPSDDevice.Activation?)])
  func aDeviceIsActiveGivenUpOrNeither(members: String, activation: GPSDDevice.Activation?) throws {
    #expect(
      try report(#"{"class":"DEVICE","path":"/dev/x",\#(members)}"#)
        == .device(GPSDDevice(path: "/dev/x", activation: activation)))
  }

  @Test func theOtherClasses() throws {
    #expect(try report(#"{"class":"ERROR","message":"no \"x\""}"#) == .error("no \"x\""))
    #expect(throws: GPSDReportError.invalid(member: "message")) {
      try report(#"{"class":"ERROR"}"#)
    }
    #expect(try report(#"{"class":"DEVICE"}"#) == .device(nil))
    #expect(
      try report(#"{"class":"AIS","lat":"x","a":[{"class":"b"}]}"#) == .other(className: "AIS"))
    var watch = GPSDWatch(json: true, nmea: false, device: "/dev/x")
    (watch.raw, watch.scaled, watch.timing, watch.split24, watch.pps) = (
      2, true, false, true, false
    )
    #expect(
      try report(
        #"{"class":"WATCH","enable":true,"json":true,"nmea":false,"raw":2,"scaled":true,"#
          + #""timing":false,"split24":true,"pps":false,"device":"/dev/x","remote":"y"}"#)
        == .watch(watch))
    #expect(try report(GPSDReport.watch(watch).line) == .watch(watch))
  }

  @Test func aPollHasTheReportsOfAllDevices() throws {
    let line =
      #"{"class":"POLL","time":"2024-07-04T12:00:00.000Z","active":2,"tpv":["#
      + #"{"class":"TPV","device":"/dev/a","mode":2,"lat":1.000000000,"lon":2.000000000},"#
      + #"{"class":"TPV","device":"/dev/b","mode":1}],"gst":[],"sky":["#
      + #"{"class":"SKY","device":"/dev/a","nSat":1,"satellites":[{"PRN":3}]}]}"#
    guard case .poll(let poll) = try report(line) else {
      Issue.record("no poll")
      return
    }
    #expect(poll.time == Date(timeIntervalSince1970: 1_720_094_400))
    #expect(poll.active == 2)
    #expect(poll.positions.map { $0.source?.device } == ["/dev/a", "/dev/b"])
    #expect(poll.skies.map(\.satellites) == [[Satellite(prn: 3)]])
    #expect(GPSDReport.poll(poll).line == line)
  }

  @Test(arguments: [("4095", 4095), ("4096", nil), ("99999", nil)])
  func aStationOutsideOfItsRangeIsNotReported(_ stated: String, station: Int?) throws {
    let line = #"{"class":"TPV","mode":2,"lat":1.5,"lon":2.5,"dgpsSta":\#(stated)}"#
    guard case .update(.fix(let fix)) = try report(line) else {
      Issue.record("no fix")
      return
    }
    #expect(fix.differentialStation == station)
  }

  @Test(arguments: [("360.0", 0), ("359.9", 359.9), ("360.1", nil), ("-1", nil)])
  func aCourseIsLessThan360Degrees(_ stated: String, course: Double?) throws {
    let line = #"{"class":"TPV","mode":2,"lat":1.5,"lon":2.5,"track":\#(stated)}"#
    guard case .update(.fix(let fix)) = try report(line) else {
      Issue.record("no fix")
      return
    }
    #expect(fix.course == course)
  }

  @Test(arguments: ["epx", "epy", "epv", "eph", "sep", "eps", "epd", "epc", "ept", "speed"])
  func aNegativeErrorOrSpeedIsNotReported(_ member: String) throws {
    let line = #"{"class":"TPV","mode":2,"lat":1.5,"lon":2.5,"\#(member)":-0.1}"#
    guard case .update(.fix(let fix)) = try report(line) else {
      Issue.record("no fix")
      return
    }
    #expect(fix.errors == ErrorEstimates() && fix.speed == nil)
  }

  @Test func whatIsNotReportedIsNil() throws {
    guard
      case .update(.fix(let fix)) = try report(#"{"class":"TPV","mode":2,"lat":1.5,"lon":0.0}"#),
      case .update(.sky(let sky)) = try report(
        #"{"class":"SKY","satellites":[{"PRN":7,"used":true},{"PRN":8}]}"#)
    else {
      Issue.record("another report")
      return
    }
    #expect(
      fix
        == Fix(
          coordinate: try Coordinate(latitude: 1.5, longitude: 0), mode: .twoD, source: source))
    var used = Satellite(prn: 7)
    used.isUsed = true
    #expect(sky == SkyView(satellites: [used, Satellite(prn: 8)], source: source))
  }

  @Test func theCountsOfSatellitesAreKeptIfNoneIsNamed() throws {
    let line = #"{"class":"SKY","hdop":1.01,"nSat":14,"uSat":12}"#
    guard case .update(.sky(let sky)) = try report(line) else {
      Issue.record("no sky")
      return
    }
    #expect(sky.satellitesInView == 14 && sky.satellitesUsed == 12)
  }

  @Test(
    arguments: [
      ("", .notAReport), ("$GPRMC,1*00", .notAReport),
      (#"{"device":{"class":"TPV"}}"#, .notAReport),
      (#"{"class":1}"#, .notAReport), (#"{"class":"TPV""#, .malformed(offset: 14)),
      (#"{"class":"TPV"} x"#, .malformed(offset: 16)),
      (#"{"class":"X","a":01}"#, .malformed(offset: 18)),
      (#"{"class":"TPV","mode":"3"}"#, .invalid(member: "mode")),
      (#"{"class":"TPV","mode":2.5}"#, .invalid(member: "mode")),
      (#"{"class":"TPV","mode":null}"#, .invalid(member: "mode")),
      (#"{"class":"SKY","satellites":[{"PRN":1,"svid":256}]}"#, .outOfRange(member: "svid")),
      (#"{"class":"TPV","time":"x"}"#, .invalid(member: "time")),
      (#"{"class":"SKY","satellites":{}}"#, .invalid(member: "satellites")),
      (#"{"class":"SKY","satellites":[1]}"#, .invalid(member: "satellites")),
      (#"{"class":"TPV","mode":4}"#, .outOfRange(member: "mode")),
      (#"{"class":"TPV","mode":3,"lat":90.1,"lon":0}"#, .outOfRange(member: "lat")),
      (#"{"class":"TPV","mode":3,"lat":90,"lon":-180.5}"#, .outOfRange(member: "lon")),
    ] as [(String, GPSDReportError)])
  func aWrongLineThrowsWhatIsWrong(line: String, error: GPSDReportError) {
    #expect(throws: error) { try report(line) }
  }

  @Test func theClassMayFollowOtherMembers() throws {
    let sorted = #"{"a":[{"class":"SKY"}],"class":"TPV","lat":48.5,"lon":11,"mode":2}"#
    let usual = #"{"class":"TPV","mode":2,"lat":48.5,"lon":11}"#
    #expect(try report(sorted) == report(usual))
    #expect(throws: GPSDReportError.malformed(offset: 26)) {
      try report(#"{"mode":1,"class":"TPV"} x"#.replacing(" x", with: "  x"))
    }
  }

  @Test func bytesThatAreNotUTF8AreMalformed() {
    let line = Array(#"{"class":"TPV","device":""#.utf8) + [0xFF, 0xFE] + Array(#""}"#.utf8)
    #expect(throws: GPSDReportError.malformed(offset: 0)) {
      try GPSDReport(utf8: line, source: source)
    }
  }

  @Test func aWrittenReportReadsBack() throws {
    let fix = try Fix.everything(source: source)
    #expect(try report(GPSDReport.update(.fix(fix)).line) == .update(.fix(fix)))
    var loss = FixLoss(
      reason: .noPosition, timestamp: fix.timestamp,
      source: FixSource(kind: .live, name: "test:", device: "/dev/x"))
    loss.reported.mode = .threeD
    loss.reported.errors = fix.errors
    #expect(try report(GPSDReport.update(.fixLost(loss)).line) == .update(.fixLost(loss)))
    var satellite = Satellite(prn: 67, constellation: .glonass, id: 3)
    (satellite.azimuth, satellite.elevation, satellite.signalStrength) = (271.5, -1, 37.5)
    (satellite.isUsed, satellite.isHealthy, satellite.signal) = (true, false, 1)
    var sky = SkyView(satellites: [satellite, Satellite(prn: 9)], source: source)
    sky.timestamp = fix.timestamp
    sky.dilution.horizontal = 0.9
    sky.dilution.geometric = 1.75
    #expect(try report(GPSDReport.update(.sky(sky)).line) == .update(.sky(sky)))
  }
}

extension Fix {
  /// A fix with every value that a TPV has, in gpsd's decimals.
  fileprivate static func everything(source: FixSource) throws -> Fix {
    var fix = Fix(
      coordinate: try Coordinate(latitude: -33.856784123, longitude: 151.215297),
      mode: .threeD, source: source)
    fix.source.device = "/dev/größe \"x\""
    fix.timestamp = Date(timeIntervalSince1970: 1_735_689_600.25)
    (fix.altitude, fix.ellipsoidalAltitude, fix.geoidSeparation) = (545.4, 592.3, 46.9)
    (fix.speed, fix.course, fix.climb, fix.magneticVariation) = (13.123, 84.4, -0.5, -3.1)
    (fix.errors.horizontal, fix.errors.latitude, fix.errors.longitude) = (4, 2.5, 3.1)
    (fix.errors.vertical, fix.errors.spherical, fix.errors.speed) = (7, 8.1, 0.2)
    (fix.errors.course, fix.errors.climb, fix.errors.time) = (1.5, 0.4, 0.005)
    (fix.status, fix.differentialAge, fix.differentialStation) = (.differential, 2.5, 120)
    return fix
  }
}
