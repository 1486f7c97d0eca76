import LocationCore
import LocationPlaces
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// Frames of `locate view` as text.
@Suite(.inTurn) struct ViewScreenTests {
  private static let start = Date(timeIntervalSince1970: 1_748_764_800)

  /// A receiver that drives east with 14 satellites in view, near two places.
  private static func state(satellites count: Int = 14, fixes: Int = 60) throws -> ViewState {
    var state = ViewState(
      source: "serial:/dev/ttyACM0", authorization: .authorizedAlways,
      places: [
        try place("Home", 48.0001, 11), try place("Office", 48.02, 11.03),
        try place("東京", 48.5, 11.5),
      ], now: start)
    for second in 0..<fixes {
      state.now = start.addingTimeInterval(Double(second))
      var sky = SkyView(satellites: (0..<count).map(satellite), source: .live)
      sky.satellitesUsed = nil
      state.note(.sky(sky))
      state.note(.fix(try fix(second)))
    }
    state.now = state.now.addingTimeInterval(0.3)
    state.decoder = "1000 bytes; 120 sentences: 60 GPRMC; 0 bad; 60 epochs; 60 fixes"
    return state
  }

  private static func place(_ name: String, _ latitude: Double, _ longitude: Double) throws -> Place
  {
    try Place(
      name: name,
      region: .circle(
        around: Coordinate(latitude: latitude, longitude: longitude), radius: 100))
  }

  private static func fix(_ second: Int) throws -> Fix {
    var fix = try Fix.full(source: .live)
    fix.coordinate = try Coordinate(
      latitude: 48 + Double(second % 20) * 0.0001, longitude: 11 + Double(second) * 0.0002)
    fix.timestamp = start.addingTimeInterval(Double(second))
    return fix
  }

  private static func satellite(_ index: Int) -> Satellite {
    let constellations: [Constellation] = [.gps, .galileo, .glonass, .beidou]
    var satellite = Satellite(
      prn: index + 1, constellation: constellations[index % 4], id: index / 4 + 1)
    satellite.elevation = Double(index * 23 % 90)
    satellite.azimuth = Double(index * 77 % 360)
    satellite.signalStrength = index % 7 == 6 ? nil : 25 + Double(index * 5 % 25)
    satellite.isUsed = index % 3 != 2
    return satellite
  }

  private func lines(
    _ state: ViewState, _ columns: Int, _ rows: Int, page: ViewSettings.Page = .overview,
    encoding: TextEncoding = .unicode
  ) -> [String] {
    var settings = ViewSettings()
    settings.page = page
    return ViewScreen(
      state: state, settings: settings, size: ViewSize(columns: columns, rows: rows),
      encoding: encoding
    ).frame().lines
  }

