import LocationCore
import LocationTesting
import Testing
import VendorLocation

@Suite(.timeLimit(.minutes(1))) struct VendorProviderTests {
  static let places: [VendorManager.Place] = [(48.1, 11.5, 4), (48.2, 11.6, -1)]

  @Test func itKeepsTheContractOfAProvider() async throws {
    let suite = ProviderConformance(
      makingDenied: { VendorProvider(manager: VendorManager(permission: .refused)) }
    ) {
      VendorProvider(manager: VendorManager(places: Self.places))
    }
    try await suite.check()
  }

  @Test func theServiceFindsTheVendorsPlaceAndStopsTheReceiver() async throws {
    let manager = VendorManager(permission: .unknown, answer: .granted, places: Self.places)
    let service = UserLocationService(provider: VendorProvider(manager: manager))
    let fix = try await service.userLocation(matching: LocationCriteria(accuracy: 5))
    #expect(fix.coordinate == (try Coordinate(latitude: 48.1, longitude: 11.5)))
    #expect(fix.horizontalAccuracy == 4)
    #expect(manager.askCount == 1)
    while manager.isRunning, !Task.isCancelled { await Task.yield() }
    #expect(!manager.isRunning)
  }

  @Test func anUnknownErrorIsNil() async throws {
    let provider = VendorProvider(manager: VendorManager(places: [(48.2, 11.6, -1)]))
    for try await case .fix(let fix) in provider.startUpdatingLocation() {
      #expect(fix.horizontalAccuracy == nil)
      break
    }
  }

  @Test func theFirstSubscriptionStartsTheReceiverAndTheLastStopsIt() {
    let manager = VendorManager()
    let provider = VendorProvider(manager: manager)
    var subscriptions = (0..<3).map { _ in provider.startUpdatingLocation() }
    subscriptions.removeLast(2)
    #expect(manager.isRunning)
    #expect(manager.startCount == 1)
    subscriptions.removeAll()
    #expect(!manager.isRunning)
  }

  @Test func aRefusalWhileItRunsEndsEverySubscription() async throws {
    let manager = VendorManager()
    let provider = VendorProvider(manager: manager)
    let subscriptions = (0..<2).map { _ in provider.startUpdatingLocation() }
    #expect(manager.startCount == 1)
    manager.user(answers: .refused)
    for updates in subscriptions {
      var seen: [LocationUpdate] = []
      await #expect(throws: UserLocationError.notAuthorized) {
        for try await update in updates { seen.append(update) }
      }
      #expect(seen == [.authorization(.denied)])
    }
    #expect(!manager.isRunning)
  }

  @Test func aBrokenReceiverIsAnErrorWithItsCause() async throws {
    struct OutOfOrder: Error {}
    let manager = VendorManager()
    let updates = VendorProvider(manager: manager).startUpdatingLocation()
    manager.breakDown(OutOfOrder())
    let error = await #expect(throws: UserLocationError.self) {
      for try await _ in updates {}
    }
    #expect(error == .sourceUnavailable)
    #expect(error?.cause is OutOfOrder)
  }
}
