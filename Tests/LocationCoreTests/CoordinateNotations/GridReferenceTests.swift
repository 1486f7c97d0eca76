import Foundation
import LocationCore
import LocationSimulation
import TestSupport
import TestTurns
import Testing

/// UTM, UPS and MGRS against GeographicLib's GeoConvert.
@Suite(.inTurn) struct GridReferenceTests {
  /// Places and what GeoConvert 2.1.2 prints for them: zone and hemisphere, easting, northing, MGRS.
  static let known: [(Double, Double, String, Double, Double, String)] = [
    (48.1173, 11.516_666_666_7, "32n", 687_299.575, 5_332_401.246, "32UPU8729932401"),
    (-33.8568, 151.2153, "56s", 334_900.570, 6_252_288.753, "56HLH3490052288"),
    (60.39299, 5.32415, "32n", 297_477.307, 6_700_830.063, "32VKN9747700830"),
    (78.2232, 15.6267, "33n", 514_278.715, 8_683_355.469, "33XWG1427883355"),
    (90, 0, "n", 2_000_000, 2_000_000, "ZAH0000000000"),
    (-90, 0, "s", 2_000_000, 2_000_000, "BAN0000000000"),
    (84, -75, "n", 1_355_990.492, 1_827_438.172, "YRF5599027438"),
    (-80.000_000_1, 30, "s", 2_556_475.563, 2_963_843.948, "BHX5647563843"),
    (0, 0, "31n", 166_021.443, 0, "31NAA6602100000"),
    (-0.000_000_1, -180, "01s", 166_021.443, 9_999_999.989, "01MAV6602199999"),
    (83.9999, 41, "37n", 523_335.952, 9_328_487.767, "37XEP2333528487"),
  ]

  @Test(arguments: known)
  func knownPlacesHaveTheirGridReferences(
    latitude: Double, longitude: Double, zone: String, easting: Double, northing: Double,
    mgrs: String
  ) throws {
    let place = try Coordinate(latitude: latitude, longitude: longitude)
    let utm = UTMCoordinate(place)
    #expect(Self.zone(of: utm) == zone)
    #expect(abs(utm.easting - easting) < 0.000_6)
    #expect(abs(utm.northing - northing) < 0.000_6)
    #expect(place.mgrs() == mgrs)
  }

  @Test(
    arguments: [
      (55.999_999, 5, 31), (56, 2.999_999, 31), (56, 3, 32), (63.999_999, 3, 32), (64, 3, 31),
      (60, 12, 33), (71.999_999, 8, 32), (72, 8.999_999, 31), (72, 9, 33), (80, 20.999_999, 33),
      (80, 21, 35), (80, 33, 37), (80, 41.999_999, 37), (80, 42, 38), (80, -0.000_001, 30),
      (0, 180, 1), (0, -180, 1), (0, 179.999_999, 60), (0, 6, 32), (0, 5.999_999, 31),
      (0, -1e-17, 30),
    ])
  func norwayAndSvalbardHaveWiderZones(latitude: Double, longitude: Double, zone: Int) throws {
    #expect(try UTMCoordinate(Coordinate(latitude: latitude, longitude: longitude)).zone == zone)
  }

  @Test func polesHaveNoZone() throws {
    for latitude in [84, 90, -80.000_001, -90] {
      let utm = UTMCoordinate(try Coordinate(latitude: latitude, longitude: 17))
      #expect(utm.zone == nil)
      #expect(utm.isNorthern == (latitude > 0))
    }
    #expect(UTMCoordinate(try Coordinate(latitude: -80, longitude: 17)).zone == 33)
    #expect(UTMCoordinate(try Coordinate(latitude: 83.999, longitude: 17)).zone == 33)
  }

  @Test func numbersOutsideTheGridAreRefused() {
    #expect(UTMCoordinate(zone: 32, isNorthern: true, easting: 99_999, northing: 5e6) == nil)
    #expect(UTMCoordinate(zone: 32, isNorthern: true, easting: 5e5, northing: 9_400_001) == nil)
    #expect(UTMCoordinate(zone: 32, isNorthern: false, easting: 5e5, northing: 999_999) == nil)
    #expect(UTMCoordinate(zone: 61, isNorthern: true, easting: 5e5, northing: 5e6) == nil)
    #expect(UTMCoordinate(zone: nil, isNorthern: true, easting: .nan, northing: 2e6) == nil)
    #expect(UTMCoordinate(zone: nil, isNorthern: true, easting: 3.3e6, northing: 2e6) == nil)
  }

