import LocationCore
import LocationSimulation
import TestSupport
import TestTurns
import Testing

/// Texts of coordinates, in every notation.
@Suite(.inTurn) struct CoordinateNotationTests {
  private static let munich = (48.1173, 11.516_666_666_7)

  private func place(_ at: (Double, Double)) throws -> Coordinate {
    try Coordinate(latitude: at.0, longitude: at.1)
  }

  @Test(
    arguments: [
      (.decimal, "48.1173000° N 11.5166667° E"),
      (.degreesMinutes, "48° 07.03800' N 11° 31.00000' E"),
      (.degreesMinutesSeconds, "48° 07' 02.280\" N 11° 31' 00.000\" E"),
      (.utm, "32U 687299.58 5332401.25"), (.mgrs, "32UPU8729932401"), (.plusCode, "8FWH4G88+WMF"),
      (.maidenhead, "JN58sc28"),
    ] as [(CoordinateNotation, String)])
  func everyNotationHasAStandardPrecision(notation: CoordinateNotation, text: String) throws {
    #expect(try place(Self.munich).text(notation) == text)
  }

  @Test(
    arguments: [
      (.decimal, 0, "48° N 12° E"), (.decimal, 2, "48.12° N 11.52° E"),
      (.degreesMinutes, 0, "48° 07' N 11° 31' E"),
      (.degreesMinutesSeconds, 0, "48° 07' 02\" N 11° 31' 00\" E"), (.utm, 0, "32U 687300 5332401"),
      (.mgrs, 2, "32UPU8732"), (.mgrs, 0, "32UPU"), (.plusCode, 4, "8FWH0000+"),
      (.plusCode, 9, "8FWH4G88+WM"), (.maidenhead, 2, "JN"), (.maidenhead, 5, "JN58sc"),
      // Beyond the range of a notation.
      (.decimal, 99, "48.117300000° N 11.516666667° E"), (.mgrs, 9, "32UPU8729932401"),
      (.plusCode, 99, "8FWH4G88+WMF3333"), (.maidenhead, -1, "JN"),
      (.maidenhead, 99, "JN58sc28ad"),
    ] as [(CoordinateNotation, Int, String)])
  func thePrecisionIsTheCallers(
    notation: CoordinateNotation, precision: Int, text: String
  ) throws {
    #expect(try place(Self.munich).text(notation, precision: precision) == text)
  }

  @Test func roundingNeverMakesSixtyMinutesOrSeconds() throws {
    let nearly = try place((-7.999_999_999_9, 179.999_999_999_9))
    #expect(nearly.text(.degreesMinutes) == "8° 00.00000' S 180° 00.00000' E")
    #expect(nearly.text(.degreesMinutesSeconds) == "8° 00' 00.000\" S 180° 00' 00.000\" E")
    #expect(nearly.text(.degreesMinutesSeconds, precision: 0) == "8° 00' 00\" S 180° 00' 00\" E")
  }

  @Test func aPlaceThatRoundsToZeroIsNorthAndEast() throws {
    let nearly = try place((-1e-12, -1e-12))
    #expect(nearly.text(.decimal) == "0.0000000° N 0.0000000° E")
    #expect(nearly.text(.degreesMinutes, precision: 1) == "0° 00.0' N 0° 00.0' E")
  }

  @Test func onlyDegreesSeparateLatitudeAndLongitude() throws {
    let place = try place((-33.8568, -151.2153))
    #expect(place.latitudeText(.degreesMinutes, precision: 2) == "33° 51.41' S")
    #expect(place.longitudeText(.decimal) == "151.2153000° W")
    for notation in [CoordinateNotation.utm, .mgrs, .plusCode, .maidenhead] {
      #expect(place.latitudeText(notation) == nil)
      #expect(place.longitudeText(notation) == nil)
    }
  }

  /// How far a text may be from the place, in meters: the rounding of the last digit, or half a cell's
  /// diagonal.
  private static let tolerances: [(CoordinateNotation, Double)] = [
    (.decimal, 0.008), (.degreesMinutes, 0.014), (.degreesMinutesSeconds, 0.022), (.utm, 0.0075),
    (.mgrs, 0.75), (.plusCode, 2.3), (.maidenhead, 520),
  ]