  @Test func withoutALocationTheScreenSaysWhatItWaitsFor() throws {
    var state = ViewState(source: "gpsd://a:1", authorization: .authorizedAlways, now: Self.start)
    state.waiting = "no fix, 5 satellites in view, 12 s"
    let shown = lines(state, 40, 12)
    #expect(shown[0] == " waiting  gpsd://a:1          08:00:00Z")
    #expect(
      shown[1...4] == [
        "─ Location ─────────────────────────────", "Waiting    no fix, 5 satellites in view",
        "Source     gpsd://a:1", "Access     authorized",
      ])
  }

  @Test func aLostLocationIsShownAsTheLastKnownOne() throws {
    var state = try Self.state()
    state.now = state.now.addingTimeInterval(1)
    state.note(.fixLost(FixLoss(reason: .noFix, source: .live)))
    state.now = state.now.addingTimeInterval(72)
    let shown = lines(state, 80, 24)
    #expect(shown[0].hasPrefix(" no fix for 1:12  serial:/dev/ttyACM0"))
    #expect(shown[1].hasPrefix("─ Last known location ─"))
    #expect(shown[2].hasPrefix("Latitude   48.0019000° N"))
    #expect(shown.contains { $0.contains("no fix") && $0.contains("08:01:00Z") })
  }

  @Test func theMostImportantPartsRemainOnTheSmallestScreen() throws {
    let shown = lines(try Self.state(), 40, 12)
    for text in ["3D fix, 0.3 s old", "Latitude", "Longitude", "Accuracy", "Speed", "Satellites"] {
      #expect(shown.contains { $0.contains(text) }, "\(text)")
    }
    #expect(lines(try Self.state(), 39, 12)[0] == "too small: 39x12")
    #expect(lines(try Self.state(), 40, 11)[1] == "needs 40x12; q quits")
  }

  @Test func eightyColumnsShowEverythingImportant() throws {
    let expected = """
       3D fix, 0.3 s old  serial:/dev/ttyACM0                               08:00:59Z
      ─ Location ───────────────────────────────── ─ Sky, used in capitals ───────────
      Latitude   48.0019000° N                                      N
      Longitude  11.0118000° E                                  ···G01···
      Altitude   545.4 m above mean sea level                 G02 E  e02···
      Accuracy   ± 4.0 m, height ± 7.0 m                     ··           ··
      Speed      47.2 km/h                                   ·E04     R E01·
      Course     84.4° true (E)                           W  g03  C01 R02  ·  E
      Climb      -0.5 m/s                                    ··      r01  ··
      Fix        3D, differential, 8 satellites               ··G04     ···
      Time       2025-06-01 08:00:59 UTC                         ········
      Source     serial:/dev/ttyACM0                                S
      Access     authorized                        ─ Track ───────────────────────────
      ─ Satellites: 10 used of 14 ────────────────          ⣠⠖⢹       ⢀⡴⠊⡇       ⣠⠔◆
      GPS 3/4, Galileo 3/4, GLONASS 2/3                  ⣀⠔⠊  ⢸    ⢀⣠⠖⠁  ⢇    ⢀⡴⠊
      ● G02 █████████   45  ○ R01 ███████     35      ⢀⡠⠚⠁    ⠈⡆ ⣀⠔⠋     ⢸ ⢀⡠⠒⠁
      ○ G03 ████████    40  ● C01 ████████    40    ⢠⠖⠉        ⡧⠚⠁       ⢸⠔⠋
      ● G04 ███████     35  ● C02 ███████     35   ├─────┤ 200 m
      ● E01 ██████      30  ○ C03 ██████      30   ─ Places ──────────────────────────
      ● E03 █████████   45  5 more                 Home                        803 m W
      ─ Counters ───────────────────────────────── Office                   2.33 km NE
      60 locations, 0 losses, 60 sky views         ─ Events ──────────────────────────
      1000 bytes, 120 sentences, 0 bad, 60 epochs, 08:00:07Z  left Home
       1 Overview  2 Satellites  3 Track  4 Log  u units  space pause  ? keys  q quit
      """
    #expect(lines(try Self.state(), 80, 24).joined(separator: "\n") == expected)
  }

  @Test(arguments: [(40, 12), (41, 13), (72, 15), (80, 24), (115, 30), (116, 30), (200, 60)])
  func everyPageFitsEveryScreenAndASCIIStaysASCII(columns: Int, rows: Int) throws {
    for count in [0, 1, 14, 70] {
      let state = try Self.state(satellites: count)
      for page in ViewSettings.Page.allCases {
        let unicode = lines(state, columns, rows, page: page)
        #expect(unicode.count == rows)
        let ascii = lines(state, columns, rows, page: page, encoding: .ascii)
        #expect(
          ascii.allSatisfy { $0.utf8.allSatisfy { 0x20..<0x7F ~= $0 } && $0.count <= columns })
      }
    }
  }

  @Test func severalDevicesAreListedAndTheHeaderNamesTheOneThatIsShown() throws {
    var state = ViewState(source: "mqtt://a/+/+", authorization: .authorizedAlways, now: Self.start)
    for number in 1...30 {
      let source = FixSource(kind: .live, name: "mqtt://a/+/+", device: "u\(number)/phone")
      state.note(.fix(try .bare(48 + Double(number) / 100, 11, source: source)))
    }
    state.note(
      .fixLost(
        FixLoss(
          reason: .noFix,
          source: FixSource(kind: .live, name: "mqtt://a/+/+", device: "u30/phone"))))
    state.now = state.now.addingTimeInterval(5)
    state.choose(by: -1)
    let shown = lines(state, 60, 12, page: .devices)
    #expect(shown[0].contains("u30 (30 of 30)"))
    #expect(shown[9] == "  u29   48.29000, 11.00000  5 s ago")
    #expect(shown[10] == "◆ u30   no fix for 5 s")
    state.choose(by: 1)
    let first = lines(state, 60, 12, page: .devices)
    #expect(first[2] == "◆ u1    48.01000, 11.00000  5 s ago")
  }

  @Test func manySatellitesAreCountedAndTheStrongestShown() throws {
    let shown = lines(try Self.state(satellites: 70), 80, 24)
    #expect(shown.contains { $0.contains("Satellites: 47 used of 70") })
    #expect(shown.contains { $0.contains(" more") })
  }

  /// Galileo and SBAS have the letters E and S too.
  @Test func lettersOfTheCompassAreApartFromSatellites() throws {
    var state = try Self.state(satellites: 0)
    let seen = stride(from: 0, to: 360, by: 30).map { azimuth in
      var satellite = Satellite(
        prn: 1 + azimuth / 30, constellation: .galileo, id: 1 + azimuth / 30)
      satellite.azimuth = Double(azimuth)
      satellite.elevation = 0
      return satellite
    }
    state.note(.sky(SkyView(satellites: seen, source: .live)))
    let shown = lines(state, 72, 24, page: .satellites)
    let sky = shown.map { $0.dropFirst(44) }
    #expect(sky.filter { $0.contains("N") && !$0.contains("·") }.count == 1)
    #expect(sky.filter { $0.hasSuffix(" S") && !$0.contains("·") }.count == 1)
    #expect(sky.contains { $0.contains("W E") && $0.hasSuffix(" E") })
  }

  @Test func theSamePictureIsDrawnTwice() throws {
    #expect(lines(try Self.state(), 80, 24) == lines(try Self.state(), 80, 24))
  }
}
