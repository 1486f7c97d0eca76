import LocationCore
import LocationTesting
import Observation
import PlaceControllers
import Testing

/// The mock answers before `requestUserLocation()` returns, so no test waits.
struct PlaceControllerTests {
  @Test func withoutAuthorizationThereIsAMessage() {
    let provider = UserLocationProviderMock(result: .failure(.canNotBeLocated))
    let controller = PlaceController(provider: provider)
    controller.requestUserLocation()
    #expect(controller.location == nil)
    #expect(controller.message == "the location can not be found")
    #expect(provider.isFindUserLocationCalled)
  }

  @Test func withAuthorizationTheLocationIsShown() throws {
    let location = try UserLocationMock(latitude: 51.5, longitude: -0.25)
    let provider = UserLocationProviderMock(result: .success(location))
    let controller = PlaceController(provider: provider)
    controller.requestUserLocation()
    #expect(controller.location as? UserLocationMock == location)
    #expect(controller.message == nil)
  }

  @Test func aRefusalHasAMessageOfItsOwn() {
    let provider = UserLocationProviderMock(result: .failure(.notAuthorized))
    let controller = PlaceController(provider: provider)
    controller.requestUserLocation()
    #expect(controller.message == "Please allow access to the location.")
  }
}

/// The same for the class on the main actor.
@MainActor @Suite(.timeLimit(.minutes(1))) struct ObservablePlaceControllerTests {
  @Test func withoutAuthorizationThereIsAMessage() {
    let provider = UserLocationProviderMock(result: .failure(.canNotBeLocated))
    let controller = ObservablePlaceController(provider: provider)
    controller.requestUserLocation()
    #expect(controller.location == nil)
    #expect(controller.message == "the location can not be found")
    #expect(provider.isFindUserLocationCalled)
  }

  @Test func withAuthorizationTheLocationIsShown() throws {
    let location = try UserLocationMock(latitude: 51.5, longitude: -0.25)
    let provider = UserLocationProviderMock(result: .success(location))
    let controller = ObservablePlaceController(provider: provider)
    controller.requestUserLocation()
    #expect(controller.location as? UserLocationMock == location)
    #expect(controller.message == nil)
  }

  /// Like the service, this mock answers later and on another thread.
  @Test func aLaterAnswerArrivesOnTheMainActor() async throws {
    let location = try UserLocationMock(latitude: 51.5, longitude: -0.25)
    let controller = ObservablePlaceController(
      provider: UserLocationProviderMock(result: .success(location), answers: .asynchronously))
    controller.requestUserLocation()
    for await location in Observations({ controller.location?.coordinate }) where location != nil {
      break
    }
    #expect(controller.location as? UserLocationMock == location)
  }

  /// The service answers later, on another thread. The controller still changes on the main actor.
  @Test func theServiceAnswersOnTheMainActor() async throws {
    let fix = try #require(TestTrack.drive.fixes.first)
    let service = UserLocationService(
      provider: LocationProviderMock(script: [.update(.fix(fix))]))
    let controller = ObservablePlaceController(provider: service)
    controller.requestUserLocation()
    for await location in Observations({ controller.location?.coordinate }) where location != nil {
      break
    }
    #expect(controller.location?.coordinate == fix.coordinate)
  }
}
