package import LocationCore

/// When the events of a source happen: by the receiver's time in a recording or a simulation, and now for a live
/// source.
package struct EventTime: Sendable {
  /// `nil` for a live source.
  private var recorded: Recorded?

  private struct Recorded {
    /// The last time that the receiver stated.
    var time: Date?
  }

  /// Before the first update, the source counts as live.
  package init() {}

  /// Notes an update of the source.
  package mutating func note(_ update: LocationUpdate) {
    guard let source = update.source else { return }
    let isPlayed = source.kind == .replayed || source.kind == .simulated
    recorded = isPlayed ? Recorded(time: update.timestamp ?? recorded?.time) : nil
  }

  /// The time of an event after the last update; `nil` in a recording that states no date and time.
  ///
  /// - Parameter now: the host's time.
  package func time(at now: Date) -> Date? { recorded.map(\.time) ?? now }
}
