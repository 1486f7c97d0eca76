import LocationCore
import LocationTesting
import PlaceControllers
import XCTest

/// The same tests with XCTest.
final class PlaceControllerXCTests: XCTestCase {
  func testWithoutAuthorizationThereIsAMessage() {
    let provider = UserLocationProviderMock(result: .failure(.canNotBeLocated))
    let controller = PlaceController(provider: provider)
    controller.requestUserLocation()
    XCTAssertNil(controller.location)
    XCTAssertEqual(controller.message, "the location can not be found")
    XCTAssertTrue(provider.isFindUserLocationCalled)
  }

  func testWithAuthorizationTheLocationIsShown() throws {
    let location = try UserLocationMock(latitude: 51.5, longitude: -0.25)
    let provider = UserLocationProviderMock(result: .success(location))
    let controller = PlaceController(provider: provider)
    controller.requestUserLocation()
    XCTAssertEqual(controller.location as? UserLocationMock, location)
    XCTAssertNil(controller.message)
  }
}

final class ObservablePlaceControllerXCTests: XCTestCase {
  @MainActor func testWithoutAuthorizationThereIsAMessage() async {
    let provider = UserLocationProviderMock(result: .failure(.canNotBeLocated))
    let controller = ObservablePlaceController(provider: provider)
    controller.requestUserLocation()
    XCTAssertNil(controller.location)
    XCTAssertEqual(controller.message, "the location can not be found")
    XCTAssertTrue(provider.isFindUserLocationCalled)
  }

  @MainActor func testWithAuthorizationTheLocationIsShown() async throws {
    let location = try UserLocationMock(latitude: 51.5, longitude: -0.25)
    let provider = UserLocationProviderMock(result: .success(location))
    let controller = ObservablePlaceController(provider: provider)
    controller.requestUserLocation()
    XCTAssertEqual(controller.location as? UserLocationMock, location)
    XCTAssertNil(controller.message)
  }
}
