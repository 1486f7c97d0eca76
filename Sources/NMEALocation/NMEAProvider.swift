public import LocationCore

/// A provider that decodes NMEA 0183.
public protocol NMEAProvider: LocationProvider {
  /// The decoder's counters since the source was last opened. All are zero before that.
  var counters: NMEACounters { get }
}
