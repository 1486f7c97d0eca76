package import LocationCore
package import LocationPlaces

package struct DeviceState: Sendable {
  package var source: FixSource
  /// The last location; `nil` before the first one.
  package var fix: Fix?
  /// When the last location arrived.
  package var fixArrival: Date?
  /// Why there is no location, and since when; `nil` while there is one.
  package var loss: (reason: FixLoss.Reason, since: Date)?
  /// The last view with satellites, or the last one.
  package var sky: SkyView?
  package var skyArrival: Date?
  package var track = DeviceTrack()
  package var nearby: NearbyPlaces
  /// Whether the locations come from its source now, and not from another one of a fallback.
  package var isInUse = true

  package init(_ source: FixSource, _ nearby: NearbyPlaces) {
    self.source = source
    self.nearby = nearby
  }

  package var id: DeviceID { source.deviceID }

  /// Whether the last location is the present one.
  package var hasFix: Bool { fix != nil && loss == nil }

  /// The moment from which the age of the last location counts; `nil` before the first one.
  ///
  /// A server or a file may have kept a location for days, so its own time counts. The clock of a machine with a
  /// receiver may be wrong, so there the arrival counts.
  package var ageStart: Date? {
    guard let fix, let fixArrival else { return nil }
    let isKept =
      source.kind == .remembered
      || source.kind == .live && !fix.isSimulated && !reportsEachSecond
    guard isKept, let time = fix.timestamp else { return fixArrival }
    return min(fixArrival, time)
  }

  /// How old the present location of a live source may be, in seconds; `nil` for other sources.
  package var longestAge: Double? {
    source.kind == .live ? (reportsEachSecond ? 10 : 600) : nil
  }

  /// Whether the last location is where the device is now, and not lost, old, remembered, or that of a source that
  /// is not in use.
  package func isPresent(at now: Date) -> Bool {
    guard let ageStart, hasFix, isInUse, source.kind != .remembered else { return false }
    return longestAge.map { now.timeIntervalSince(ageStart) <= $0 } ?? true
  }

  /// Other live sources may report only changes.
  private var reportsEachSecond: Bool {
    ["gpsd:", "serial:", "tcp:", "udp:"].contains { source.name.hasPrefix($0) }
  }

  /// When the device was last heard.
  package var lastArrival: Date {
    max(fixArrival ?? .distantPast, skyArrival ?? .distantPast, loss?.since ?? .distantPast)
  }
}
