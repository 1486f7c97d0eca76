import LocationCore
import LocationTesting
import Observation
import TestTurns
import Testing

/// What callers see of a `UserLocationProvider`: when and where it calls back.
@Suite(.inTurn) struct UserLocationProviderTests {
  @MainActor @Observable final class PlaceController {
    private let provider: any UserLocationProvider
    private(set) var place: Coordinate?
    private(set) var message: String?
    let answers = Answers()

    init(provider: any UserLocationProvider) { self.provider = provider }

    func requestUserLocation(matching criteria: LocationCriteria? = nil) {
      if let criteria {
        provider.findUserLocation(matching: criteria) { result in self.show(result) }
      } else {
        provider.findUserLocation { result in self.show(result) }
      }
    }

    private func show(_ result: Result<any UserLocation, UserLocationError>) {
      MainActor.assertIsolated()
      switch result {
      case .success(let location): place = location.coordinate
      case .failure(let error): message = error.description
      }
      answers.record(result)
    }
  }

  actor Tracker {
    private let provider: any UserLocationProvider
    let answers = Answers()

    init(provider: any UserLocationProvider) { self.provider = provider }

    func track() {
      provider.findUserLocation { result in
        self.assertIsolated()
        self.answers.record(result)
      }
    }

    /// The number of answers when the call returns.
    func answersAtOnce() -> Int {
      track()
      return answers.values.count
    }
  }

  /// Answers each request twice.
  struct RepeatingProvider: UserLocationProvider {
    func findUserLocation(
      matching criteria: LocationCriteria, then completion: @escaping UserLocationCompletionBlock
    ) -> UserLocationRequest {
      completion(.failure(.canNotBeLocated))
      completion(.failure(.timedOut))
      return UserLocationRequest()
    }
  }

  private static func munich() throws -> UserLocationMock {
    try UserLocationMock(latitude: 48.1, longitude: 11.5)
  }

  @Test @MainActor func aMainActorControllerIsAnsweredByASynchronousProviderAtOnce() throws {
    let location = try Self.munich()
    let controller = PlaceController(
      provider: UserLocationProviderMock(result: .success(location)))
    controller.requestUserLocation()
    #expect(controller.place == location.coordinate)
  }

  @Test func aProviderThatAnswersTwiceIsHeardOnce() async {
    let answers = Answers()
    RepeatingProvider().findUserLocation { answers.record($0) }
    #expect(answers.values.map(\.code) == [.canNotBeLocated])
    await #expect(throws: UserLocationError.canNotBeLocated) {
      try await RepeatingProvider().userLocation()
    }
  }

  @Test(arguments: [nil, LocationCriteria(accuracy: 10)])
  @MainActor func aMainActorControllerIsAnsweredByTheServiceOnItsActor(
    _ criteria: LocationCriteria?
  ) async throws {
    let fix = try Fix.munich(accuracy: 4)
    let controller = PlaceController(
      provider: UserLocationService(provider: LocationProviderMock(script: [.update(.fix(fix))])))
    controller.requestUserLocation(matching: criteria)
    #expect(controller.place == nil)
    await controller.answers.waitForCalls()
    #expect(controller.place == fix.coordinate)
  }

  @Test func anActorIsAnsweredOnItself() async throws {
    let tracker = Tracker(
      provider: UserLocationService(
        provider: LocationProviderMock(script: [.update(.fix(try .munich()))])))
    await tracker.track()
    #expect(await tracker.answers.first()?.fix != nil)
  }

  @Test func anActorIsAnsweredByASynchronousProviderAtOnce() async throws {
    let tracker = Tracker(
      provider: UserLocationProviderMock(result: .success(try Self.munich())))
    #expect(await tracker.answersAtOnce() == 1)
  }

  @Test func aCallerWithoutAnActorIsAnsweredByASynchronousProviderAtOnce() throws {
    let provider: any UserLocationProvider = UserLocationProviderMock(
      result: .success(try Self.munich()))
    let answers = Answers()
    provider.findUserLocation { answers.record($0) }
    #expect(answers.values.count == 1)
  }

  @Test func everyProviderCanBeAwaited() async throws {
    let location = try Self.munich()
    let provider: any UserLocationProvider = UserLocationProviderMock(result: .success(location))
    #expect(try await provider.userLocation().coordinate == location.coordinate)
  }

  @Test func cancelingTheTaskThatAwaitsAProviderCancelsTheRequest() async {
    let provider = UserLocationProviderMock()
    let erased: any UserLocationProvider = provider
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await erased.userLocation(matching: LocationCriteria(timeout: nil))
    }
    await #expect(throws: UserLocationError.cancelled) { try await task.value }
    let waiting = Task { try await erased.userLocation() }
    while provider.findUserLocationCallCount < 1 { await Task.yield() }
    waiting.cancel()
    await #expect(throws: UserLocationError.cancelled) { try await waiting.value }
  }

  // MARK: What has happened when the call returns

  @Test func theServiceHasAskedWhenTheCallReturns() {
    for _ in 0..<200 {
      let provider = LocationProviderMock(authorization: .notDetermined)
      let service = UserLocationService(provider: provider)
      service.findUserLocation { _ in }
      #expect(provider.isRequestWhenInUseAuthorizationCalled)
      #expect(!provider.isStartUpdatingLocationCalled)
    }
  }

  @Test @MainActor func theServiceHasAskedWhenTheCallOnTheMainActorReturns() {
    for _ in 0..<200 {
      let provider = LocationProviderMock(authorization: .notDetermined)
      let service = UserLocationService(provider: provider)
      service.findUserLocation { _ in }
      #expect(provider.isRequestWhenInUseAuthorizationCalled)
    }
  }

  @Test func theServiceHasStartedAnAuthorizedSourceWhenTheCallReturns() {
    let provider = LocationProviderMock(authorization: .authorizedWhenInUse)
    let service = UserLocationService(provider: provider)
    service.findUserLocation { _ in }
    #expect(provider.isStartUpdatingLocationCalled)
    #expect(!provider.isRequestWhenInUseAuthorizationCalled)
  }
}
