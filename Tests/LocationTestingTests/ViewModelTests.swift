import LocationCore
import LocationTesting
import TestTurns
import Testing

/// What an app does with the library: a view-model asks for the location and shows a place or a
/// failure.
@Suite(.inTurn) struct ViewModelTests {
  @MainActor final class PlaceViewModel {
    enum Display: Equatable {
      case nothing
      case searching
      case place(String)
      case failure(String)
    }

    private(set) var display = Display.nothing
    private let provider: any UserLocationProvider

    init(provider: any UserLocationProvider) { self.provider = provider }

    func locate() async {
      display = .searching
      let result = await withCheckedContinuation { continuation in
        provider.findUserLocation { continuation.resume(returning: $0) }
      }
      switch result {
      case .success(let location): display = .place("\(location.coordinate)")
      case .failure(.notAuthorized): display = .failure("Allow access to your location first.")
      case .failure: display = .failure("You can not be located.")
      }
    }
  }

  @Test @MainActor func aPlaceIsShown() async throws {
    let location = try UserLocationMock(latitude: 51.5, longitude: -0.25)
    let provider = UserLocationProviderMock(result: .success(location))
    let model = PlaceViewModel(provider: provider)
    await model.locate()
    #expect(model.display == .place("51.5, -0.25"))
    #expect(provider.isFindUserLocationCalled)
  }

  @Test @MainActor func aFailureIsShown() async {
    let model = PlaceViewModel(
      provider: UserLocationProviderMock(result: .failure(.canNotBeLocated)))
    await model.locate()
    #expect(model.display == .failure("You can not be located."))
  }

  @Test @MainActor func aDenialIsShownAsSuch() async {
    let provider = LocationProviderMock(authorization: .denied)
    let model = PlaceViewModel(provider: UserLocationService(provider: provider))
    await model.locate()
    #expect(model.display == .failure("Allow access to your location first."))
    #expect(!provider.isStartUpdatingLocationCalled)
  }

  @Test @MainActor func theWholeChainShowsTheFixOfTheProvider() async throws {
    let fix = Fix(
      coordinate: try Coordinate(latitude: -33.5, longitude: 151.25),
      source: FixSource(kind: .live, name: "mock"))
    let provider = LocationProviderMock(
      authorization: .notDetermined, answer: .authorizedWhenInUse, script: [.update(.fix(fix))])
    let model = PlaceViewModel(provider: UserLocationService(provider: provider))
    await model.locate()
    #expect(model.display == .place("-33.5, 151.25"))
    #expect(provider.isRequestWhenInUseAuthorizationCalled)
    #expect(provider.isStartUpdatingLocationCalled)
  }
}
