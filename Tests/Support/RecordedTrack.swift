package import LocationCore

/// Makes logs for tests.
package enum RecordedTrack {
  /// An RMC for each of `seconds`, counted from 1 March 2025, 00:00 UTC, up to ten days. Each latitude
  /// is a thousandth of a minute greater than the one before.
  package static func rmc(_ seconds: some Sequence<Int>, date: Bool = true) -> [UInt8] {
    var log: [UInt8] = []
    for (index, second) in seconds.enumerated() {
      let clock = [second / 3600 % 24, second / 60 % 60, second % 60].map(two).joined()
      let minutes = "\(two(index / 1000 % 60)).\(String(1000 + index % 1000).dropFirst())"
      let day = date ? "0\(1 + second / 86_400)0325" : ""
      log += sentence("GPRMC,\(clock),A,48\(minutes),N,01131.000,E,10.0,90.0,\(day),,,A").utf8
    }
    return log
  }

  private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}

/// Every fix of a provider, to its end.
package func fixes(of provider: some LocationProvider) async throws(UserLocationError) -> [Fix] {
  var fixes: [Fix] = []
  var iterator = LocationFixes(provider.startUpdatingLocation()).makeAsyncIterator()
  while let fix = try await iterator.next() { fixes.append(fix) }
  return fixes
}
