package import LocationCore

/// A provider that plays a track, and also gives the bytes of that track, so that it can be served
/// to other programs.
package protocol TrackProvider: LocationProvider {
  /// Plays the track for all subscriptions. It can be paused, sought and made faster while they run.
  var player: TrackPlayer { get }

  /// Starts a subscription of its own, whose items carry their original bytes.
  ///
  /// The returned closure gives the next item when its time has come; `nil` is the end. Only one
  /// task at a time may call it.
  func startPlaying() -> TrackItems
}

/// Gives one item after the other; `nil` at the end.
package typealias TrackItems =
  nonisolated(nonsending) @Sendable () async throws(UserLocationError) -> TrackItem?
