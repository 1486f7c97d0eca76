#if Web
  /// How a recording or a simulation is played.
  struct WebPlayback: Hashable, Sendable {
    var isPaused: Bool
    /// How many times as fast as recorded; `nil` as fast as possible.
    var factor: Double?
    /// The time since the start of the recording; `nil` before its first location.
    var position: Duration?
    /// Whether it can be played from another position.
    var canSeek: Bool
  }
#endif
