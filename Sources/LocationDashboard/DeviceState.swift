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

  /// When the device was last heard.
  package var lastArrival: Date {
    max(fixArrival ?? .distantPast, skyArrival ?? .distantPast, loss?.since ?? .distantPast)
  }
}
