import LocationPublishing
import Synchronization

/// Tells the user what happens to a queue.
final class QueueReporter: Sendable {
  private struct State {
    /// Whether the user knows that the target cannot be reached.
    var isWaiting = false
    /// How many messages were dropped, and how many of them the user knows of.
    var dropped = 0
    var toldDrops = 0
    /// How many messages were refused, by the reason.
    var refusals: [String: Int] = [:]
  }

  private static let mostReasons = 10

  private let target: String
  private let isVerbose: Bool
  private let environment: LocateEnvironment
  private let state = Mutex(State())

  init(target: String, isVerbose: Bool, environment: LocateEnvironment) {
    self.target = target
    self.isVerbose = isVerbose
    self.environment = environment
  }

  func report(_ event: PublishingQueue.Event) { say(words(for: event)) }

  /// Reports how many messages were dropped at all, if the user does not know it, and how many were refused.
  func end() {
    say(state.withLock { $0.dropped > $0.toldDrops ? Self.words(dropped: $0.dropped) : nil })
    let refusals = state.withLock { $0.refusals }
    for (reason, count) in refusals.sorted(by: { $0.key < $1.key }) where count > 1 {
      say("\(HelpText.count(count, "message")) refused and lost: \(reason)")
    }
  }

  private func say(_ words: String?) {
    guard let words else { return }
    environment.say("\(target): \(words)")
  }

  private func words(for event: PublishingQueue.Event) -> String? {
    switch event {
    case .waiting(let error, let messages, let pause):
      let isKnown = state.withLock { state in
        defer { state.isWaiting = true }
        return state.isWaiting
      }
      if isKnown, !isVerbose { return nil }
      let count = HelpText.count(messages, "message")
      return "\(error); \(count) wait\(messages == 1 ? "s" : ""); trying again in "
        + HelpText.seconds(pause)
    case .resumed(let messages):
      state.withLock { $0.isWaiting = false }
      return "it takes messages again; \(HelpText.count(messages, "message")) to send"
    case .rejected(let error):
      let isKnown = state.withLock { state in
        // A server may put anything into its reasons.
        let isNew = state.refusals["\(error)"] == nil
        let reason =
          isNew && state.refusals.count >= Self.mostReasons ? "other reasons" : "\(error)"
        state.refusals[reason, default: 0] += 1
        return !isNew || reason != "\(error)"
      }
      return isKnown ? nil : "a message was refused and is lost: \(error)"
    case .dropped(let count):
      return state.withLock { state in
        state.dropped = max(state.dropped, count)
        // A fleet may drop thousands of messages a second.
        guard count >= max(1, 2 * state.toldDrops) else { return nil }
        state.toldDrops = count
        return Self.words(dropped: count)
      }
    case .notStored(let reason):
      return "the queue cannot be written: \(reason); the latest messages are in memory only"
    }
  }

  private static func words(dropped count: Int) -> String {
    "the queue is full or too old; \(HelpText.count(count, "message")) dropped so far"
  }
}
