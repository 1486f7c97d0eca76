import Foundation
import LocationCore
import LocationNotifications
import LocationTesting
import Synchronization
import TestTurns
import Testing

@Suite(.inTurn) struct NotificationCenterTests {
  @Test func aNotificationCenterTellsItsObserversEachChange() async throws {
    let center = NotificationCenter()
    let seen = Mutex<[LocationStatusChange?]>([])
    let observer = center.addObserver(
      forName: .locationStatusDidChange, object: nil, queue: nil
    ) { notification in
      seen.withLock { $0.append(notification.locationStatusChange) }
    }
    let service = UserLocationService(
      provider: LocationProviderMock(script: [.end]), notifications: center)
    await #expect(throws: UserLocationError.sourceEnded) { try await service.userLocation() }
    #expect(seen.withLock { $0 } == [.started, .stopped(nil)])
    center.removeObserver(observer)
  }

  @Test func anotherNotificationHasNoChange() {
    #expect(Notification(name: .init("x")).locationStatusChange == nil)
  }
}
