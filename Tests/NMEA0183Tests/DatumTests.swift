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
    ("GPDTM,P90,,0.0,N,0.0,E,0.0,W84", "P90"), ("GPDTM,999,USR,0.1,N,0.1,E,0.0,W84", "999"),
    ("GPDTM,W72,,0.1,N,0.1,E,0.0,W84", "W72"), ("PGRMM,WGS 84 2000 ABCDE", "WGS 84 2000 ABCD"),
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
}
