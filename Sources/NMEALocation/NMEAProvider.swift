public import LocationCore

/// A provider whose locations come from NMEA 0183.
public protocol NMEAProvider: LocationProvider {
  /// What went through its decoder since its source was last opened; zero before.
  var counters: NMEACounters { get }
}
