import LocationCore
import Synchronization

extension UserLocationProviderConformance {
  func checkAnswer(_ provider: any UserLocationProvider, _ log: RequestLog) async -> [Violation] {
    let request = log.request(from: provider)
    guard await request.isAnswered() else {
      return [Violation(.answers, "no answer within \(limit)")]
    }
    await letOthersRun()
    let count = request.answers.count
    request.cancel()
    request.cancel()
    await letOthersRun()
    withExtendedLifetime(provider) {}
    if request.answers.count == count { return [] }
    return [Violation(.ignoresLateCancellation, "then the answers were \(request.words)")]
  }

  func checkDroppedHandle(
    _ provider: any UserLocationProvider, _ log: RequestLog
  ) async -> [Violation] {
    let request = log.request(from: provider)
    request.dropHandle()
    let isAnswered = await request.isAnswered()
    withExtendedLifetime(provider) {}
    if isAnswered, request.answers.first?.isCancelled == false { return [] }
    return [Violation(.answersWithoutHandle, "the answers were \(request.words)")]
  }

  func checkConcurrency(
    _ provider: any UserLocationProvider, _ log: RequestLog
  ) async -> [Violation] {
    let requests = await withTaskGroup(of: LoggedRequest.self) { group in
      for _ in 0..<8 { group.addTask { log.request(from: provider) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    _ = await within(limit) { for request in requests { await request.firstAnswer() } }
    withExtendedLifetime(provider) {}
    let answered = requests.count { !$0.answers.isEmpty }
    if answered == requests.count { return [] }
    return [
      Violation(.independentRequests, "\(answered) of \(requests.count) requests were answered")
    ]
  }

  /// The request may be answered before it is canceled.
  func checkEarlyCancellation(
    _ provider: any UserLocationProvider, _ log: RequestLog
  ) async -> [Violation] {
    let request = log.request(from: provider)
    request.cancel()
    let isAnswered = await request.isAnswered()
    withExtendedLifetime(provider) {}
    return isAnswered
      ? [] : [Violation(.obeysCancellation, "a canceled request was not answered within \(limit)")]
  }

  func checkCancellation(
    _ provider: any UserLocationProvider, _ log: RequestLog
  ) async -> [Violation] {
    let (canceled, other) = (log.request(from: provider), log.request(from: provider))
    await letOthersRun()
    if let early = [canceled, other].first(where: { !$0.answers.isEmpty }) {
      return [
        Violation(
          .obeysCancellation,
          "a provider from makingPending answered before the cancellation: \(early.words)")
      ]
    }
    await withDiscardingTaskGroup { group in
      for _ in 0..<4 { group.addTask { canceled.cancel() } }
    }
    var found: [Violation] = []
    let isAnswered = await canceled.isAnswered()
    if !isAnswered || canceled.answers.first?.isCancelled == false {
      found.append(Violation(.obeysCancellation, "the answers were \(canceled.words)"))
    }
    await letOthersRun()
    if !other.answers.isEmpty {
      found.append(
        Violation(.independentRequests, "canceling one request answered another: \(other.words)"))
    }
    other.cancel()
    withExtendedLifetime(provider) {}
    return found
  }

  func checkTaskCancellation(_ provider: any UserLocationProvider) async -> [Violation] {
    let asked = AskedProvider(provider: provider)
    let task = Task { () -> LoggedRequest.Answer in
      do throws(UserLocationError) {
        return .success(try await asked.userLocation())
      } catch {
        return .failure(error)
      }
    }
    // A task that is canceled before it asks the provider says nothing of the provider.
    _ = await within(limit) { await asked.count.reaches(1) }
    task.cancel()
    let answer = await within(limit) { await task.value }
    if answer?.isCancelled == true { return [] }
    return [
      Violation(
        .endsWithItsTask, "it ended with \(answer?.words ?? "nothing within \(limit)")")
    ]
  }
}

/// Counts the requests that its provider has received.
private struct AskedProvider: UserLocationProvider {
  let provider: any UserLocationProvider
  let count = AwaitedCount()

  @_disfavoredOverload @discardableResult
  func findUserLocation(
    matching criteria: LocationCriteria, then completion: @escaping UserLocationCompletionBlock
  ) -> UserLocationRequest {
    defer { count.increment() }
    let find = provider.findUserLocation(matching:then:)
    return find(criteria, completion)
  }
}

/// All requests of one run of the suite, which looks at the number of their answers at the end.
final class RequestLog: Sendable {
  private let limit: Duration
  private let all = Mutex<[LoggedRequest]>([])

  init(limit: Duration) { self.limit = limit }

  var requests: [LoggedRequest] { all.withLock { $0 } }

  func request(from provider: any UserLocationProvider) -> LoggedRequest {
    let request = LoggedRequest(limit: limit)
    all.withLock { $0.append(request) }
    request.begin(provider)
    return request
  }
}

/// A request and its answers.
final class LoggedRequest: Sendable {
  typealias Answer = Result<any UserLocation, UserLocationError>

  private let limit: Duration
  private let calls = RecordedCalls<Answer>()
  private let handle = Mutex<UserLocationRequest?>(nil)

  init(limit: Duration) { self.limit = limit }

  var answers: [Answer] { calls.values }

  /// The answers, for people.
  var words: String {
    let words = answers.map(\.words)
    return words.isEmpty ? "none within \(limit)" : words.joined(separator: ", ")
  }

  func begin(_ provider: any UserLocationProvider) {
    // By its full name, the method is the provider's own. A request without a timeout ends only at
    // the limit of the suite.
    let find = provider.findUserLocation(matching:then:)
    let request = find(LocationCriteria(timeout: nil)) { self.calls.record($0) }
    handle.withLock { $0 = request }
  }

  func cancel() { handle.withLock { $0 }?.cancel() }

  func dropHandle() {
    // Dropped outside the lock, because an answer may be its consequence.
    _ = handle.withLock { $0.take() }
  }

  /// Waits for the first answer, or for the end of the task.
  func firstAnswer() async { await calls.waitForCalls() }

  /// Waits for the first answer; `false` if it does not come within the limit.
  func isAnswered() async -> Bool {
    _ = await within(limit) { await self.firstAnswer() }
    return !answers.isEmpty
  }
}

extension LoggedRequest.Answer {
  fileprivate var isCancelled: Bool {
    if case .failure(let error) = self { error.code == .cancelled } else { false }
  }

  fileprivate var words: String {
    switch self {
    case .success: "a location"
    case .failure(let error): "the error \(error.code)"
    }
  }
}
