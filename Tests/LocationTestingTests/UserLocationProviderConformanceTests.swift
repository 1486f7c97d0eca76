import LocationCore
import LocationTesting
import Synchronization
import TestTurns
import Testing

/// The suite accepts good providers and finds each kind of fault.
@Suite(.inTurn) struct UserLocationProviderConformanceTests {
  typealias Rule = UserLocationProviderConformance.Rule
  typealias Behavior =
    @Sendable (
      _ mock: UserLocationProviderMock, _ completion: @escaping UserLocationCompletionBlock
    )
    -> UserLocationRequest

  static let answer = Result<any UserLocation, UserLocationError>.failure(.timedOut)

  @Test(arguments: [UserLocationProviderMock.Answers.synchronously, .asynchronously])
  func theMockPasses(_ answers: UserLocationProviderMock.Answers) async throws {
    let suite = UserLocationProviderConformance(
      makingPending: { UserLocationProviderMock(answers: answers) },
      making: { UserLocationProviderMock(result: Self.answer, answers: answers) })
    try await suite.check()
  }

  @Test func theServicePasses() async throws {
    let suite = UserLocationProviderConformance(
      makingPending: { UserLocationService(provider: LocationProviderMock()) },
      making: { UserLocationService(provider: TestTrack.drive.provider()) })
    try await suite.check()
  }

  @Test func theServiceOfADeniedProviderPasses() async throws {
    let suite = UserLocationProviderConformance {
      UserLocationService(provider: LocationProviderMock(authorization: .denied))
    }
    try await suite.check()
  }

  @Test func aMissingAnswerIsFound() async throws {
    #expect(try await rules { _, _ in UserLocationRequest() } == [.answers])
  }

  @Test func aSecondAnswerIsFound() async throws {
    let rules = try await rules { mock, completion in
      completion(Self.answer)
      return mock.findUserLocation(matching: LocationCriteria(), then: completion)
    }
    #expect(rules == [.answersOnce])
  }

  @Test func anAnswerAfterTheCancellationOfAnAnsweredRequestIsFound() async throws {
    let rules = try await rules { mock, completion in
      mock.findUserLocation(matching: LocationCriteria(), then: completion)
      return UserLocationRequest { completion(.failure(.cancelled)) }
    }
    #expect(rules == [.ignoresLateCancellation])
  }

  @Test func aRequestThatEndsWithItsHandleIsFound() async throws {
    // The answer waits for the thread until the suite has dropped the handle.
    let thread = OneThread()
    let found = try await Task(executorPreference: thread) {
      try await rules { mock, completion in
        let handle = Handle(on: thread) { completion(Self.answer) }
        return UserLocationRequest { handle.cancel() }
      }
    }.value
    #expect(found.contains(.answersWithoutHandle))
  }

  @Test func aRequestThatAnotherOneReplacesIsFound() async throws {
    let newest = Newest()
    let rules = try await rules { _, completion in
      newest.completion.withLock { $0 = completion }
      Task {
        for _ in 0..<50 { await Task.yield() }
        newest.completion.withLock { $0.take() }?(Self.answer)
      }
      return UserLocationRequest()
    }
    #expect(rules == [.independentRequests])
  }

  @Test func anIgnoredCancellationIsFound() async throws {
    let rules = try await rules(pending: { mock, completion in
      mock.findUserLocation(matching: LocationCriteria(), then: completion)
      return UserLocationRequest()
    })
    #expect(rules == [.obeysCancellation, .endsWithItsTask])
  }

  @Test func aCancellationOfAllRequestsIsFound() async throws {
    let rules = try await rules(pending: { mock, completion in
      mock.findUserLocation(matching: LocationCriteria(), then: completion)
      return UserLocationRequest { mock.answer(with: .failure(.cancelled)) }
    })
    #expect(rules == [.independentRequests])
  }

  @Test func aCancellationThatIsAnsweredTwiceIsFound() async throws {
    let rules = try await rules(pending: { _, completion in
      UserLocationRequest { completion(.failure(.cancelled)) }
    })
    #expect(rules == [.answersOnce])
  }

  @Test func aCancellationWithAnotherErrorIsFound() async throws {
    let rules = try await rules(pending: { mock, completion in
      mock.findUserLocation(matching: LocationCriteria(), then: completion)
      return UserLocationRequest { mock.answer(with: .failure(.timedOut)) }
    })
    #expect(rules.isSuperset(of: [.obeysCancellation, .endsWithItsTask]))
  }

  /// The broken rules of a provider with a behavior, one for providers that answer and one for
  /// providers whose requests stay open.
  private func rules(
    _ behavior: Behavior? = nil, pending: Behavior? = nil
  ) async throws -> Set<Rule> {
    let suite = UserLocationProviderConformance(
      limit: .seconds(2),
      makingPending: pending.map { pending in
        { @Sendable in Custom(mock: UserLocationProviderMock(), behavior: pending) }
      },
      making: {
        let mock = UserLocationProviderMock(result: Self.answer)
        guard let behavior else { return mock }
        return Custom(mock: mock, behavior: behavior)
      })
    return Set(try await suite.violations().map(\.rule))
  }

  private struct Custom: UserLocationProvider {
    let mock: UserLocationProviderMock
    let behavior: Behavior

    @_disfavoredOverload @discardableResult
    func findUserLocation(
      matching criteria: LocationCriteria, then completion: @escaping UserLocationCompletionBlock
    ) -> UserLocationRequest {
      behavior(mock, completion)
    }
  }

  /// Keeps only one request.
  private final class Newest: Sendable {
    let completion = Mutex<UserLocationCompletionBlock?>(nil)
  }

  /// Answers the request on the thread, unless it is released before.
  private final class Handle: Sendable {
    private let task: Task<Void, Never>

    init(on thread: OneThread, answer: @escaping @Sendable () -> Void) {
      task = Task(executorPreference: thread) {
        if !Task.isCancelled { answer() }
      }
    }

    deinit { cancel() }

    func cancel() { task.cancel() }
  }
}
