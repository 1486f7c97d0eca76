/// How much of a track was played, all rounds of a repeated track together.
struct PlayedTime {
  private static let usualInterval = Duration.seconds(1)

  /// The played time at the start of this round.
  private var past = Duration.zero
  private var first: Duration?
  private var last = Duration.zero
  /// The played distance between the last two positions.
  private var interval: Duration?
  /// The sum of all that was cut from the gaps of this round.
  private var cut = Duration.zero
  private let maximumGap: Duration?

  /// - Parameter maximumGap: the longest distance between two positions that is played; `nil` for no
  ///   limit.
  init(maximumGap: Duration? = nil) { self.maximumGap = maximumGap.map { max($0, .zero) } }

  /// Moves to a position of the track; returns the time played until there.
  mutating func move(to position: Duration) -> Duration {
    guard let first else {
      first = position
      last = position
      return past
    }
    if position > last {
      let distance = position - last
      let played = min(distance, maximumGap ?? distance)
      cut += distance - played
      interval = played
      last = position
    }
    return past + (last - first - cut)
  }

  /// Begins the next round. Its first item follows one interval after the last item of this round,
  /// as the receiver would have continued; without any interval, one second after it.
  mutating func startOver() {
    guard let first else { return }
    past += last - first - cut + (interval ?? Self.usualInterval)
    self.first = nil
    cut = .zero
  }
}
