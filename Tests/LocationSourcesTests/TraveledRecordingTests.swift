import LocationCore
import LocationIO
import LocationTesting
import Synchronization
import TestSupport
import TestTurns
import Testing

@testable import LocationSources

/// `sim:FILE?speed=…` travels a recording.
@Suite(.inTurn) struct TraveledRecordingTests {
  /// A recording in memory, and the notes about ignored times.
  private final class TestAssembler: SourceAssembler {
    let text: String
    let ignored = Mutex<[String]>([])

    init(_ text: String) { self.text = text }

    func clock() -> any LocationClock { ManualClock(jumpsToDeadlines: true) }

    func byteSource(for source: SourceDescription) throws(UserLocationError) -> any ByteSource {
      if source.isSimulated { return try simulatedBytes(of: source) }
      return DataByteSource(bytes: text.utf8, name: source.description)
    }

    func willIgnoreTimes(of recording: String) { ignored.withLock { $0.append(recording) } }

    func fixes(of source: String) async throws -> [Fix] {
      try await TestSupport.fixes(of: try provider(for: source))
    }
  }

  private static func gpx(_ body: String) -> String {
    #"<gpx version="1.1" creator="us" xmlns="http://www.topografix.com/GPX/1/1">\#(body)</gpx>"#
  }

  /// 222 m to the north, and 298 m to the east.
  private static func points(_ kind: String, times: [String] = ["", "", ""]) -> String {
    [("48.137", "11.575"), ("48.139", "11.575"), ("48.139", "11.579")].enumerated().map {
      #"<\#(kind) lat="\#($1.0)" lon="\#($1.1)">\#(times[$0])</\#(kind)>"#
    }.joined()
  }

  static let untimed = [
    ("route", gpx("<rte>\(points("rtept"))</rte>")),
    ("waypoints", gpx(points("wpt"))),
    ("track", gpx("<trk><trkseg>\(points("trkpt"))</trkseg></trk>")),
    (
      "kml",
      """
      <kml><Document><Placemark><LineString><coordinates>
      11.575,48.137 11.575,48.139 11.579,48.139
      </coordinates></LineString></Placemark></Document></kml>
      """
    ),
    (
      "geojson",
      #"{"type":"LineString","coordinates":[[11.575,48.137],[11.575,48.139],[11.579,48.139]]}"#
    ),
  ]

