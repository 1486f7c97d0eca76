/// How much of a track was played, all rounds of a repeated track together.
struct PlayedTime {
  private static let usualInterval = Duration.seconds(1)

  /// The played time at the start of this round.
  private var past = Duration.zero
  private var first: Duration?
  private var last = Duration.zero
  /// The distance between the last two positions.
  private var interval: Duration?

  /// Moves to a position of the track; returns the time played until there.
  mutating func move(to position: Duration) -> Duration {
    guard let first else {
      first = position
      last = position
      return past
    }
    if position > last {
      interval = position - last
      last = position
    }
    return past + (last - first)
  }

  /// Begins the next round. Its first item follows one interval after the last item of this round,
  /// as the receiver would have continued; without any interval, one second after it.
  mutating func startOver() {
    guard let first else { return }
    past += last - first + (interval ?? Self.usualInterval)
    self.first = nil
  }
}
