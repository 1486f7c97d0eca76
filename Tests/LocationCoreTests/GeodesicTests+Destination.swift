import LocationCore
import LocationSimulation
import TestSupport
import TestTurns
import Testing

/// Destinations against GeographicLib, and properties of every geodesic.
@Suite(.inTurn) struct GeodesicDestinationTests {
  /// A start (latitude, longitude, bearing in degrees, distance in meters) and its destination.
  struct Leg: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let from: (latitude: Double, longitude: Double)
    let bearing, distance: Double
    let to: (latitude: Double, longitude: Double)

    init(
      _ name: String, _ latitude: Double, _ longitude: Double, _ bearing: Double,
      _ distance: Double, _ latitude2: Double, _ longitude2: Double
    ) {
      testDescription = name
      from = (latitude, longitude)
      self.bearing = bearing
      self.distance = distance
      to = (latitude2, longitude2)
    }
  }

  static let legs = [
    Leg("a step", 48.1173, 11.5167, 33, 12.5, 48.11739428125254, 11.51679143652285),
    Leg("a long way", 40.6, -73.8, 51, 5_500_000, 51.88456450560676, -1.14117286120083),
    Leg("antimeridian", -17.5, 179.9, 90, 50_000, -17.49944184407803, -179.62918865242958),
    Leg("antimeridian westward", 52, -179.5, 280, 100_000, 52.1472987559545, 179.06123170674667),
    Leg("over the pole", 85, 30, 10, 1_500_000, 81.45033218293125, -165.7414097963084),
    Leg("to the equator", -10, 0, 0, 1_105_854.833, -2.11959e-9, 0),
    Leg("along the equator", 0, 170, 90, 2_000_000, 0, -172.03369431760956),
    Leg("from the north pole", 90, 20, 135, 3_000_000, 63.12184497133006, 65),
    Leg("from the south pole", -90, 20, 135, 3_000_000, -63.12184497133006, 155),
    Leg("backward", 48, 11, 45, -200_000, 46.71281500633362, 9.150430930023),
    Leg("round the Earth", 48, 11, 60, 45_000_000, 49.66310819340354, 81.28761824725106),
    Leg("a bearing beyond 360", 48, 11, 405, 1000, 48.00635903299068, 11.00947658751851),
  ]

  @Test(arguments: legs) func agreesWithGeographicLib(leg: Leg) throws {
    let start = try Coordinate(latitude: leg.from.latitude, longitude: leg.from.longitude)
    let end = start.destination(bearing: leg.bearing, distance: leg.distance)
    // 2e-13 degrees are 22 nm.
    #expect(abs(end.latitude - leg.to.latitude) < 2e-13)
    #expect(abs(end.longitude - leg.to.longitude) < 4e-13)
  }

  @Test func noDistanceIsNoMove() throws {
    let start = try Coordinate(latitude: 48.1173, longitude: -180)
    #expect(start.destination(bearing: 77, distance: 0) == start)
  }

  @Test(arguments: [1e9, -1e15, 1e300, -Double.greatestFiniteMagnitude, .leastNonzeroMagnitude])
  func anyFiniteNumberLeadsToAPlaceOnEarth(value: Double) throws {
    let start = try Coordinate(latitude: -48.1173, longitude: 11.5167)
    for (bearing, distance) in [(value, 1e6), (77, value), (value, value)] {
      let end = start.destination(bearing: bearing, distance: distance)
      #expect((-90...90).contains(end.latitude))
      #expect((-180...180).contains(end.longitude))
    }
  }

  @Test func distanceAndBearingLeadBackToTheDestination() throws {
    var places = Places(seed: 1)
    for _ in 0..<2000 {
      let here = try places.anywhere()
      // Every scale from a millimeter to half the Earth.
      let distance = 19_900_000 * places.logarithmic(decades: 10)
      let there = here.destination(bearing: places.uniform(0..<360), distance: distance)
      #expect((-180...180).contains(there.longitude))
      #expect((-90...90).contains(there.latitude))
      #expect(abs(here.distance(to: there) - distance) < 50e-9)

      let bearing = try #require(here.bearing(to: there))
      let again = here.destination(bearing: bearing, distance: distance)
      #expect(again.distance(to: there) < 50e-9)
    }
  }

  @Test func distanceIsTheSameBothWays() throws {
    var places = Places(seed: 2)
    for _ in 0..<2000 {
      let (here, there) = (try places.anywhere(), try places.anywhere())
      #expect(abs(here.distance(to: there) - there.distance(to: here)) < 20e-9)
    }
  }

  @Test func theWayBackArrivesFromWhereItLeft() throws {
    var places = Places(seed: 3)
    for _ in 0..<2000 {
      let (here, there) = (try places.anywhere(), try places.anywhere())
      let back = try #require(there.bearing(to: here))
      let home = there.destination(bearing: back, distance: here.distance(to: there))
      #expect(home.distance(to: here) < 50e-9)
    }
  }

  @Test func nearlyAntipodalPlacesAreReachedByTheirBearing() throws {
    var places = Places(seed: 4)
    for _ in 0..<2000 {
      let here = try places.anywhere()
      let (north, east) = (places.uniform(-1..<1), places.uniform(-1..<1))
      let there = try Coordinate(
        latitude: min(90, max(-90, north - here.latitude)),
        longitude: (here.longitude + 180 + east).remainder(dividingBy: 360))
      let distance = here.distance(to: there)
      #expect(distance > 19_700_000)
      #expect(distance < 20_003_931.4587)
      let bearing = try #require(here.bearing(to: there))
      #expect(here.destination(bearing: bearing, distance: distance).distance(to: there) < 50e-9)
    }
  }

  @Test func aDetourIsNeverShorter() throws {
    var places = Places(seed: 5)
    for _ in 0..<1000 {
      let (a, b, c) = (try places.anywhere(), try places.anywhere(), try places.anywhere())
      #expect(a.distance(to: b) <= a.distance(to: c) + c.distance(to: b) + 50e-9)
    }
  }
}

/// Places all over the Earth, the same in every run.
private struct Places {
  private var random: RandomStream

  init(seed: UInt64) { random = RandomStream(test: seed) }

  mutating func uniform(_ range: Range<Double>) -> Double {
    range.lowerBound + random.uniform() * (range.upperBound - range.lowerBound)
  }

  /// A number from 10⁻ⁿ to 1; every decade has the same probability.
  mutating func logarithmic(decades: Int) -> Double {
    var value = uniform(0.1..<1)
    for _ in 0..<Int(random.uniform() * Double(decades)) { value /= 10 }
    return value
  }

  mutating func anywhere() throws -> Coordinate {
    try Coordinate(latitude: uniform(-90..<90), longitude: uniform(-180..<180))
  }
}
