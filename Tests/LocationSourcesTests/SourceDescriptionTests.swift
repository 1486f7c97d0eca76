import Foundation
import LocationCore
import NetworkLocation
import TestTurns
import Testing

@testable import LocationSources

@Suite(.inTurn) struct SourceDescriptionTests {
  @Test(arguments: [
    ("drive.nmea", SourceDescription.file(path: "drive.nmea")),
    ("/a b/c:d.log", .file(path: "/a b/c:d.log")),
    ("c:d.log", .file(path: "c:d.log")),
    ("./tcp:x", .file(path: "./tcp:x")),
    ("file:drive.nmea", .file(path: "drive.nmea")),
    ("file:/a%20b", .file(path: "/a%20b")),
    ("file:///a%20b", .file(path: "/a b")),
    ("file://localhost/a", .file(path: "/a")),
    ("\u{301}a", .file(path: "\u{301}a")),
    ("//a:1%20b", .file(path: "//a:1%20b")),
    ("-", .standardInput),
    ("gpsd://", .gpsd(host: "localhost", port: 2947, device: nil)),
    ("gpsd://pi", .gpsd(host: "pi", port: 2947, device: nil)),
    ("gpsd://pi:3000/", .gpsd(host: "pi", port: 3000, device: nil)),
    ("GPSD://[::1]:3000", .gpsd(host: "::1", port: 3000, device: nil)),
    (
      "gpsd://localhost:2947//dev/ttyACM0",
      .gpsd(host: "localhost", port: 2947, device: "/dev/ttyACM0")
    ),
    ("serial:/dev/ttyACM0", .serial(device: "/dev/ttyACM0", baudRate: nil)),
    ("serial:/dev/ttyUSB0?baud=115200", .serial(device: "/dev/ttyUSB0", baudRate: 115_200)),
    ("tcp://boat.local:10110", .tcp(host: "boat.local", port: 10110)),
    ("tcp://[fe80::1%eth0]:10110/", .tcp(host: "fe80::1%eth0", port: 10110)),
    ("udp://0.0.0.0:10110", .udp(host: "0.0.0.0", port: 10110)),
    ("geoclue:", .geoClue),
    ("sim:walk", .simulated(scenario: "walk", parameters: [])),
    (
      "sim:./a.json?seed=1&rate=4",
      .simulated(
        scenario: "./a.json",
        parameters: [.init(key: "seed", value: "1"), .init(key: "rate", value: "4")])
    ),
  ])
  func readsWhatUsersWrite(text: String, expected: SourceDescription) throws {
    #expect(try SourceDescription(text) == expected)
    #expect(try SourceDescription(expected.description) == expected)
  }

  @Test(arguments: [
    "https://example.org/v1/geolocate", "https://example.org/v1/geolocate?key=a&fallback=ip",
    "http://localhost:8080/v1/geolocate",
  ])
  func readsGeolocationServers(url: String) throws {
    let source = try SourceDescription("net:" + url)
    #expect(source == .network(try GeolocationServer(url)))
    #expect(source.description == "net:" + url)
    #expect(source.isLive && !source.isRecording)
  }

  @Test(arguments: [
    ("mqtt://host/owntracks/+/+", "mqtt://host:1883/owntracks/+/+"),
    ("mqtts://jane@[::1]:99/#", "mqtts://jane@[::1]:99/#"),
  ])
  func readsBrokers(text: String, full: String) throws {
    let source = try SourceDescription(text)
    #expect(source.description == full)
    #expect(try SourceDescription(full) == source)
    #expect(source.isLive && !source.isRecording)
  }

  @Test func readsPlacesAndTheLastLocation() throws {
    let place = try Coordinate(latitude: 48.137, longitude: -11.5)
    for (text, expected) in [
      ("at:48.137,-11.5", SourceDescription.fixed(place, altitude: nil)),
      ("at:48.137, -11.5,520.5", .fixed(place, altitude: 520.5)), ("last:", .last),
    ] {
      #expect(try SourceDescription(text) == expected)
      #expect(try SourceDescription(expected.description) == expected)
      #expect(!expected.isLive && !expected.isRecording)
    }
  }

  @Test(arguments: [
    ("", "empty"), ("at:48", "latitude and longitude"), ("at:91,0", "latitude and longitude"),
    ("at:1,2,x", "altitude"), ("at:1,2,inf", "altitude"), ("last:1", "nothing may follow"),
    ("file:", "path"), ("file://host/a", "file:///PATH"), ("file:///%zz", "'%'"),
    ("http://x", "no scheme 'http'"), ("mqtt://host", "mqtt://"), ("gpsd:pi", "gpsd://"),
    ("gpsd://pi:0", "1 to 65535"),
    ("gpsd://pi:65536", "1 to 65535"), ("tcp://pi", "port is missing"),
    ("tcp://:1", "host is missing"), ("tcp://pi:1/x", "nothing may follow"),
    ("tcp://::1:10110", "brackets"), ("tcp://[::1:10110", "']'"), ("tcp://[::1]x", "1 to 65535"),
    ("udp://pi:nmea", "1 to 65535"), ("serial:", "device is missing"),
    ("serial:/dev/x?baud=fast", "baud rate"), ("serial:/dev/x?speed=1", "no option 'speed'"),
    ("serial:/dev/x?baud", "key=value"), ("sim:", "scenario is missing"),
    ("net:", "net:https://"), ("net:example.org", "net:https://"),
    ("net:https://x", "path is missing"),
    ("net:https://x:0/a", "1 to 65535"), ("net:http://x/a", "use https"),
    ("geoclue:here", "nothing may follow 'geoclue:'"),
  ])
  func saysWhatIsWrong(text: String, hint: String) {
    let error = #expect(throws: UserLocationError.self) { try SourceDescription(text) }
    #expect(error?.code == .invalidSource)
    #expect(error?.source == "'\(text)'")
    #expect(error?.detail.contains(hint) == true, "\(error?.detail ?? "")")
  }

  /// One of them may be a key.
  @Test func anErrorHidesTheValuesOfAQuery() {
    let error = #expect(throws: UserLocationError.self) {
      try SourceDescription("net:https://x/a?key=secret&fallback=no")
    }
    #expect(error?.source == "'net:https://x/a?key=...&fallback=...'")
    #expect(error?.detail.contains("fallback=ip") == true)
  }

  @Test func theDocumentationHasEveryScheme() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../docs/sources.md").standardized
    let rows = try String(contentsOf: page, encoding: .utf8)
      .split(separator: "\n").filter { $0.hasPrefix("| `") }
    for name in SourceScheme.all.flatMap(\.names) {
      #expect(rows.contains { $0.contains("`\(name):") }, "\(name)")
    }
  }

  @Test(arguments: CoordinateNotation.allCases)
  func aPlaceIsReadInEveryNotationInWhichItIsWritten(notation: CoordinateNotation) throws {
    let place = try Coordinate(latitude: -33.856784, longitude: 151.215297)
    let read = try Coordinate(argument: place.text(notation))
    // A cell of a locator is as long as some kilometers.
    #expect(read.distance(to: place) < (notation == .maidenhead ? 5_000 : 15))
    guard case .fixed(let fixed, nil) = try SourceDescription("at:" + place.text(notation)) else {
      Issue.record("not a place")
      return
    }
    #expect(fixed == read)
  }
}
