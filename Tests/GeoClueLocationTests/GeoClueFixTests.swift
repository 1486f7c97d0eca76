import LocationCore
import LocationIO
import TestTurns
import Testing

@testable import GeoClueLocation

@Suite(.inTurn) struct GeoClueFixTests {
  private static let source = FixSource(kind: .live, name: "geoclue:")

  /// The properties of a location, all known, with some of them replaced.
  private static func properties(_ changes: [String: DBusValue] = [:]) -> [String: DBusValue] {
    let known: [String: DBusValue] = [
      "Latitude": .double(48.1173), "Longitude": .double(11.5167), "Accuracy": .double(25),
      "Altitude": .double(545.4), "Speed": .double(1.5), "Heading": .double(84.4),
      "Description": .string("GPS"),
      "Timestamp": .structure([.uint64(1_720_094_400), .uint64(250_000)]),
    ]
    return known.merging(changes) { $1 }
  }

  private static func fix(_ changes: [String: DBusValue] = [:]) -> Fix? {
    Fix(geoClue: properties(changes), source: source)
  }

  @Test func everyKnownValueIsRead() throws {
    let fix = try #require(Self.fix())
    #expect(fix.coordinate == (try Coordinate(latitude: 48.1173, longitude: 11.5167)))
    #expect(fix.horizontalAccuracy == 25)
    #expect(fix.altitude == 545.4)
    #expect(fix.speed == 1.5)
    #expect(fix.course == 84.4)
    #expect(fix.timestamp == Date(timeIntervalSince1970: 1_720_094_400.25))
    #expect(fix.mode == nil)
    #expect(fix.source == Self.source)
  }

  @Test func unknownValuesAreNil() throws {
    let fix = try #require(
      Self.fix([
        "Accuracy": .double(0), "Altitude": .double(-.greatestFiniteMagnitude),
        "Speed": .double(-1), "Heading": .double(-1),
        "Timestamp": .structure([.uint64(0), .uint64(0)]),
      ]))
    #expect(fix.horizontalAccuracy == nil)
    #expect(fix.altitude == nil)
    #expect(fix.speed == nil)
    #expect(fix.course == nil)
    #expect(fix.timestamp == nil)
    #expect(fix.mode == nil)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func aNumberThatIsNotFiniteIsNil(number: Double) throws {
    let value = DBusValue.double(number)
    let fix = try #require(
      Self.fix(["Accuracy": value, "Altitude": value, "Speed": value, "Heading": value]))
    #expect(fix.horizontalAccuracy == nil)
    #expect(fix.altitude == nil)
    #expect(fix.speed == nil)
    #expect(fix.course == nil)
  }

  @Test func zeroIsAValueExceptForTheAccuracy() throws {
    let zero = DBusValue.double(0)
    let fix = try #require(Self.fix(["Altitude": zero, "Speed": zero, "Heading": zero]))
    #expect(fix.altitude == 0)
    #expect(fix.speed == 0)
    #expect(fix.course == 0)
  }

  @Test func northAs360DegreesIsZero() throws {
    #expect(try #require(Self.fix(["Heading": .double(360)])).course == 0)
    #expect(try #require(Self.fix(["Heading": .double(361)])).course == nil)
  }

  @Test(arguments: [
    ["Latitude": DBusValue.double(91)], ["Longitude": .double(.nan)], ["Latitude": .string("48")],
  ])
  func aPlaceThatIsNotOnEarthIsNoFix(changes: [String: DBusValue]) {
    #expect(Self.fix(changes) == nil)
  }

  @Test func aLocationWithoutItsPlaceIsNoFix() {
    var properties = Self.properties()
    properties["Longitude"] = nil
    #expect(Fix(geoClue: properties, source: Self.source) == nil)
  }

  @Test(arguments: [
    DBusValue.structure([.uint64(.max), .uint64(0)]), .structure([.uint64(5)]), .uint64(5),
    .structure([.uint64(5), .uint64(1_000_000)]),
  ])
  func aStrangeTimestampIsNil(value: DBusValue) throws {
    #expect(try #require(Self.fix(["Timestamp": value])).timestamp == nil)
  }

  @Test(
    arguments: [
      (0.4, 0), (0.5, 1), (50, 50), (-3, 0), (.nan, 0), (.infinity, UInt32.max), (1e12, .max),
    ] as [(Double, UInt32)])
  func aDistanceIsRoundedToWholeMeters(distance: Double, meters: UInt32) {
    let request = GeoClueRequest(
      desktopID: "test", accuracy: .exact, distance: distance, time: .zero)
    #expect(request.distanceThreshold == meters)
    #expect(request.timeThreshold == 0)
  }

  @Test func aTimeIsRoundedToWholeSeconds() {
    let request = GeoClueRequest(
      desktopID: "test", accuracy: .city, distance: 0, time: .milliseconds(1700))
    #expect(request.timeThreshold == 2)
  }
}
