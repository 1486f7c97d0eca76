package import LocationReplay

/// How a recording or a simulation is played.
package struct DashboardPlayback: Hashable, Sendable {
  package var isPaused: Bool
  /// How many times as fast as recorded; `nil` as fast as possible.
  package var factor: Double?
  /// The time since the start of the recording; `nil` before its first location.
  package var position: Duration?
  /// The position at its end; `nil` if that is not known.
  package var duration: Duration?
  /// Whether it can be played from another position.
  package var canSeek: Bool

  package init(
    isPaused: Bool, factor: Double? = nil, position: Duration? = nil, duration: Duration? = nil,
    canSeek: Bool
  ) {
    self.isPaused = isPaused
    self.factor = factor
    self.position = position
    self.duration = duration
    self.canSeek = canSeek
  }

  package init(of player: TrackPlayer, duration: Duration?, canSeek: Bool) {
    self.init(
      isPaused: player.isPaused, factor: player.pace.factor, position: player.position,
      duration: duration, canSeek: canSeek)
  }
}
