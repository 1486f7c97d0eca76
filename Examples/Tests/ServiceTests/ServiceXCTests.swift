import LocationCore
import LocationTesting
import XCTest

/// The same tests with XCTest.
final class ServiceXCTests: XCTestCase {
  func testWithoutAuthorizationItAsks() {
    let provider = LocationProviderMock(authorization: .notDetermined)
    let service = UserLocationService(provider: provider)
    service.findUserLocation { _ in }
    XCTAssertTrue(provider.isRequestWhenInUseAuthorizationCalled)
    XCTAssertFalse(provider.isStartUpdatingLocationCalled)
  }

  func testWithAuthorizationItStarts() {
    let provider = LocationProviderMock(authorization: .authorizedWhenInUse)
    let service = UserLocationService(provider: provider)
    service.findUserLocation { _ in }
    XCTAssertTrue(provider.isStartUpdatingLocationCalled)
    XCTAssertFalse(provider.isRequestWhenInUseAuthorizationCalled)
  }

  func testAfterARefusalItDoesNeitherAndAnswers() {
    let provider = LocationProviderMock(authorization: .denied)
    let service = UserLocationService(provider: provider)
    let isAnswered = expectation(description: "the refusal is the answer")
    service.findUserLocation { result in
      if case .failure(.notAuthorized) = result { isAnswered.fulfill() }
    }
    XCTAssertFalse(provider.isRequestWhenInUseAuthorizationCalled)
    XCTAssertFalse(provider.isStartUpdatingLocationCalled)
    wait(for: [isAnswered], timeout: 30)
  }

  func testPermissionThatComesLaterIsAnsweredOnceWithTheFix() async throws {
    let fix = try XCTUnwrap(TestTrack.drive.fixes.first)
    let provider = LocationProviderMock(
      authorization: .notDetermined, script: [.update(.fix(fix)), .update(.fix(fix))])
    let service = UserLocationService(provider: provider)
    let isAnswered = expectation(description: "answered once")
    service.findUserLocation { result in
      XCTAssertEqual(try? result.get() as? Fix, fix)
      isAnswered.fulfill()
    }
    XCTAssertFalse(provider.isStartUpdatingLocationCalled)
    provider.answerAuthorization(.authorizedWhenInUse)
    await fulfillment(of: [isAnswered], timeout: 30)
    await provider.waitForStops()
    XCTAssertEqual(provider.startUpdatingLocationCallCount, 1)
    XCTAssertEqual(provider.activeSubscriptionCount, 0)
  }
}