  @Test(arguments: tolerances)
  func aTextReadsBackAsThePlace(notation: CoordinateNotation, tolerance: Double) throws {
    var random = RandomStream(test: 14)
    for _ in 0..<2000 {
      let start = try place(
        (.random(in: -90...90, using: &random), .random(in: -180...180, using: &random)))
      let text = start.text(notation)
      let back = try #require(Coordinate(text, in: notation), "\(text)")
      #expect(start.distance(to: back) < tolerance, "\(text)")
      #expect(Coordinate(text.lowercased(), in: notation) == back)
    }
  }

  @Test(arguments: CoordinateNotation.allCases)
  func bordersOfTheEarthReadBack(notation: CoordinateNotation) throws {
    for latitude in [-90, -80.000_000_1, -80, 0, 72, 83.999_999, 84, 89.999_999_9, 90] {
      for longitude in [-180, -179.999_999_9, -0.000_000_1, 0, 3, 9, 12, 42, 179.999_999_9, 180] {
        let start = try place((latitude, longitude))
        let text = start.text(notation)
        let back = try #require(Coordinate(text, in: notation), "\(text)")
        #expect(start.distance(to: back) < 600, "\(text)")
      }
    }
  }

  @Test(arguments: [
    "48.1173, 11.5167", "48.1173,11.5167", "48.1173 N 11.5167 E", "48.1173°N, 11.5167°E",
    "48 7.038N 11 31.002E", "48°07′02.28″N 11°31′00.12″E", "48° 07' 02.28\", 11° 31' 00.12\"",
    "+48.1173, +11.5167",
  ])
  func usualFormsOfDegreesAreRead(text: String) throws {
    let read = try #require(Coordinate(text, in: .decimal))
    #expect(abs(read.latitude - 48.1173) < 1e-12)
    #expect(abs(read.longitude - 11.5167) < 1e-12)
  }

  @Test(
    arguments: [
      (.decimal, ""), (.decimal, "48.1173"), (.decimal, "48.1173 11.5167"), (.decimal, "91, 0"),
      (.decimal, "0, 181"), (.decimal, "48 60 N 11 E"), (.decimal, "48.5 30 N 11 E"),
      (.decimal, "-48 N 11 E"), (.decimal, "11 E 48 N"), (.decimal, "48, 11, 3"),
      (.decimal, "a, b"),
      (.decimal, "48 -7 N, 11 E"), (.decimal, "1 2 3 4 N, 11 E"), (.decimal, "--1, 2"),
      (.utm, "32U"), (.utm, "61U 500000 5000000"), (.utm, "0U 500000 5000000"),
      (.utm, "32I 500000 5000000"), (.utm, "32U 1 5000000"), (.utm, "U 500000 5000000"),
      (.utm, "32U nan 5000000"), (.utm, "Z 100000 2000000"),
      (.mgrs, ""), (.mgrs, "32U"), (.mgrs, "32UPU123"), (.mgrs, "32UAU1212"), (.mgrs, "32UPI1212"),
      (.mgrs, "61UPU1212"), (.mgrs, "32UPL1212"), (.mgrs, "UPU1212"), (.mgrs, "ZKA1212"),
      (.mgrs, "32UPU872993240100"), (.mgrs, "32UPU8729٣٢٤٠"),
      (.plusCode, "8FWH4G88WMF"), (.plusCode, "4G88+WM"), (.plusCode, "8FWH4G88+W"),
      (.plusCode, "8FWH4G8A+WM"), (.plusCode, "F2000000+"), (.plusCode, "2X000000+"),
      (.plusCode, "8FWH0000+WM"), (.plusCode, "8FW00000+"), (.plusCode, "00000000+"),
      (.plusCode, "8FWH4G88+WMF33333"),
      (.maidenhead, ""), (.maidenhead, "J"), (.maidenhead, "JN5"), (.maidenhead, "SN58"),
      (.maidenhead, "JN58yc"), (.maidenhead, "JNab"), (.maidenhead, "JN58sc28ad00"),
    ] as [(CoordinateNotation, String)])
  func otherTextIsNoCoordinate(notation: CoordinateNotation, text: String) {
    #expect(Coordinate(text, in: notation) == nil)
  }

  @Test(
    arguments: [
      // Published locators of radio stations and cities.
      ("FN31pr", 41.7147, -72.7272), ("JN58td", 48.1466, 11.6083), ("GF15vc", -34.91, -56.21),
      ("QF56od", -33.8568, 151.2153), ("AA00aa", -90, -180), ("RR99xx", 90, 179.9999),
    ])
  func maidenheadMatchesPublishedLocators(
    locator: String, latitude: Double, longitude: Double
  ) throws {
    #expect(try place((latitude, longitude)).maidenhead() == locator)
  }
}
