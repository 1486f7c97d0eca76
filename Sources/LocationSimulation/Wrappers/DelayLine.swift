import LocationCore

/// Reads the updates of a subscription immediately, and passes them on later.
final class DelayLine: Sendable {
  /// The largest number of delayed updates. When it is reached, a source without a pace waits.
  private static let capacity = 256

  private enum Item: Sendable {
    case update(LocationUpdate, due: Duration)
    case end(UserLocationError?, due: Duration)
  }

  private let clock: ErasedClock
  private let items: AsyncStream<Item>
  private let room: AsyncStream<Void>.Continuation
  private let pump: Task<Void, Never>

  init(_ updates: LocationUpdates, by delay: Duration, clock: ErasedClock) {
    self.clock = clock
    let (items, entrance) = AsyncStream.makeStream(of: Item.self)
    let (rooms, room) = AsyncStream.makeStream(of: Void.self)
    self.items = items
    self.room = room
    for _ in 0..<Self.capacity { room.yield() }
    pump = Task {
      var iterator = updates.makeAsyncIterator()
      do throws(UserLocationError) {
        for await _ in rooms {
          guard let update = try await iterator.next() else { break }
          entrance.yield(.update(update, due: clock.now + delay))
        }
        entrance.yield(.end(nil, due: clock.now + delay))
      } catch {
        entrance.yield(.end(error, due: clock.now + delay))
      }
      entrance.finish()
    }
  }

  deinit { pump.cancel() }

  /// The next update; returns when it is due.
  nonisolated(nonsending) func next() async throws(UserLocationError) -> LocationUpdate? {
    var iterator = items.makeAsyncIterator()
    let item = await iterator.next(isolation: nil)
    if Task.isCancelled { throw .cancelled }
    room.yield()
    switch item {
    case nil: return nil
    case .update(let update, let due)?:
      try await wait(until: due)
      return update
    case .end(let error, let due)?:
      try await wait(until: due)
      if let error { throw error }
      return nil
    }
  }

  private func wait(until due: Duration) async throws(UserLocationError) {
    guard clock.now < due else { return }
    do { try await clock.sleep(until: due) } catch { throw .cancelled }
  }
}
