import NMEA0183
import TestTurns
import Testing

@Suite(.inTurn) struct DatumTests {
  private func gga(_ second: Int) -> String {
    "GPGGA,1235\(second),4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"
  }

  private func datums(_ bodies: [String]) throws -> [String?] {
    try epochs(bodies).map { $0.datum?.description }
  }

  @Test(arguments: [
    "PGRMM,WGS 84", "PGRMM,NAD83", "PGRMM,", "GPDTM,W84,,0.0,N,0.0,E,0.0,W84", "GPDTM,,,,,,,,W84",
  ])
  func wgs84IsTheUsualDatum(body: String) throws {
    #expect(try datums([body, gga(10), gga(11)]) == [nil, nil])
  }

  @Test(arguments: [
    ("PGRMM,NAD27 CONUS", "NAD27 CONUS"), ("PGRMM,European 1950", "European 1950"),
    ("GPDTM,TOK,,0.0,N,0.0,E,0.0,W84", "TOK"), ("GPDTM,999,,0.0,N,0.0,E,0.0,W84", "999"),
    ("GPDTM,P90,,,N,,W,,W84", "P90"), ("GPDTM,TOK,,0.2,N,,E,-42.0,W84", "TOK"),
    ("GPDTM,TOK,,0.2,N,-0.2,E,-42.0,NAS", "TOK"), ("GPDTM,TOK,,0.2,N,-0.2,E,-42.0,", "TOK"),
    ("GPDTM,TOK,,80.2,N,-0.2,E,-42.0,W84", "TOK"), ("PGRMM,WGS 84 2000 ABCDE", "WGS 84 2000 ABCD"),
  ])
  func anotherDatumIsStated(body: String, name: String) throws {
    #expect(try datums([body, gga(10), gga(11)]) == [name, name])
  }

  @Test func aDatumHoldsUntilAnotherOneIsStated() throws {
    #expect(
      try datums([
        gga(10), gga(11), "PGRMM,NAD27 CONUS", gga(12), gga(13), "PGRMM,WGS 84", gga(14),
      ]) == [nil, "NAD27 CONUS", "NAD27 CONUS", "NAD27 CONUS", nil])
  }

  private func places(_ bodies: [String]) throws -> [[Double?]] {
    try epochs(bodies).map {
      [$0.latitude, $0.longitude].map { $0.map { ($0 * 1e8).rounded() / 1e8 } }
    }
  }

  @Test(arguments: [
    ("GNDTM,P90,,0000.000011,S,00000.000001,W,0.999,W84", 48.117_300_18, 11.516_666_68),
    ("GPDTM,P90,,0.0,N,0.0,E,0.0,W84", 48.117_3, 11.516_666_67),
    ("GPDTM,TOK,,0.195,N,-0.193,E,-42.0,W84", 48.114_05, 11.519_883_33),
    ("GPDTM,999,CH95,0.08,N,0.07,E,-47.7,W84", 48.115_966_67, 11.515_5),
    ("GPDTM,NAS,,0.0,N,0.02,W,,W84", 48.117_3, 11.517),
  ])
  func aStatedOffsetIsTakenAway(dtm: String, latitude: Double, longitude: Double) throws {
    let bodies = [dtm, gga(10), dtm, gga(11), dtm, gga(12)]
    #expect(try datums(bodies) == [nil, nil, nil])
    #expect(try places(bodies) == Array(repeating: [latitude, longitude], count: 3))
    // Live, an epoch that was handed on early may come again, and is not moved twice.
    let live = try epochs(
      (10..<40).flatMap { [dtm, gga($0), "GPZDA,1235\($0),01,03,2025,00,00"] }, emitsEarly: true)
    #expect(Set(live.map(\.latitude)).count == 1)
  }

  @Test func theOffsetOfTheHeightIsThatOfTheEllipsoid() throws {
    let pubx =
      "PUBX,00,123510,4807.03800,N,01131.00000,E,592.3,G3,2.1,2.0,0.0,77.3,0.0,,0.9,1.1,0.8,8,0,0"
    let heights = try ["-47.7", ""].map { altitude in
      let epoch = try epochs(["GPDTM,999,,0.08,N,0.07,E,\(altitude),W84", pubx, gga(10)])[0]
      return [epoch.altitude, epoch.geoidSeparation, epoch.ellipsoidalAltitude]
    }
    #expect(heights == [[545.4, 46.9, 640], [545.4, 46.9, nil]])
  }

  @Test func aPositionIsMovedOverTheDateLine() throws {
    let gga = "GPGGA,123510,4807.038,N,17959.99,E,1,08,0.9,545.4,M,46.9,M,,"
    #expect(try places(["GPDTM,TOK,,0.1,N,0.02,W,0.0,W84", gga])[0][1] == -179.999_833_33)
  }

  /// Nothing shows to which of its sentences the new datum applies.
  @Test func anEpochInWhichTheDatumChangesHasNoOffset() throws {
    let tokyo = "GPDTM,TOK,,0.195,N,-0.193,E,-42.0,W84"
    let wgs84 = "GPDTM,W84,,0.0,N,0.0,E,0.0,W84"
    #expect(
      try datums([
        wgs84, gga(10), gga(11), tokyo, gga(12), tokyo, gga(13), wgs84, gga(14), wgs84, gga(15),
      ]) == [nil, "TOK", nil, "TOK", nil, nil])
    #expect(try datums([wgs84, tokyo, gga(10), gga(11)]) == ["TOK", nil])
    #expect(try datums([gga(10), gga(11), tokyo, gga(12)]) == [nil, "TOK", nil])
  }
}
