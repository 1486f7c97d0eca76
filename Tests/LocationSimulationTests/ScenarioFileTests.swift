import LocationCore
import LocationSimulation
import TestTurns
import Testing

/// A scenario file sets everything, and an error message names its line and path.
@Suite(.inTurn) struct ScenarioFileTests {
  private static func read(_ json: String) throws(ScenarioError) -> Scenario {
    try Scenario(json: Array(json.utf8), name: "mine")
  }

  @Test func readsEverything() throws {
    let scenario = try Self.read(
      """
      {
        "description": "all of it",
        "start": "2024-02-29T23:59:30.250Z", "rate": 10, "duration": 90.5, "seed": 9007199254740991,
        "motion": {
          "kind": "route", "waypoints": [[52.5, 13.4], [52.51, 13.4, 40], [-52.51, -13.4]],
          "speed": [{"at": 0, "speed": 3}, {"at": 12.5, "speed": 0}],
          "acceleration": 2, "turnRate": 30, "ending": "return"
        },
        "geoidSeparation": -12.5,
        "environment": "forest",
        "sky": {"systems": ["gps", "beidou"], "mask": 12, "attenuation": 3, "fading": 0},
        "error": {"rangeError": 2.5, "correlationTime": 7},
        "faults": [
          {"kind": "jump", "at": 1.5, "for": 2, "meters": 10, "bearing": 45},
          {"kind": "end", "at": 80, "failure": true}
        ]
      }
      """)
    #expect(scenario.name == "mine" && scenario.summary == "all of it")
    #expect(scenario.start == Date(timeIntervalSince1970: 1_709_251_170.25))
    #expect(scenario.rate == 10 && scenario.duration == .milliseconds(90_500))
    #expect(scenario.seed == 9_007_199_254_740_991)
    let waypoints = [
      Waypoint(place(52.5, 13.4)), Waypoint(place(52.51, 13.4), altitude: 40),
      Waypoint(place(-52.51, -13.4)),
    ]
    let speed = SpeedPlan.profile([
      .init(at: .zero, speed: 3), .init(at: .milliseconds(12_500), speed: 0),
    ])
    #expect(
      scenario.motion
        == .route(
          try Route(waypoints, speed: speed, acceleration: 2, turnRate: 30, ending: .return)))
    #expect(scenario.geoidSeparation == -12.5)
    #expect(
      scenario.environment
        == ReceiverEnvironment(
          elevationMask: 12, attenuation: 3, fading: 0, rangeError: 2.5, correlationTime: 7))
    #expect(scenario.systems == [.gps, .beidou])
    #expect(
      scenario.faults == [
        Fault(.jump(meters: 10, bearing: 45), at: .milliseconds(1500), for: .seconds(2)),
        Fault(.end(isFailure: true), at: .seconds(80)),
      ])
  }

  @Test func onlyTheMotionIsRequired() throws {
    let scenario = try Self.read(#"{"motion": {"kind": "standing", "at": [52.5145, 13.3501, 35]}}"#)
    #expect(scenario == Scenario(name: "mine", motion: .standing(at: berlin, altitude: 35)))
    #expect(scenario.start == Scenario.defaultStart && scenario.duration == nil)
  }

  @Test(arguments: [
    (
      #"{"kind": "circle", "center": [52.5145, 13.3501], "radius": 9, "speed": 2}"#,
      Motion.circle(.init(center: berlin, radius: 9, speed: 2))
    ),
    (
      #"{"kind": "circle", "center": [52.5145, 13.3501, 5], "radius": 9, "speed": 2, "clockwise": false}"#,
      .circle(.init(center: berlin, radius: 9, speed: 2, altitude: 5, isClockwise: false))
    ),
    (#"{"kind": "walk", "start": [52.5145, 13.3501]}"#, .randomWalk(.init(start: berlin))),
    (
      #"{"kind": "walk", "start": [52.5145, 13.3501, 3], "speed": 2, "turnRate": 4, "correlationTime": 5, "range": 60}"#,
      .randomWalk(
        .init(start: berlin, speed: 2, turnRate: 4, correlationTime: 5, range: 60, altitude: 3))
    ),
  ])
  func readsMotions(_ json: String, _ motion: Motion) throws {
    #expect(try Self.read(#"{"motion": \#(json)}"#).motion == motion)
  }

  @Test(arguments: [
    (#"{"kind": "no-fix"}"#, Fault(.noFix)),
    (#"{"kind": "cold-start", "for": 45}"#, Fault(.coldStart, for: .seconds(45))),
    (
      #"{"kind": "dropout", "at": 5, "for": 1}"#, Fault(.dropout, at: .seconds(5), for: .seconds(1))
    ),
    (#"{"kind": "jump", "meters": 3}"#, Fault(.jump(meters: 3, bearing: 0))),
    (#"{"kind": "stuck"}"#, Fault(.stuck)),
    (#"{"kind": "drift", "speed": 1, "bearing": -90}"#, Fault(.drift(speed: 1, bearing: -90))),
    (#"{"kind": "few-satellites", "count": 3}"#, Fault(.fewSatellites(count: 3))),
    (#"{"kind": "satellite-loss", "every": 2}"#, Fault(.satelliteLoss(every: .seconds(2)))),
    (#"{"kind": "time-step", "seconds": -3.5}"#, Fault(.timeStep(by: .milliseconds(-3500)))),
    (#"{"kind": "week-rollover"}"#, Fault(.weekRollover)),
    (#"{"kind": "leap-second"}"#, Fault(.leapSecond)),
    (#"{"kind": "bad-checksum", "share": 0.5}"#, Fault(.badChecksum(share: 0.5))),
    (#"{"kind": "truncated"}"#, Fault(.truncated(share: 1))),
    (#"{"kind": "interleaved"}"#, Fault(.interleaved(share: 1))),
    (#"{"kind": "garbage"}"#, Fault(.garbage(bytes: 64))),
    (#"{"kind": "stale-repeats"}"#, Fault(.staleRepeats)),
    (#"{"kind": "silence"}"#, Fault(.silence)),
    (#"{"kind": "denied"}"#, Fault(.denied)),
    (#"{"kind": "revoked", "at": 3}"#, Fault(.revoked, at: .seconds(3))),
    (#"{"kind": "granted", "at": 3}"#, Fault(.granted, at: .seconds(3))),
    (#"{"kind": "end", "at": 3}"#, Fault(.end(isFailure: false), at: .seconds(3))),
  ])
  func readsFaults(_ json: String, _ fault: Fault) throws {
    let text = #"{"motion": {"kind": "standing", "at": [0, 0]}, "faults": [\#(json)]}"#
    #expect(try Self.read(text).faults == [fault])
  }

  @Test(arguments: [
    (#""error": "off""#, 0.0, 60.0), (#""error": "indoor""#, 10, 90),
    (#""environment": "city", "error": "off""#, 0, 60),
    (#""error": {"rangeError": 2}"#, 2, 60), (#""environment": "city""#, 5, 60),
  ])
  func readsErrors(_ json: String, _ rangeError: Double, _ time: Double) throws {
    let scenario = try Self.read(#"{"motion": {"kind": "standing", "at": [0, 0]}, \#(json)}"#)
    #expect(scenario.environment.rangeError == rangeError)
    if rangeError > 0 { #expect(scenario.environment.correlationTime == time) }
  }

  /// Files with their error messages.
  @Test(arguments: [
    ("", "mine:1: not JSON: the text ends before an expected value"),
    ("{\n  \"rate\": 1,\n}", "mine:3: not JSON: expected a name in quotes"),
    ("{\n  \"rate\" 1}", "mine:2: not JSON: expected \":\" after \"rate\""),
    ("{\"rate\": 1", "mine:1: not JSON: expected \",\" or \"}\" after \"rate\""),
    ("{\"rate\": 1, \"rate\": 2}", "mine:1: not JSON: \"rate\" appears twice"),
    ("[1", "mine:1: not JSON: expected \",\" or \"]\""),
    ("{\"a\": nul}", "mine:1: not JSON: expected a value, not nul"),
    ("{\"a\": 01}", "mine:1: not JSON: 01 is not a number"),
    ("{\"a\": 1.e}", "mine:1: not JSON: 1.e is not a number"),
    (
      "{\"a\": \"x\ny\"}",
      "mine:1: not JSON: a string cannot contain a line break or a control character"
    ),
    ("{} {}", "mine:1: not JSON: there is more text after the end of the value"),
    ("3", "mine:1: expected an object, not 3.0"),
    ("{}", "mine:1: motion is missing"),
    ("{\"motion\": {}}", "mine:1: motion: kind is missing"),
    (
      "{\"motion\": {\"kind\": \"fly\"}}",
      "mine:1: motion.kind: unknown motion \"fly\"; expected one of standing, circle, walk, route"
    ),
    ("{\"motion\": {\"kind\": \"standing\"}}", "mine:1: motion: at is missing"),
    (
      "{\"motion\": {\"kind\": \"standing\", \"at\": [91, 0]}}",
      "mine:1: motion.at[0]: expected a number of degrees within -90...90, not 91"
    ),
    (
      "{\"motion\": {\"kind\": \"standing\", \"at\": [1]}}",
      "mine:1: motion.at: expected [latitude, longitude] or [latitude, longitude, altitude]"
    ),
    (
      "{\"motion\": {\"kind\": \"standing\", \"at\": [1, 2],\n \"speed\": 3}}",
      "mine:2: motion.speed: unknown member; expected one of kind, at"
    ),
    (
      "{\"motion\": {\"kind\": \"route\",\n \"waypoints\": [[1, 2]], \"speed\": 3}}",
      "mine:2: motion.waypoints: a route needs at least two different places"
    ),
    (
      "{\"motion\": {\"kind\": \"route\", \"waypoints\": [[1, 2], [3, 4]]}}",
      "mine:1: motion.speed: missing; a route without a speed needs a time for every waypoint"
    ),
    (
      "{\"motion\": {\"kind\": \"route\", \"speed\": 3}}",
      "mine:1: motion: expected either waypoints or track"
    ),
    (
      "{\"motion\": {\"kind\": \"route\", \"speed\": 3, \"track\": \"a.gpx\"}}",
      "mine:1: motion.track: this program does not read tracks"
    ),
    (
      "{\"motion\": {\"kind\": \"circle\", \"center\": [1, 2], \"radius\": 0, \"speed\": 1}}",
      "mine:1: motion.radius: expected a number of meters within 0.001...1000000000, not 0"
    ),
  ])
  func saysWhatIsWrong(_ json: String, _ message: String) {
    let error = #expect(throws: ScenarioError.self) { try Self.read(json) }
    #expect(error.map { "\($0)" } == message)
  }

  /// A wrong member next to a good motion, with its error message.
  @Test(arguments: [
    (#""rate": 21"#, "rate: expected a number within 1...20, not 21"),
    (#""rate": 2.5"#, "rate: expected a whole number, not 2.5"),
    (#""rate": "fast""#, "rate: expected a number, not \"fast\""),
    (#""duration": -1"#, "duration: expected a number of seconds within 0...1000000000, not -1"),
    (
      #""start": "yesterday""#,
      "start: expected a UTC time as \"2025-06-01T08:00:00Z\", not \"yesterday\""
    ),
    (
      #""start": "2025-02-29T00:00:00Z""#,
      "start: expected a UTC time as \"2025-06-01T08:00:00Z\", not \"2025-02-29T00:00:00Z\""
    ),
    (
      #""environment": "swamp""#,
      "environment: unknown environment \"swamp\"; expected one of open sky, city, forest, indoor"
    ),
    (
      #""error": "huge""#,
      "error: unknown error \"huge\"; expected one of off, open sky, city, forest, indoor"
    ),
    (
      #""sky": {"systems": ["gps", "loran"]}"#,
      "sky.systems[1]: unknown system \"loran\"; expected one of gps, glonass, galileo, beidou"
    ),
    (
      #""color": 1"#,
      "color: unknown member; expected one of description, start, rate, duration, seed, motion, geoidSeparation, environment, sky, error, faults"
    ),
    (#""faults": {}"#, "faults: expected an array, not an object"),
    (#""faults": [{"kind": "no-fix"}, {"kind": "jump"}]"#, "faults[1]: meters is missing"),
    (
      #""faults": [{"kind": "bad-checksum", "share": 2}]"#,
      "faults[0].share: expected a number within 0...1, not 2"
    ),
    (
      #""faults": [{"kind": "revoked", "for": 2}]"#,
      "faults[0].for: unknown member; expected one of kind, at"
    ),
    (
      #""faults": [{"kind": "end", "failure": 1}]"#,
      "faults[0].failure: expected true or false, not 1.0"
    ),
  ])
  func theErrorExplainsAWrongMember(_ json: String, _ message: String) {
    let error = #expect(throws: ScenarioError.self) {
      try Self.read("{\"motion\": {\"kind\": \"standing\", \"at\": [0, 0]},\n\(json)}")
    }
    #expect(error.map { "\($0)" } == "mine:2: \(message)")
  }

  @Test func anUnknownFaultIsReportedWithTheKnownKinds() {
    let error = #expect(throws: ScenarioError.self) {
      try Self.read(
        """
        {
          "motion": {"kind": "standing", "at": [0, 0]},
          "faults": [
            {"kind": "no-fix"},
            {"kind": "dropot", "at": 5}
          ]
        }
        """)
    }
    #expect(error?.path == "faults[1].kind" && error?.line == 5)
    #expect(
      error?.problem.hasPrefix(
        "unknown fault \"dropot\"; expected one of no-fix, cold-start, dropout")
        == true)
  }

  @Test func survivesEveryTruncationOfAFile() throws {
    let file = Array(try #require(Scenario.builtInFile(named: "tunnel")).utf8)
    for length in 0..<file.count {
      #expect(throws: ScenarioError.self) {
        try Scenario(json: Array(file.prefix(length)), name: "cut")
      }
    }
  }

  @Test func escapesAndDepthAreBounded() throws {
    let text =
      #"{"motion": {"kind": "standing", "at": [0, 0]}, "description": "a\u00e9\ud83d\ude00\n\"\\\/"}"#
    #expect(try Self.read(text).summary == "a\u{E9}\u{1F600}\n\"\\/")
    #expect(throws: ScenarioError.self) { try Self.read(String(repeating: "[", count: 10_000)) }
    #expect(throws: ScenarioError.self) { try Self.read(#"{"description": "\u+12f"}"#) }
  }

  @Test func requestsTracksByName() throws {
    let json = #"{"motion": {"kind": "route", "track": "way.gpx", "speed": 5}}"#
    let ends = [Waypoint(berlin), Waypoint(place(52, 13))]
    let scenario = try Scenario(
      json: Array(json.utf8), name: "mine",
      routes: { (path: String) throws(ScenarioError) in
        guard path == "way.gpx" else { throw ScenarioError(problem: path) }
        return ends
      })
    #expect(scenario.motion == .route(try Route(ends, speed: .constant(5))))
  }

  @Test func describesItself() throws {
    let details = try #require(Scenario.named("tunnel")).details
    for part in ["tunnel: a motorway", "4 waypoints", "1 Hz", "no signal, at 60 s for 45 s"] {
      #expect(details.contains(part), "\(details)")
    }
  }
}
