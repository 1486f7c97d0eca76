import NMEA0183
import TestTurns
import Testing

@Suite(.inTurn) struct SignalTests {
  @Test(arguments: [
    (SatelliteSystem.gps, UInt8(1), UInt8(0)), (.gps, 5, 4), (.gps, 6, 3), (.gps, 7, 6),
    (.gps, 8, 7),
    (.sbas, 1, 0), (.galileo, 7, 0), (.galileo, 1, 3), (.galileo, 2, 5), (.glonass, 1, 0),
    (.glonass, 3, 2), (.beidou, 1, 0), (.beidou, 11, 2), (.beidou, 3, 5), (.beidou, 5, 7),
    (.qzss, 5, 4), (.qzss, 6, 5), (.qzss, 8, 9),
  ])
  func aSignalHasANumberOfNMEAAndOneOfUBlox(
    _ system: SatelliteSystem, _ nmea: UInt8, _ uBlox: UInt8
  ) {
    #expect(system.uBloxSignal(nmea) == uBlox)
    #expect(system.nmeaSignal(uBlox) == nmea)
  }

  @Test func aSignalThatOnlyNMEAKnowsHasNoNumberOfUBlox() {
    // L1 P(Y)
    #expect(SatelliteSystem.gps.uBloxSignal(2) == nil)
    #expect(SatelliteSystem.gps.nmeaSignal(99) == nil)
  }
}
