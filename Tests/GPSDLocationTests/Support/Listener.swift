import LocationCore
import Synchronization

/// Reads a subscription in its own task until it is released.
final class Listener: Sendable {
  private struct Heard {
    var updates: [LocationUpdate] = []
    var end: Result<Void, UserLocationError>?
  }

  private let heard = Mutex(Heard())
  private let task = Mutex<Task<Void, Never>?>(nil)

  init(_ updates: consuming LocationUpdates) {
    let listening = Task { [weak self, updates] in
      var iterator = updates.makeAsyncIterator()
      do throws(UserLocationError) {
        while let update = try await iterator.next() {
          self?.heard.withLock { $0.updates.append(update) }
        }
        self?.heard.withLock { $0.end = .success(()) }
      } catch {
        self?.heard.withLock { $0.end = .failure(error) }
      }
    }
    task.withLock { $0 = listening }
  }

  deinit { task.withLock { $0?.cancel() } }

  var updates: [LocationUpdate] { heard.withLock { $0.updates } }
  var fixes: [Fix] { updates.compactMap(\.fix) }
  var losses: [FixLoss.Reason] { updates.compactMap(\.loss?.reason) }
  var skies: [SkyView] { updates.compactMap(\.sky) }

  /// The seconds of the fixes' times after 2024-07-04 12:00:00 UTC.
  var seconds: [Int] {
    fixes.compactMap { $0.timestamp.map { Int($0.timeIntervalSince1970) - 1_720_094_400 } }
  }

  /// Whether the subscription is over.
  var isOver: Bool { heard.withLock { $0.end != nil } }

  /// The error that ended the subscription; `nil` if it runs or ended without an error.
  var error: UserLocationError? {
    heard.withLock {
      if case .failure(let error) = $0.end { error } else { nil }
    }
  }
}

extension LocationUpdate {
  var fix: Fix? { if case .fix(let fix) = self { fix } else { nil } }
  var loss: FixLoss? { if case .fixLost(let loss) = self { loss } else { nil } }
  var sky: SkyView? { if case .sky(let sky) = self { sky } else { nil } }
}
