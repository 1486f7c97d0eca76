import LocationCore

/// Checks that a `UserLocationProvider` keeps its contract. It needs no test framework: give it a
/// closure that makes the provider, and check it.
///
/// ```swift
/// @Test func keepsTheContract() async throws {
///   let suite = UserLocationProviderConformance(
///     makingPending: { UserLocationService(provider: LocationProviderMock()) },
///     making: { UserLocationService(provider: TestTrack.drive.provider()) })
///   try await suite.check()
/// }
/// ```
public struct UserLocationProviderConformance: ConformanceSuite {
  /// A broken rule.
  public typealias Violation = ConformanceViolation<Rule>

  /// The rules.
  public enum Rule: String, Hashable, Sendable, CaseIterable {
    /// A request is answered within the time limit, with a location or an error.
    case answers = "a request is answered"
    /// No request is answered a second time.
    case answersOnce = "a request is answered once"
    /// A request whose handle was dropped is answered too, and not with `.cancelled`.
    case answersWithoutHandle = "a request is answered although its handle was dropped"
    /// Requests that are made at the same time are each answered.
    case independentRequests = "requests do not affect one another"
    /// `cancel()` ends an open request with `.cancelled`.
    case obeysCancellation = "canceling ends a request"
    /// `cancel()` after the answer does nothing.
    case ignoresLateCancellation = "canceling after the answer does nothing"
    /// `userLocation()` ends with `.cancelled` when its task is canceled.
    case endsWithItsTask = "userLocation() ends with its task"
  }

  private let make: @Sendable () async throws -> any UserLocationProvider
  private let makePending: (@Sendable () async throws -> any UserLocationProvider)?
  let limit: Duration

  /// Describes how to check a provider.
  ///
  /// - Parameters:
  ///   - limit: the longest real time that one check may take; more than zero. A check that waits for
  ///     an answer that never comes takes this long.
  ///   - makingPending: makes a provider whose requests stay open until they are canceled, such as a
  ///     service in front of a silent source. Without it, the suite cancels only requests that may
  ///     already be answered, and cannot find a provider that ignores cancellation.
  ///   - making: makes a provider that answers each request by itself within `limit`.
  /// - Precondition: `limit` is positive.
  public init(
    limit: Duration = .seconds(10),
    makingPending: (@Sendable () async throws -> any UserLocationProvider)? = nil,
    making: @escaping @Sendable () async throws -> any UserLocationProvider
  ) {
    precondition(limit > .zero, "a check needs some time, not \(limit)")
    make = making
    makePending = makingPending
    self.limit = limit
  }

  /// Runs every check on a new provider. The result is empty if the provider keeps its contract.
  ///
  /// A provider that answers no request is checked no further.
  ///
  /// - Throws: an error of a closure that makes a provider.
  public func violations() async throws -> [Violation] {
    let log = RequestLog(limit: limit)
    var found = await checkAnswer(try await make(), log)
    if found.contains(where: { $0.rule == .answers }) { return found }
    found += await checkDroppedHandle(try await make(), log)
    found += await checkConcurrency(try await make(), log)
    found += await checkEarlyCancellation(try await make(), log)
    if let makePending {
      found += await checkCancellation(try await makePending(), log)
    }
    // A second answer may come late, so it is looked for after all requests.
    await letOthersRun()
    if let twice = log.requests.first(where: { $0.answers.count > 1 }) {
      // `userLocation()` stops the program at a second answer, so it is not checked.
      if !found.contains(where: { $0.rule == .ignoresLateCancellation }) {
        found.append(Violation(.answersOnce, "the answers to one request were \(twice.words)"))
      }
    } else if let makePending {
      found += await checkTaskCancellation(try await makePending())
    }
    return found
  }
}
