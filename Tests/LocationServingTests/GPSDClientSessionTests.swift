import Foundation
import GPSDProtocol
import LocationCore
import LocationText
import TestSupport
import TestTurns
import Testing

@testable import LocationServing

/// gpsd's protocol without a socket. What is right is what gpsd 3.22 answers.
@Suite(.inTurn) struct GPSDClientSessionTests {
  static let version =
    #"{"class":"VERSION","release":"swift-location 0.1.0","rev":"0.1.0","proto_major":3,"proto_minor":14}"#
  static let device =
    #"{"class":"DEVICE","path":"file:test.nmea","driver":"replay","activated":"2024-07-04T12:00:00.000Z","flags":1}"#
  static let devices = #"{"class":"DEVICES","devices":["# + device + "]}"
  static let idle = watch(enable: false)

  static func watch(
    enable: Bool = true, json: Bool = false, nmea: Bool = false, raw: Int = 0,
    scaled: Bool = false, device: String? = nil
  ) -> String {
    #"{"class":"WATCH","enable":\#(enable),"json":\#(json),"nmea":\#(nmea),"raw":\#(raw),"#
      + #""scaled":\#(scaled),"timing":false,"split24":false,"pps":false"#
      + (device.map { #","device":"\#($0)""# } ?? "") + "}"
  }

  static func error(_ message: String) -> String { #"{"class":"ERROR","message":"\#(message)"}"# }

  static func poll(active: Int, tpv: String = "", sky: String = "") -> String {
    #"{"class":"POLL","time":"2024-07-04T12:00:00.000Z","active":\#(active),"tpv":[\#(tpv)],"#
      + #""gst":[],"sky":[\#(sky)]}"#
  }

  var daemon: GPSDDaemon {
    GPSDDaemon(
      device: ServedDevice(path: "file:test.nmea", driver: "replay"), name: "swift-location",
      version: "0.1.0",
      now: { Date(timeIntervalSince1970: 1_720_094_400) })
  }

  /// The lines that a new client is answered to `pieces`, sent one after the other.
  func answers(
    to pieces: [String], daemon: GPSDDaemon? = nil
  ) -> (lines: [String], session: GPSDClientSession) {
    var session = GPSDClientSession()
    var text = ByteText()
    for piece in pieces {
      session.take(Array(piece.utf8), from: daemon ?? self.daemon, into: &text)
    }
    return (text.string.split(separator: "\r\n").map(String.init), session)
  }

  @Test(
    arguments: [
      ("?VERSION;\n", [version]),
      ("?VERSION;", [version]),
      ("?VERSION;\r\n?VERSION;\r\n", [version, version]),
      ("?DEVICES;?VERSION;\n", [devices, version]),
      ("?DEVICE;\n", [device]),
      (#"?DEVICE={"path":"file:test.nmea","bps":9600};"#, [device]),
      (#"?DEVICE={"path":"/dev/none"};"#, [error("No such device as /dev/none")]),
      ("?WATCH;\n", [devices, idle]),
      ("?POLL;\n", [poll(active: 0)]),
      (#"?WATCH={"enable":true,"json":true};"#, [devices, watch(json: true)]),
      (#"?WATCH={"enable":true,"json":true}"#, [devices, watch(json: true)]),
      (#"?WATCH={"json":1,"raw":true};"#, [devices, watch(json: true, raw: 1)]),
      (#"?WATCH = {"nmea":true} ;"#, [error("Unrecognized request '?WATCH '")]),
      (#"?WATCH= {"nmea":true} ;"#, [devices, watch(nmea: true)]),
      (#"?WATCH={"nmea":true,"unheard":{"of":["}"]}};"#, [devices, watch(nmea: true)]),
      (#"?WATCH={"raw":2,"scaled":true};"#, [devices, watch(raw: 2, scaled: true)]),
      (
        #"?WATCH={"device":"file:test.nmea"};"#, [devices, watch(device: "file:test.nmea")]
      ),
      (#"?WATCH={"device":"/dev/none"};"#, [error("No such device as /dev/none")]),
      (
        #"?WATCH={"device":"a;}\"b"};?POLL;"#,
        [error(#"No such device as a;}\"b"#), poll(active: 0)]
      ),
      ("hello\n?VERSION;\n", [version]),
      ("\n\n;;\r\n", []),
      (
        "?VERSION\n?POLL;\n",
        [error("Unrecognized request '?VERSION'; is the ';' missing?"), poll(active: 0)]
      ),
      ("?FOO;?VERSION;\n", [error("Unrecognized request '?FOO'"), version]),
      ("?watch;\n", [error("Unrecognized request '?watch'")]),
      ("?;\n", [error("Unrecognized request '?'")]),
      ("?WATCH=7;?POLL;\n?VERSION;", [error("Invalid WATCH: it is not a JSON object"), version]),
      ("?WATCH={bla};\n", [error("Invalid WATCH: it is not a JSON object")]),
      ("?WATCH={\n?VERSION;", [error("Invalid WATCH: it is not a JSON object"), version]),
      (
        #"?WATCH={"enable":"yes"};"#,
        [error("Invalid WATCH: the value of 'enable' is of another type than it should be")]
      ),
    ] as [(String, [String])])
  func aRequestIsAnswered(_ request: String, _ lines: [String]) {
    #expect(answers(to: [request]).lines == lines)
    // However it was cut into packets.
    #expect(answers(to: request.map(String.init)).lines == lines)
    for cut in request.indices {
      #expect(answers(to: [String(request[..<cut]), String(request[cut...])]).lines == lines)
    }
  }

  @Test func aWatchKeepsTheFormatsThatItDoesNotName() {
    let (lines, session) = answers(
      to: [
        #"?WATCH={"json":true,"scaled":true};"#, #"?WATCH={"nmea":true};"#,
        #"?WATCH={"enable":false};"#,
      ])
    #expect(
      lines.filter { $0.contains("WATCH") } == [
        Self.watch(json: true, scaled: true), Self.watch(json: true, nmea: true),
        Self.watch(enable: false, json: true, nmea: true),
      ])
    #expect(!session.wants(.position) && !session.wants(.nmea))
  }

  @Test func aWatchWithoutADeviceReturnsToAllReceivers() {
    let (lines, session) = answers(
      to: [
        #"?WATCH={"json":true,"device":"file:test.nmea"};"#, #"?WATCH={"json":true};"#,
        #"?WATCH={"device":""};"#,
      ])
    #expect(
      lines.filter { $0.contains("WATCH") } == [
        Self.watch(json: true, device: "file:test.nmea"), Self.watch(json: true),
        Self.watch(json: true),
      ])
    #expect(session.wants(.position))
  }

  @Test(
    arguments: [
      (#"{"json":true}"#, [.position, .sky, .dilution]), (#"{"nmea":true}"#, [.nmea]),
      (#"{"raw":1}"#, [.nmea]), (#"{"enable":true}"#, []), (#"{"enable":false,"json":true}"#, []),
    ] as [(String, Set<ServedReport.Kind>)])
  func aClientGetsWhatItWatches(_ watch: String, _ kinds: Set<ServedReport.Kind>) {
    let session = answers(to: ["?WATCH=\(watch);"]).session
    let all: [ServedReport.Kind] = [.nmea, .position, .sky, .dilution]
    #expect(Set(all.filter { session.wants($0) }) == kinds)
  }

  @Test func aPollHasTheLastOfEachForWhoWatches() throws {
    var daemon = daemon
    let fix = try #require(daemon.device.report(.fix(.full())))
    let sky = try #require(
      daemon.device.report(.sky(SkyView(satellites: [Satellite(prn: 3)], source: .replayed))))
    for report in [fix, sky] { _ = daemon.keep(report) }
    let lines = answers(to: [#"?WATCH={"json":true};?POLL;"#], daemon: daemon).lines
    let tpv = String(decoding: fix.bytes.dropLast(2), as: UTF8.self)
    #expect(tpv.hasPrefix(#"{"class":"TPV","device":"file:test.nmea","status":2,"mode":3,"#))
    #expect(
      lines.last
        == Self.poll(
          active: 1, tpv: tpv,
          sky: #"{"class":"SKY","device":"file:test.nmea","nSat":1,"satellites":[{"PRN":3}]}"#))
  }

  @Test func aSkyWithoutSatellitesIsForClientsOfReceiversThatNameNone() throws {
    var daemon = daemon
    var dilution = SkyView(satellites: [], source: .replayed)
    dilution.dilution.horizontal = 0.9
    let named = SkyView(satellites: [Satellite(prn: 3)], source: .replayed)
    let isKept = { (view: SkyView) in daemon.keep(try #require(daemon.device.report(.sky(view)))) }
    #expect(try isKept(dilution))
    #expect(try isKept(named))
    #expect(try !isKept(dilution))
    // One that says of no satellite, and of no geometry, has lost its sky.
    #expect(try isKept(SkyView(satellites: [], source: .replayed)))
  }

  @Test func aReceiverThatIsGoneIsNotActive() {
    var daemon = daemon
    daemon.deactivate()
    let lines = answers(to: [#"?DEVICE;?WATCH={"json":true};?POLL;"#], daemon: daemon).lines
    #expect(
      lines.first == #"{"class":"DEVICE","path":"file:test.nmea","driver":"replay","activated":0}"#)
    #expect(lines.last == Self.poll(active: 0))
  }

  @Test func anEndlessRequestIsRefusedOnceAndCostsNothing() {
    let piece = String(repeating: "?A", count: 1000)
    let lines = answers(to: Array(repeating: piece, count: 100) + ["\n?VERSION;\n"]).lines
    #expect(lines == [Self.error("Request longer than 4096 bytes"), Self.version])
  }

  @Test func aNameThatLibgpsCouldNotReadIsCut() {
    let device = ServedDevice(path: String(repeating: "x", count: 200), driver: "replay")
    #expect(device.path.utf8.count == 127)
  }

  // MARK: Several devices

  static func fix(_ device: String) throws -> LocationUpdate {
    var source = FixSource.replayed
    source.device = device
    return .fix(try .bare(48, 11.5, source: source))
  }

  /// A daemon whose source named these devices.
  func daemon(_ devices: [String]) throws -> GPSDDaemon {
    var daemon = daemon
    for device in devices {
      let report = try #require(daemon.device.report(Self.fix(device)))
      _ = daemon.newDevice(of: report)
      _ = daemon.keep(report)
    }
    return daemon
  }

  static func deviceReport(_ path: String) -> String {
    device.replacing("file:test.nmea", with: path)
  }

  @Test func devicesThatTheSourceNamesAreServedUnderTheirNames() throws {
    let daemon = try daemon(["a", "b", "a"])
    let lines = answers(
      to: [#"?DEVICES;?DEVICE;?DEVICE={"path":"b"};?WATCH={"json":true,"device":"b"};?POLL;"#],
      daemon: daemon)
    let devices =
      #"{"class":"DEVICES","devices":[\#(Self.deviceReport("a")),\#(Self.deviceReport("b"))]}"#
    #expect(
      lines.lines.dropLast() == [
        devices, Self.error("No path specified in DEVICE, but multiple devices are attached"),
        Self.deviceReport("b"), devices, Self.watch(json: true, device: "b"),
      ])
    let tpv = { (path: String) in
      #"{"class":"TPV","device":"\#(path)","mode":2,"lat":48.000000000,"lon":11.500000000}"#
    }
    #expect(lines.lines.last == Self.poll(active: 2, tpv: tpv("a") + "," + tpv("b")))
    #expect(lines.session.wants(.position, of: "b") && !lines.session.wants(.position, of: "a"))
    #expect(
      answers(to: [#"?WATCH={"device":"file:test.nmea"};"#], daemon: daemon).lines
        == [Self.error("No such device as file:test.nmea")])
  }

  @Test func aDeviceIsNewOnce() throws {
    var daemon = daemon
    let reports = try ["a", "b"].map { try #require(daemon.device.report(Self.fix($0))) }
    let own = try #require(daemon.device.report(.fix(.bare(1, 2, source: .replayed))))
    #expect(daemon.newDevice(of: own) == nil)
    #expect(daemon.newDevice(of: reports[0]) == "a")
    #expect(daemon.newDevice(of: ServedReport(kind: .nmea, bytes: [], device: "b")) == nil)
    #expect(daemon.newDevice(of: reports[1]) == "b")
    #expect(reports.allSatisfy { daemon.newDevice(of: $0) == nil })
    #expect(daemon.devices == ["file:test.nmea", "a", "b"])
  }

  /// `MAXUSERDEVS` of libgps.
  @Test func aListHasTheFourDevicesThatLibgpsReads() throws {
    let daemon = try daemon((1...9).map { "d\($0)" })
    #expect(daemon.devices == ["d1", "d2", "d3", "d4"])
    #expect(daemon.hasDevice("d9") && !daemon.hasDevice("d10"))
    let poll = answers(to: [#"?WATCH={"json":true};?POLL;"#], daemon: daemon).lines.last ?? ""
    #expect(poll.contains(#""active":9"#))
    #expect(poll.components(separatedBy: #""class":"TPV""#).count == 5)
  }
}
