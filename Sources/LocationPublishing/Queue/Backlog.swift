import LocationCore
import LocationIO

/// The messages that wait: the messages of a journal, and after them the ones for which it had no place.
///
/// Each message has a number. The number of a message that was dropped is not used again.
struct Backlog {
  private var journal: PublishingJournal?
  /// The messages in memory: all messages without a journal; otherwise the ones for which the disk has no
  /// space yet.
  private var kept: [PublishedMessage] = []
  private let mostKept: Int
  /// The number of the first message.
  private var first = 0
  /// The number of messages that were dropped in this run.
  private(set) var dropped = 0
  /// Why the journal did not take a message; `nil` if it did.
  private(set) var failure: SystemError?

  /// - Parameter mostKept: how many messages are in memory at most.
  init(_ journal: PublishingJournal?, mostKept: Int) {
    self.journal = journal
    self.mostKept = mostKept
  }

  /// How many messages wait.
  var count: Int { (journal?.count ?? 0) + kept.count }

  /// Adds a message at the end. The oldest messages are dropped if there is no place.
  mutating func add(_ message: PublishedMessage) {
    kept.append(message)
    store()
    if kept.count > mostKept {
      kept.removeFirst()
      dropped += 1
      if (journal?.count ?? 0) == 0 { first += 1 }
    }
  }

  /// Moves messages from memory to the journal.
  private mutating func store() {
    guard journal != nil else { return }
    failure = nil
    while let message = kept.first {
      do throws(SystemError) {
        _ = try withJournal { journal throws(SystemError) in try journal.append(message) }
      } catch {
        failure = error
        return
      }
      kept.removeFirst()
    }
  }

  /// The first messages, `most` at most, and the number of the first one. None waits if there is none.
  mutating func next(_ most: Int, now: Date) -> (number: Int, messages: [PublishedMessage]) {
    do throws(SystemError) {
      let stored = try withJournal { journal throws(SystemError) in
        try journal.first(most, now: now)
      }
      if let stored, !stored.isEmpty { return (first, stored) }
    } catch {
      // The messages on the disk wait for the next run.
      failure = error
      journal = nil
    }
    return (first, Array(kept.prefix(most)))
  }

  /// Removes the messages before a number. Messages that were dropped meanwhile are gone already.
  mutating func remove(before number: Int) {
    let count = number - first
    guard count > 0 else { return }
    first = number
    let stored = min(count, journal?.count ?? 0)
    if stored > 0 {
      // The messages are then sent again in the next run.
      do throws(SystemError) { try journal?.removeFirst(stored) } catch { failure = error }
    }
    kept.removeFirst(min(count - stored, kept.count))
  }

  /// Changes the journal, and counts what it drops. Returns `nil` without a journal.
  private mutating func withJournal<Value>(
    _ change: (inout PublishingJournal) throws(SystemError) -> Value?
  ) throws(SystemError) -> Value? {
    guard var changed = journal else { return nil }
    let before = changed.dropped
    defer {
      dropped += changed.dropped - before
      first += changed.dropped - before
      journal = changed
    }
    return try change(&changed)
  }
}
