import Foundation
import LocationCore
import TestTurns
import Testing

/// A number outside the documented range of its property is no value.
@Suite(.inTurn) struct ValueRangeTests {
  typealias Field<Root> = WritableKeyPath<Root, Double?> & Sendable
  typealias Count<Root> = WritableKeyPath<Root, Int?> & Sendable
  static let source = FixSource(kind: .live, name: "mock")
  static let signed: [Field<Fix>] = [
    \.altitude, \.ellipsoidalAltitude, \.geoidSeparation, \.pressureAltitude, \.climb,
    \.magneticVariation,
  ]
  static let notNegative: [Field<Fix>] = [
    \.timeOfDay, \.speed, \.course, \.heading, \.differentialAge, \.errors.horizontal,
    \.errors.latitude, \.errors.longitude, \.errors.vertical, \.errors.spherical, \.errors.speed,
    \.errors.course, \.errors.climb, \.errors.time, \.dilution.geometric, \.dilution.position,
    \.dilution.horizontal, \.dilution.vertical, \.dilution.time, \.dilution.longitude,
    \.dilution.latitude,
  ]
  static let reported: [Field<FixLoss>] = [
    \.timeOfDay, \.reported.speed, \.reported.course, \.reported.errors.horizontal,
  ]

  private func fix() throws -> Fix {
    Fix(coordinate: try Coordinate(latitude: 0, longitude: 0), source: Self.source)
  }

  /// The values that a property has after each of some values was assigned over another one.
  private func kept<Root, Value>(
    _ values: [Value?], in field: WritableKeyPath<Root, Value?>, of root: Root, over other: Value
  ) -> [Value?] {
    values.map { value in
      var root = root
      root[keyPath: field] = other
      root[keyPath: field] = value
      return root[keyPath: field]
    }
  }

  @Test(arguments: signed + notNegative)
  func whatIsNoNumberIsNotKept(_ field: Field<Fix>) throws {
    let numbers = [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude]
    #expect(kept(numbers, in: field, of: try fix(), over: 1) == [nil, nil, nil, nil])
    #expect(kept([nil], in: field, of: try fix(), over: 1) == [nil])
  }

  @Test(arguments: signed)
  func aNegativeNumberIsKeptWhereItMeansDownOrWest(_ field: Field<Fix>) throws {
    #expect(kept([-100.5, 0, 100.5], in: field, of: try fix(), over: 1) == [-100.5, 0, 100.5])
  }

  @Test(arguments: notNegative)
  func aNegativeNumberIsNotKept(_ field: Field<Fix>) throws {
    #expect(kept([-5, -0.5, 0, 0.5], in: field, of: try fix(), over: 1) == [nil, nil, 0, 0.5])
  }

  @Test(arguments: [\.course, \.heading] as [Field<Fix>])
  func aDirectionIsWithinTheCircle(_ field: Field<Fix>) throws {
    let kept = kept(
      [-1, 359.9, 360.0.nextDown, 360, 360.1, 720], in: field, of: try fix(), over: 1)
    #expect(kept == [nil, 359.9, 360.0.nextDown, 0, nil, nil])
  }

  @Test func aMagneticVariationIsWithinHalfACircle() throws {
    #expect(
      kept([-180, 180, -180.1, 180.1], in: \.magneticVariation, of: try fix(), over: 1)
        == [-180, 180, nil, nil])
  }

  @Test func aTimeOfDayEndsWithTheLeapSecond() throws {
    #expect(
      kept([86_400.9, 86_401.0.nextDown, 86_401], in: \.timeOfDay, of: try fix(), over: 1)
        == [86_400.9, 86_401.0.nextDown, nil])
  }

  @Test func countsAndStationsAreWithinTheirRanges() throws {
    #expect(
      kept([-1, 0, 4095, 4096], in: \.differentialStation, of: try fix(), over: 1)
        == [nil, 0, 4095, nil])
    #expect(kept([-1, 0, 12], in: \.satellitesUsed, of: try fix(), over: 1) == [nil, 0, 12])
    #expect(
      kept([-1, 0, 100, 101], in: \.batteryLevel, of: try fix(), over: 1) == [nil, 0, 100, nil])
  }

  @Test(arguments: reported)
  func aLossKeepsNoImpossibleNumber(_ field: Field<FixLoss>) {
    let loss = FixLoss(reason: .noPosition, source: Self.source)
    #expect(kept([-0.5, .nan, 0.5], in: field, of: loss, over: 1) == [nil, nil, 0.5])
  }

  @Test func aSatelliteKeepsNoImpossibleNumber() {
    let satellite = Satellite(prn: 1)
    #expect(
      kept([-91, -90, 90, 91, .nan], in: \.elevation, of: satellite, over: 1)
        == [nil, -90, 90, nil, nil])
    #expect(kept([-1, 359, 360], in: \.azimuth, of: satellite, over: 1) == [nil, 359, 0])
    #expect(kept([-1, 0, .nan], in: \.signalStrength, of: satellite, over: 1) == [nil, 0, nil])
    for field in [\.id, \.signal] as [Count<Satellite>] {
      #expect(kept([-1, 0, 7], in: field, of: satellite, over: 1) == [nil, 0, 7])
    }
    #expect(Satellite(prn: 1, id: -1).id == nil)
    let sky = SkyView(satellites: [], source: Self.source)
    for field in [\.satellitesInView, \.satellitesUsed] as [Count<SkyView>] {
      #expect(kept([-1, 0, 7], in: field, of: sky, over: 1) == [nil, 0, 7])
    }
  }

  @Test func anImpossibleNumberIsNotDecoded() throws {
    let json = """
      {"coordinate": {"latitude": 1, "longitude": 2}, "source": {"kind": "live", "name": "mock"},
      "speed": -5, "course": 720, "heading": 360, "altitude": 1e300, "satellitesUsed": 3,
      "errors": {"horizontal": -1, "vertical": 2}, "dilution": {"position": -1}}
      """
    var expected = try fix()
    expected.coordinate = try Coordinate(latitude: 1, longitude: 2)
    expected.heading = 0
    expected.satellitesUsed = 3
    expected.errors.vertical = 2
    #expect(try JSONDecoder().decode(Fix.self, from: Data(json.utf8)) == expected)
  }
}
