import LocationCore
import TestTurns
import Testing

@testable import LocationSources

@Suite(.inTurn) struct FreshFixesProviderTests {
  @Test func aSlowConsumerGetsTheNewestFixesOfALiveSource() async throws {
    let (pushed, continuation) = LocationUpdates.makeStream()
    let now = Date(timeIntervalSince1970: 1_735_689_600)
    let provider = FreshFixesProvider(
      base: LiveProvider(updates: pushed), maximumAge: .seconds(5), now: { now })
    #expect(provider.startUpdatingLocation().delivery == .newestWins)
    let service = UserLocationService(provider: provider)
    var slow = service.locationUpdates().makeAsyncIterator()
    var fix = Fix(
      coordinate: try Coordinate(latitude: 1, longitude: 2),
      source: FixSource(kind: .live, name: "test"))
    for number in 0..<1000 {
      fix.differentialStation = number
      fix.timestamp = now.addingTimeInterval(-4)
      continuation.yield(.fix(fix))
      fix.timestamp = now.addingTimeInterval(-6)
      continuation.yield(.fix(fix))
    }
    let first = try await slow.next()
    #expect(first?.differentialStation == 936)
    #expect(first?.timestamp == now.addingTimeInterval(-4))
    withExtendedLifetime(service) {}
  }

  /// A live source whose one subscription a test made.
  private struct LiveProvider: LocationProvider {
    let updates: LocationUpdates
    var authorizationStatus: AuthorizationStatus { .authorizedAlways }
    func requestWhenInUseAuthorization() async -> AuthorizationStatus { .authorizedAlways }
    func startUpdatingLocation() -> LocationUpdates { updates }
  }
}
