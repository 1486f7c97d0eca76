/// What a program asks GeoClue for, as the properties of its client state it.
struct GeoClueRequest: Hashable, Sendable {
  /// The name of the program's desktop file without its extension.
  let desktopID: String
  /// The most accurate location to return.
  let accuracy: GeoClueAccuracyLevel
  /// In meters.
  let distanceThreshold: UInt32
  /// In seconds.
  let timeThreshold: UInt32

  /// Rounds the thresholds to GeoClue's units. Negative numbers and NaN count as 0.
  init(
    desktopID: String, accuracy: GeoClueAccuracyLevel, distance: Double, time: Duration
  ) {
    self.desktopID = desktopID
    self.accuracy = accuracy
    distanceThreshold = Self.whole(distance)
    timeThreshold = Self.whole(time / .seconds(1))
  }

  private static func whole(_ number: Double) -> UInt32 {
    number > 0 ? UInt32(exactly: number.rounded()) ?? .max : 0
  }
}
