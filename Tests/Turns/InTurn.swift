import Synchronization
public import Testing

/// Runs the tests of a process one after another, even if the runner starts all of them at once.
///
/// `swift test` does so. On two cores, thousands of tests side by side keep each other from running, and real
/// deadlines pass: of a server, of a protocol, of a test that waits for a process.
public struct InTurn: TestTrait, SuiteTrait, TestScoping {
  /// Also the tests of inner suites.
  public var isRecursive: Bool { true }

  /// Waits for the turn, and runs the test.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // A suite in a suite has the trait twice.
    guard !Turns.isTaken else { return try await function() }
    await Turns.shared.take()
    defer { Turns.shared.pass() }
    try await Turns.$isTaken.withValue(true) { try await function() }
  }
}

extension Trait where Self == InTurn {
  /// The tests run one after another.
  public static var inTurn: InTurn { InTurn() }
}

/// The turn, which one test has.
private final class Turns: Sendable {
  static let shared = Turns()
  /// Whether the present test has the turn.
  @TaskLocal static var isTaken = false

  private struct State {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func take() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isTaken {
          state.waiting.append(continuation)
          return false
        }
        state.isTaken = true
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  func pass() {
    let next = state.withLock { state in
      guard let next = state.waiting.popLast() else {
        state.isTaken = false
        return nil as CheckedContinuation<Void, Never>?
      }
      return next
    }
    next?.resume()
  }
}