  @Test func thePlaceOfAGridPointIsWithinAMicrometer() throws {
    for place in Self.places() {
      let back = UTMCoordinate(place).coordinate
      #expect(place.distance(to: back) < 1e-6, "\(place)")
    }
  }

  @Test(
    .enabled(if: geoConvert != nil, "GeoConvert is not installed (apt install geographiclib-tools)")
  )
  func thousandsOfPlacesAgreeWithGeoConvert() async throws {
    let places = Self.places()
    let utm = try await Self.convert(places, "-u", "-p", "6")
    let mgrs = try await Self.convert(places, "-m", "-p", "0")
    let coarse = try await Self.convert(places, "-m", "-p", "-3")
    try #require(utm.count == places.count && mgrs.count == places.count)
    for (index, place) in places.enumerated() {
      let words = utm[index].split(separator: " ").map(String.init)
      let grid = UTMCoordinate(place)
      #expect(Self.zone(of: grid) == words[0], "\(place)")
      #expect(abs(grid.easting - (Double(words[1]) ?? .nan)) < 2e-6, "\(place) \(grid)")
      #expect(abs(grid.northing - (Double(words[2]) ?? .nan)) < 2e-6, "\(place) \(grid)")
      #expect(place.mgrs() == mgrs[index], "\(place)")
      #expect(place.mgrs(digits: 2) == coarse[index], "\(place)")
    }
  }

  @Test(
    .enabled(if: geoConvert != nil, "GeoConvert is not installed (apt install geographiclib-tools)")
  )
  func gridReferencesReadBackAsGeoConvertReadsThem() async throws {
    let places = Self.places()
    for digits in [0, 3, 5] {
      let squares = places.map { $0.mgrs(digits: digits) }
      let centers = try await Self.convert(lines: squares, "-g", "-p", "9")
      try #require(centers.count == squares.count)
      for (square, center) in zip(squares, centers) {
        let words = center.split(separator: " ").compactMap { Double($0) }
        let read = try #require(Coordinate(mgrs: square), "\(square)")
        try #require(words.count == 2, "\(square) \(center)")
        let expected = try Coordinate(latitude: words[0], longitude: words[1])
        #expect(read.distance(to: expected) < 0.000_01, "\(square)")
      }
    }
  }

  private static func zone(of utm: UTMCoordinate) -> String {
    let zone = utm.zone.map { ($0 < 10 ? "0" : "") + String($0) } ?? ""
    return zone + (utm.isNorthern ? "n" : "s")
  }

  /// Random places, more of them at the poles, and places on and beside each border of zones and bands.
  private static func places() -> [Coordinate] {
    var random = RandomStream(test: 183)
    var places: [(Double, Double)] = []
    for _ in 0..<4000 {
      places.append(
        (.random(in: -90...90, using: &random), .random(in: -180...180, using: &random)))
    }
    for _ in 0..<1000 {
      let latitude = 90 - pow(10, Double.random(in: -7...1.1, using: &random))
      let longitude = Double.random(in: -180...180, using: &random)
      places += [(latitude, longitude), (-latitude, longitude)]
    }
    for longitude in stride(from: -180.0, through: 180, by: 3) {
      for latitude in stride(from: -88.0, through: 88, by: 4) {
        for (north, east) in [(0, 0), (1e-7, -1e-7), (-1e-7, 1e-7)] {
          places.append((latitude + north, min(max(longitude + east, -180), 180)))
        }
      }
    }
    for longitude in [-180, -90, -75.5, 0, 45, 90, 180] {
      places += [(90, longitude), (-90, longitude), (0, longitude)]
    }
    return ReferenceProgram.coordinates(places)
  }

  static let geoConvert = ChildProcess.path(of: "GeoConvert")

  private static func convert(_ places: [Coordinate], _ options: String...) async throws -> [String]
  {
    try await ReferenceProgram.run(geoConvert, places.map(ReferenceProgram.line)) {
      options + ["--input-file", $0]
    }
  }

  private static func convert(lines: [String], _ options: String...) async throws -> [String] {
    try await ReferenceProgram.run(geoConvert, lines) { options + ["--input-file", $0] }
  }
}
