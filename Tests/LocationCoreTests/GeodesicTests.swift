import LocationCore
import TestTurns
import Testing

/// Distances and bearings against GeographicLib (the Python package `geographiclib` 2.1, which
/// made the reference values), and against geometry where it has no values.
@Suite(.inTurn) struct GeodesicTests {
  /// Two places with their distance in meters and bearing in degrees.
  struct Pair: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let from, to: (latitude: Double, longitude: Double)
    let distance, bearing: Double

    init(
      _ name: String, _ latitude1: Double, _ longitude1: Double, _ latitude2: Double,
      _ longitude2: Double, _ distance: Double, _ bearing: Double
    ) {
      testDescription = name
      from = (latitude1, longitude1)
      to = (latitude2, longitude2)
      self.distance = distance
      self.bearing = bearing
    }
  }

  static let pairs = [
    Pair("a step", 48.1173, 11.5167, 48.11731, 11.51672, 1.858456129, 53.251300062787),
    Pair("a street", 48.1173, 11.5167, 48.1191, 11.5142, 273.323297938, 317.078048121401),
    Pair("a country", 48.1372, 11.5756, 48.2082, 16.3738, 356899.977051483, 86.945265882705),
    Pair("far", -33.8688, 151.2093, -33.4489, -70.6693, 11368984.480281316, 145.334488948208),
    Pair("farther", -41.32, 174.81, 40.96, -5.5, 19959679.267353822, 161.067669986160),
    Pair("along a parallel", 60, 0, 60, 90, 4621284.365796646, 49.104392990894),

    Pair("along the equator", 0, 10, 0, 100, 10018754.171394622, 90),
    Pair("along the equator westward", 0, 100, 0, 10, 10018754.171394622, 270),
    Pair("the last of the equator", 0, 0, 0, 179.39, 19969603.453405343, 90),

    Pair("along a meridian", -30, 15, 60, 15, 9974186.217430897, 0),
    Pair("over the north pole", 60, 0, 70, 180, 5580877.911364739, 0),
    Pair("over the south pole", -60, 20, -70, -160, 5580877.911364739, 180),
    Pair("past the pole", 89.9995, 0, 89.9995, 175, 111.587671640, 2.500000000095),

    Pair("nearly antipodal", -30, 0, 29.9, 179.8, 19989832.827609532, 161.890524736327),
    Pair("nearly antipodal, eastward", 5, 1e-13, -4.99, 179.3, 19959570.830332428, 84.401951163469),
    Pair("antipodal parallels", -30, 0, 30, 179.7, 19995624.889961265, 144.978882196258),
    Pair("nearly antipodal, equator", 0, 0, 0, 179.6, 19989165.416035745, 41.537175375185),

    Pair(
      "antimeridian, a step", -17.5, 179.9999, -17.5001, -179.9999, 23.950397670, 117.52272081498),
    Pair("antimeridian", -17.5, 179, -18.5, -178, 336433.315152952, 109.665818182688),
    Pair("antimeridian westward", 52, -175, 51, 176, 634357.963150469, 263.450969303412),

    Pair("from the north pole", 90, 0, 48, 11, 4683538.133823032, 169),
    Pair("to the north pole", 48, 11, 90, 77, 4683538.133823032, 0),
    Pair("from the south pole", -90, 0, -33, 151, 6349217.686135769, 151),
  ]

  @Test(arguments: pairs) func agreesWithGeographicLib(pair: Pair) throws {
    let from = try Coordinate(latitude: pair.from.latitude, longitude: pair.from.longitude)
    let to = try Coordinate(latitude: pair.to.latitude, longitude: pair.to.longitude)
    #expect(abs(from.distance(to: to) - pair.distance) < 20e-9)

    let bearing = try #require(from.bearing(to: to))
    // Short lines have a coarse bearing: 20 nm to the side.
    let tolerance = max(1e-9, 20e-9 / pair.distance * 180 / .pi)
    #expect(abs((bearing - pair.bearing).remainder(dividingBy: 360)) < tolerance)
    #expect((0..<360).contains(bearing))
  }

  @Test(arguments: [(0.0, 0.0), (30, -60), (-89, 12.5), (1e-9, 179)])
  func antipodesAreHalfAMeridianApart(latitude: Double, longitude: Double) throws {
    let here = try Coordinate(latitude: latitude, longitude: longitude)
    let there = try Coordinate(
      latitude: -latitude, longitude: longitude < 0 ? longitude + 180 : longitude - 180)
    #expect(abs(here.distance(to: there) - 20_003_931.458625447) < 20e-9)
    // The way over either pole is equally long.
    let bearing = try #require(here.bearing(to: there))
    #expect(bearing == 0 || bearing == 180)
  }

  @Test func polesAreHalfAMeridianApart() throws {
    let north = try Coordinate(latitude: 90, longitude: 33)
    let south = try Coordinate(latitude: -90, longitude: -120)
    #expect(abs(north.distance(to: south) - 20_003_931.458625447) < 20e-9)
    #expect(abs(south.distance(to: north) - 20_003_931.458625447) < 20e-9)
  }

  @Test(arguments: [
    (48.0, 11.0, 48.0, 11.0), (-17.0, 180.0, -17.0, -180.0), (90.0, 0.0, 90.0, 77.0),
    (-90.0, -180.0, -90.0, 12.5), (0.0, 0.0, -0.0, -0.0), (-41.7, -0.0, -41.7, 0.0),
  ])
  func aPlaceIsAtNoDistanceFromItself(
    latitude1: Double, longitude1: Double, latitude2: Double, longitude2: Double
  ) throws {
    let one = try Coordinate(latitude: latitude1, longitude: longitude1)
    let other = try Coordinate(latitude: latitude2, longitude: longitude2)
    #expect(one.distance(to: other) == 0)
    #expect(one.bearing(to: other) == nil)
  }

  @Test func neighborsInTheLastDigitAreApart() throws {
    let here = try Coordinate(latitude: 48.1173, longitude: 11.5167)
    let there = try Coordinate(latitude: 48.1173, longitude: 11.516700000000002)
    #expect(here.distance(to: there) > 0)
    #expect(here.distance(to: there) < 1e-9)
    #expect(here.bearing(to: there).map { abs($0 - 90) < 0.1 } == true)
  }

  @Test func aTriangleOverTheAntimeridianEqualsOneOverAnotherMeridian() throws {
    // The same triangle with its longitudes turned by 180°.
    let corners = [(-17.5, 179.2), (-18.25, -179.5), (-16.75, -179.9)]
    let across = try corners.map { try Coordinate(latitude: $0.0, longitude: $0.1) }
    let elsewhere = try corners.map {
      try Coordinate(latitude: $0.0, longitude: $0.1 > 0 ? $0.1 - 180 : $0.1 + 180)
    }
    for (i, j) in [(0, 1), (1, 2), (2, 0)] {
      let expected = elsewhere[i].distance(to: elsewhere[j])
      #expect(abs(across[i].distance(to: across[j]) - expected) < 20e-9)
      #expect(expected < 200_000)
    }
  }
}