  @Test(arguments: untimed)
  func aRecordingWithoutTimesIsTraveled(name: String, text: String) async throws {
    let assembler = TestAssembler(text)
    let fixes = try await assembler.fixes(of: "sim:\(name).x?speed=36km/h")
    try #require(fixes.count > 50)
    #expect(
      fixes.allSatisfy { $0.isSimulated && !$0.isReplayed && $0.source.name == "sim:\(name)" })
    #expect(
      fixes[0].coordinate.distance(to: try Coordinate(latitude: 48.137, longitude: 11.575)) < 5)
    let end = try Coordinate(latitude: 48.139, longitude: 11.579)
    #expect(fixes[fixes.count - 1].coordinate.distance(to: end) < 5)
    // The receiver's own error of the speed is some centimeters a second.
    let speeds = fixes.compactMap(\.speed)
    #expect(speeds[0] < 0.5)
    #expect(speeds[speeds.count - 1] < 0.5)
    #expect(abs(try #require(speeds.max()) - 10) < 0.5)
    #expect(assembler.ignored.withLock { $0 } == [])
    #expect(try await assembler.fixes(of: "sim:\(name).x?speed=36km/h") == fixes)
  }

  @Test func timesOfATrackAreIgnoredAndSaidOnce() async throws {
    let times = ["00", "", "02"].map { $0.isEmpty ? "" : "<time>2025-03-01T00:00:\($0)Z</time>" }
    let body = "<trk><trkseg>\(Self.points("trkpt", times: times))</trkseg></trk>"
    let timed = TestAssembler(Self.gpx(body))
    let fixes = try await timed.fixes(of: "sim:track.x?motion=cycle")
    #expect(timed.ignored.withLock { $0 } == ["file:track.x"])
    #expect(
      try await TestAssembler(Self.untimed[2].1).fixes(of: "sim:track.x?motion=cycle") == fixes)
  }

  @Test func aMotionHasItsSpeedAndASpeedReplacesIt() async throws {
    let assembler = TestAssembler(Self.untimed[0].1)
    for (query, speed) in [("motion=walk", 1.4), ("motion=Walk&speed=3m/s", 3), ("speed=3m/s", 3)] {
      let fixes = try await assembler.fixes(of: "sim:a.gpx?\(query)")
      #expect(abs(try #require(fixes.compactMap(\.speed).max()) - speed) < 0.3, "\(query)")
    }
  }

  @Test func theOtherParametersApply() async throws {
    let fixes = try await TestAssembler(Self.untimed[0].1).fixes(
      of: "sim:-?speed=36km/h&start=2030-01-02T03:04:05Z&hz=2&for=2s")
    #expect(
      fixes.map { $0.timestamp?.timeIntervalSince1970 }
        == [0, 0.5, 1, 1.5].map { 1_893_553_445 + $0 })
  }

  @Test func itsBytesAreThoseOfAReceiver() async throws {
    let stream = try TestAssembler(Self.untimed[0].1).byteSource(
      for: SourceDescription("sim:a.gpx?speed=36km/h")
    ).open()
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = try bytes.withUnsafeMutableBytes { try stream.read(into: $0) }
    #expect(count > 0)
    #expect(bytes.starts(with: Array("$GN".utf8)))
  }

  @Test(
    arguments: [
      ("sim:a.gpx?speed=1m/s", gpx(""), .badData, "it has no track, no route and no waypoints"),
      (
        "sim:a.gpx?speed=1m/s", gpx(#"<wpt lat="1" lon="2"/>"#), .badData,
        "a route needs at least two different places"
      ),
      (
        "sim:a.gpx?speed=1m/s", gpx(#"<wpt lat="91" lon="2"/>"#), .badData,
        "without a possible position"
      ),
      ("sim:a.gpx?speed=100001m/s", untimed[0].1, .invalidSource, "up to 100000"),
      ("sim:a.gpx?speed=50", untimed[0].1, .invalidSource, "m/s, km/h, kn or mph"),
      ("sim:a.gpx?motion=fly", untimed[0].1, .invalidSource, "one of walk, cycle, drive"),
      ("sim:drive?speed=1m/s", "", .invalidSource, "for a recording, or for a way"),
      (
        "sim:a.json?speed=1m/s", #"{"motion": {"kind": "standing", "at": [48, 11]}}"#,
        .invalidSource,
        "for a recording, or for a way"
      ),
      ("sim:a.gpx?speed=1m/s&start-at=1,2", untimed[0].1, .invalidSource, "a start and an end"),
    ] as [(String, String, UserLocationError.Code, String)])
  func whatCannotBeTraveledIsAnError(
    source: String, text: String, code: UserLocationError.Code, words: String
  ) {
    let error = #expect(throws: UserLocationError.self) {
      try TestAssembler(text).provider(for: source)
    }
    #expect(error?.code == code)
    #expect(error?.detail.contains(words) == true, "\(error?.detail ?? "")")
  }

  @Test(arguments: [("a.gpx", untimed[0].1, "GPX"), ("a.json", untimed[4].1, "GeoJSON")])
  func aRecordingInPlaceOfAScenarioNamesWhatToDo(
    name: String, text: String, format: String
  ) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file(name, text)
    let error = #expect(throws: UserLocationError.self) {
      try StandardSourceAssembler().provider(for: "sim:\(path)")
    }
    #expect(error?.code == .badData)
    #expect(
      error?.detail
        == "\(path): it is \(format) and no scenario; a speed or a motion travels it: "
        + "sim:\(path)?speed=50km/h")
  }
}
