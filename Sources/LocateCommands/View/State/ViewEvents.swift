import LocationCore

/// What happened, the newest event first.
struct ViewEvents: Hashable, Sendable {
  /// The greatest number of events that are kept.
  static let limit = 100

  /// Something that happened.
  struct Event: Hashable, Sendable {
    /// `nil` in a recording that states no date and time.
    let time: Date?
    let text: String
  }

  private(set) var all: [Event] = []

  mutating func add(_ text: String, at time: Date?) {
    all.insert(Event(time: time, text: text), at: 0)
    if all.count > Self.limit { all.removeLast() }
  }
}
