import LocationCore
import LocationTesting
import Synchronization
import Testing

/// A service asks for authorization only when it must. It has asked, or has started its source, when
/// `findUserLocation` returns: these tests look right after the call.
@Suite(.timeLimit(.minutes(1))) struct ServiceTests {
  @Test func withoutAuthorizationItAsks() {
    let provider = LocationProviderMock(authorization: .notDetermined)
    let service = UserLocationService(provider: provider)
    service.findUserLocation { _ in }
    #expect(provider.isRequestWhenInUseAuthorizationCalled)
    #expect(!provider.isStartUpdatingLocationCalled)
  }

  @Test func withAuthorizationItStarts() {
    let provider = LocationProviderMock(authorization: .authorizedWhenInUse)
    let service = UserLocationService(provider: provider)
    service.findUserLocation { _ in }
    #expect(provider.isStartUpdatingLocationCalled)
    #expect(!provider.isRequestWhenInUseAuthorizationCalled)
  }

  @Test func afterARefusalItDoesNeither() {
    let provider = LocationProviderMock(authorization: .denied)
    let service = UserLocationService(provider: provider)
    service.findUserLocation { _ in }
    #expect(!provider.isRequestWhenInUseAuthorizationCalled)
    #expect(!provider.isStartUpdatingLocationCalled)
  }

  @Test func aRefusalIsTheAnswer() async {
    let service = UserLocationService(provider: LocationProviderMock(authorization: .denied))
    let result = await withCheckedContinuation { answer in
      service.findUserLocation { answer.resume(returning: $0) }
    }
    #expect(throws: UserLocationError.notAuthorized) { try result.get() }
  }

  @Test func permissionThatComesLaterIsAnsweredOnceWithTheFix() async throws {
    let fix = try #require(TestTrack.drive.fixes.first)
    let provider = LocationProviderMock(
      authorization: .notDetermined, script: [.update(.fix(fix)), .update(.fix(fix))])
    let service = UserLocationService(provider: provider)
    let answers = Mutex<[Result<any UserLocation, UserLocationError>]>([])
    await withCheckedContinuation { answer in
      service.findUserLocation { result in
        answers.withLock { $0.append(result) }
        answer.resume()  // A second call would end the program.
      }
      #expect(!provider.isStartUpdatingLocationCalled)
      provider.answerAuthorization(.authorizedWhenInUse)
    }
    await provider.waitForStops()
    #expect(answers.withLock { $0.map { try? $0.get() as? Fix } } == [fix])
    #expect(provider.startUpdatingLocationCallCount == 1)
    #expect(provider.activeSubscriptionCount == 0)
    #expect(!service.isUpdating)
  }
}
