extension SatelliteSystem {
  /// NMEA 4.11's number of a signal, and u-blox's, which gpsd uses (`sigid`). Where u-blox has two numbers, for
  /// the two parts of a signal, the first one stands for both.
  private static let signals: [(system: SatelliteSystem, nmea: UInt8, uBlox: UInt8)] = [
    // L1 C/A, L2C-L, L2C-M, L5-I, L5-Q
    (.gps, 1, 0), (.gps, 6, 3), (.gps, 5, 4), (.gps, 7, 6), (.gps, 8, 7),
    // L1 C/A; L5
    (.sbas, 1, 0), (.navic, 1, 0),
    // E1-BC, E5a, E5b, E6-BC, E6-A
    (.galileo, 7, 0), (.galileo, 7, 1), (.galileo, 1, 3), (.galileo, 1, 4), (.galileo, 2, 5),
    (.galileo, 2, 6), (.galileo, 5, 8), (.galileo, 5, 9), (.galileo, 4, 10),
    // B1I, B2I, B3I, B1C, B2a
    (.beidou, 1, 0), (.beidou, 1, 1), (.beidou, 11, 2), (.beidou, 11, 3), (.beidou, 8, 4),
    (.beidou, 8, 10), (.beidou, 3, 5), (.beidou, 3, 6), (.beidou, 5, 7), (.beidou, 5, 8),
    // L1 C/A, L1S, L2C-M, L2C-L, L5-I, L5-Q
    (.qzss, 1, 0), (.qzss, 4, 1), (.qzss, 5, 4), (.qzss, 6, 5), (.qzss, 7, 8), (.qzss, 8, 9),
    // G1 C/A, G2 C/A
    (.glonass, 1, 0), (.glonass, 3, 2),
  ]

  /// u-blox's number of a signal of this system; `nil` if it has none.
  ///
  /// - Parameter number: NMEA 4.11's signal id, 1 … 15.
  public func uBloxSignal(_ number: UInt8) -> UInt8? {
    Self.signals.first { $0.system == self && $0.nmea == number }?.uBlox
  }

  /// NMEA 4.11's id of a signal of this system; `nil` if it has none.
  ///
  /// - Parameter number: u-blox's number of the signal, which is gpsd's `sigid`.
  public func nmeaSignal(_ number: UInt8) -> UInt8? {
    Self.signals.first { $0.system == self && $0.uBlox == number }?.nmea
  }
}
