import Foundation
import TestSupport
import Testing

// The ways to break a chain, for each kind of source.
extension DoctorCommandTests {
  /// A chain that is broken at one link.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let code: Int32
    /// The expected links up to the broken one. A link's detail can contain more at its end.
    let links: [String]
    /// Words of the expected remedy; `nil` if no link is broken.
    let remedy: String?
    var options: [String] = []
    /// Makes the source, and an object that keeps it alive.
    let arrange: @Sendable () throws -> (source: String, keeper: any Sendable)
  }

  static func gpsd(_ says: [String]) throws -> (source: String, keeper: any Sendable) {
    let feed = try TextFeed(greeting: says.map { $0 + "\r\n" }.joined())
    return ("gpsd://127.0.0.1:\(feed.port)", feed)
  }

  static let version =
    #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#
  private static let device =
    #"{"class":"DEVICE","path":"tcp://a:1","driver":"u-blox","activated":"2026-01-01T00:00:00.0Z","#
    + #""bps":9600}"#
  private static let devices = #"{"class":"DEVICES","devices":[\#(device)]}"#
  private static let watch = #"{"class":"WATCH","enable":true,"json":true}"#
  private static let greeting = ["ok gpsd release 3.22, protocol 3.14"]
  private static let upToDevices =
    greeting + ["ok devices tcp://a:1 (u-blox, 9600 baud)", "skipped permission machine"]

  private static func sky(_ satellites: String) -> String {
    #"{"class":"SKY","device":"tcp://a:1","satellites":[\#(satellites)]}"#
  }

  private static let noFix = #"{"class":"TPV","device":"tcp://a:1","mode":1}"#
  private static let fix =
    #"{"class":"TPV","device":"tcp://a:1","mode":3,"time":"2000-01-01T00:00:00.000Z","#
    + #""lat":48.5,"lon":-11.25,"eph":4.25}"#

  static let gpsds: [Case] = [
    Case(
      testDescription: "name without an address", code: 68,
      links: ["failed address has no address: Name or service not known"], remedy: "address"
    ) { ("gpsd://no..where", ()) },
    Case(
      testDescription: "nothing there", code: 69,
      links: ["failed connection refused: nothing listens on port @ there"],
      remedy: "sudo systemctl start gpsd.socket"
    ) { ("gpsd://127.0.0.1:\(try LoopbackSocket.freePort())", ()) },
    Case(
      testDescription: "silent server", code: 76,
      links: ["failed gpsd the server sent nothing in 2 s"], remedy: "2947",
      options: ["--timeout", "2s"]
    ) { try gpsd([]) },
    Case(
      testDescription: "another program", code: 76,
      links: ["failed gpsd it sends 'SSH-2.0-OpenSSH'"], remedy: "2947"
    ) { try gpsd(["SSH-2.0-OpenSSH"]) },
    Case(
      testDescription: "receiver in place of gpsd", code: 76,
      links: ["failed gpsd it sends '$GPRMC,1'"], remedy: "--source tcp://127.0.0.1:@"
    ) { try gpsd(["$GPRMC,1"]) },
    Case(
      testDescription: "another protocol", code: 76,
      links: ["failed gpsd gpsd 9 speaks protocol 4.0"], remedy: "another release"
    ) { try gpsd([#"{"class":"VERSION","release":"9","proto_major":4,"proto_minor":0}"#]) },
    Case(
      testDescription: "gpsd without devices", code: 69,
      links: greeting + ["failed devices gpsd has no receiver that it can open"],
      remedy: "gpsdctl add"
    ) { try gpsd([version, #"{"class":"DEVICES","devices":[]}"#, watch]) },
    Case(
      testDescription: "device that is not open", code: 69,
      links: greeting + ["failed devices gpsd could not open /nowhere/gps"],
      remedy: "/nowhere/gps does not exist; is the receiver plugged in?"
    ) {
      let device = #"{"class":"DEVICE","path":"/nowhere/gps","activated":0}"#
      return try gpsd([version, #"{"class":"DEVICES","devices":[\#(device)]}"#, watch])
    },
    Case(
      testDescription: "device that gpsd does not have", code: 69,
      links: greeting + ["failed devices gpsd does not have /dev/b; it has tcp://a:1"],
      remedy: "sudo gpsdctl add /dev/b"
    ) {
      let (source, keeper) = try gpsd([version, devices, watch])
      return (source + "//dev/b", keeper)
    },
    Case(
      testDescription: "gpsd that refuses", code: 76,
      links: greeting + ["failed devices gpsd answers: no"], remedy: "log"
    ) { try gpsd([version, #"{"class":"ERROR","message":"no"}"#]) },
    Case(
      testDescription: "silent device", code: 69,
      links: upToDevices + ["failed data nothing in 2 s"], remedy: "--timeout 1m",
      options: ["--timeout", "2s"]
    ) { try gpsd([version, devices, watch]) },
    Case(
      testDescription: "no satellite heard", code: 75,
      links: upToDevices + [
        "ok data 2 reports, 1 sentence",
        "failed satellites 1 in view, 0 used, none heard in 2 s",
      ], remedy: "antenna", options: ["--timeout", "2s"]
    ) {
      try gpsd([
        version, devices, watch, "$GPGSV,1", noFix, sky(#"{"PRN":1,"ss":0.0,"used":false}"#),
      ])
    },
    Case(
      testDescription: "no fix yet", code: 75,
      links: upToDevices + [
        "ok data 2 reports, 0 sentences",
        "ok satellites 2 in view, 0 used, 2 heard, the strongest at 35 dB-Hz",
        "failed fix none in 2 s",
      ], remedy: "cold start", options: ["--timeout", "2s"]
    ) {
      try gpsd([
        version, devices, watch, noFix,
        sky(#"{"PRN":1,"ss":35,"used":false},{"PRN":2,"ss":20,"used":false}"#),
      ])
    },
    Case(
      testDescription: "faint signals", code: 75,
      links: upToDevices + [
        "ok data 1 report, 0 sentences",
        "ok satellites 1 in view, 0 used, 1 heard, the strongest at 20 dB-Hz",
        "failed fix none in 2 s",
      ], remedy: "outside", options: ["--timeout", "2s"]
    ) {
      try gpsd([version, devices, watch, sky(#"{"PRN":1,"ss":20,"used":false}"#)])
    },
    Case(
      testDescription: "fix", code: 0,
      links: upToDevices + [
        "ok data 2 reports, 0 sentences",
        "ok satellites 1 in view, 1 used, 1 heard, the strongest at 40 dB-Hz",
        "ok fix one of the two clocks is wrong, or this is a replay",
      ], remedy: nil
    ) {
      try gpsd([version, devices, watch, fix, sky(#"{"PRN":1,"ss":40,"used":true}"#)])
    },
    Case(
      testDescription: "fix without a sky", code: 0,
      links: upToDevices + [
        "ok data 1 report, 0 sentences", "skipped satellites the receiver reported none in 2 s",
        "ok fix one of the two clocks is wrong, or this is a replay",
      ], remedy: nil, options: ["--timeout", "2s"]
    ) { try gpsd([version, devices, watch, fix]) },
  ]

  static let receivers: [Case] = [
    Case(
      testDescription: "missing device", code: 66,
      links: ["failed address there is no such device"], remedy: "is the receiver plugged in?"
    ) { ("/dev/ttyNONE7", ()) },
    Case(
      testDescription: "missing file", code: 66,
      links: ["failed address No such file or directory"], remedy: "spelled"
    ) { ("/nowhere/drive.nmea", ()) },
    Case(
      testDescription: "empty file", code: 65,
      links: ["ok permission you may read it", "failed format it is empty"],
      remedy: "give a recording"
    ) {
      let directory = try TemporaryDirectory()
      return (try directory.file("empty.nmea", ""), directory)
    },
    Case(
      testDescription: "no NMEA", code: 65,
      links: ["failed format no NMEA sentence in its 5 bytes, which look like text"],
      remedy: "name its format: --input"
    ) {
      let directory = try TemporaryDirectory()
      return (try directory.file("text.nmea", "hello"), directory)
    },
    Case(
      testDescription: "recording without a fix", code: 75,
      links: [
        "ok data 1 sentence; 0 locations", "skipped satellites in this recording",
        "failed fix none in this recording",
      ], remedy: "take a recording that has one"
    ) {
      let directory = try TemporaryDirectory()
      let text = sentence("GPRMC,120000,V,,,,,,,040724,,,N")
      return (try directory.file("lost.nmea", text), directory)
    },
    Case(
      testDescription: "GPX", code: 0,
      links: [
        "ok format GPX", "ok data 6 locations, 1 track, 1 waypoint, 1 route",
        "ok span 2025-06-01 08:00:00Z to 2025-06-01 09:02:00Z, 445.3 m",
        "ok values no speed; no course; no accuracy", "ok fix recorded 2025-06-01",
        "ok end it is complete",
      ], remedy: nil
    ) {
      let directory = try TemporaryDirectory()
      return (try directory.file("walk.gpx", TrackCommandTests.gpx), directory)
    },
    Case(
      testDescription: "GPX that is cut off", code: 65,
      links: [
        "ok data 4 locations, 1 track, 1 waypoint, 1 route", "ok fix recorded 2025-06-01",
        "failed end line 10: time: the file is cut off here; everything before was read",
      ], remedy: "'convert' writes them to another file"
    ) {
      let directory = try TemporaryDirectory()
      let text = TrackCommandTests.gpx.prefix { $0 != "@" }.split(separator: "09:01").first ?? ""
      return (try directory.file("walk.gpx", String(text)), directory)
    },
    Case(
      testDescription: "GeoJSON of waypoints", code: 75,
      links: [
        "ok format GeoJSON", "ok data 0 locations, 1 waypoint", "failed fix it has no track point",
      ], remedy: "'places import' reads waypoints"
    ) {
      let directory = try TemporaryDirectory()
      let point = #"{"type":"Point","coordinates":[11,48]}"#
      let feature = #"{"type":"Feature","properties":{"name":"Hut"},"geometry":\#(point)}"#
      let text = #"{"type":"FeatureCollection","features":[\#(feature)]}"#
      return (try directory.file("huts.geojson", text), directory)
    },
    Case(
      testDescription: "CSV without times", code: 0,
      links: [
        "ok format CSV",
        "skipped span no location has a date and a time; --date gives NMEA its first date",
        "ok values no time; no altitude in 1 of 2; no speed; no course; no accuracy; not read: mood",
      ], remedy: nil
    ) {
      let directory = try TemporaryDirectory()
      let text = "latitude,longitude,altitude,mood\n1,2,3,good\n4,5,,bad\n"
      return (try directory.file("a.csv", text), directory)
    },
    Case(
      testDescription: "UBX", code: 65,
      links: [
        "failed format no NMEA sentence in its 4 bytes, which look like UBX, a binary protocol"
      ],
      remedy: "gpsd reads it: gpsfake "
    ) {
      let directory = try TemporaryDirectory()
      let path = directory.path("log.ubx")
      try Data([0xB5, 0x62, 1, 7]).write(to: URL(filePath: path))
      return (path, directory)
    },
    Case(
      testDescription: "line with a binary protocol", code: 65,
      links: ["ok connection open", "failed data it sends TSIP, a binary protocol"],
      remedy: "gpsd reads it: give gpsd the device", options: ["--timeout", "1s"]
    ) {
      let terminal = try PseudoTerminal()
      let message = "\u{10}A\u{1}\u{2}\u{10}\u{3}"
      return ("serial:\(terminal.path)?baud=9600", Receiver { _ in terminal.send(message) })
    },
    Case(
      testDescription: "AT port of a modem", code: 65,
      links: ["ok connection open", "failed data it sends the answers of a modem to AT commands"],
      remedy: "often /dev/ttyUSB1", options: ["--timeout", "1s"]
    ) {
      let terminal = try PseudoTerminal()
      // Without a rate: it is not searched for.
      return (
        "serial:\(terminal.path)",
        Receiver { _ in terminal.send("\r\n+CREG: 0,1\r\n\r\nOK\r\n") }
      )
    },
    Case(
      testDescription: "server that is not there", code: 69,
      links: [
        "skipped permission none is needed for a network",
        "failed connection refused: nothing listens on port @ there",
      ], remedy: "is it on"
    ) { ("tcp://127.0.0.1:\(try LoopbackSocket.freePort())", ()) },
    Case(
      testDescription: "silent line", code: 69,
      links: ["ok connection open", "failed data nothing in 2 s"], remedy: "powered",
      options: ["--timeout", "2s"]
    ) {
      let terminal = try PseudoTerminal()
      return ("serial:\(terminal.path)?baud=9600", terminal)
    },
    Case(
      testDescription: "simulated receiver", code: 0,
      links: ["ok connection open", "ok fix simulated, of 2025-06-01"], remedy: nil
    ) { ("sim:drive", ()) },
    Case(
      testDescription: "receiver with a fix", code: 0,
      links: ["ok connection open", "skipped satellites 8 used; the receiver did not name them"],
      remedy: nil, options: ["--timeout", "2s"]
    ) {
      let server = try ReceiverServer()
      return ("tcp://127.0.0.1:\(server.port)", server)
    },
  ]
}
