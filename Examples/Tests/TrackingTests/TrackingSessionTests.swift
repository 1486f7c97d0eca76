import Foundation
import LocationCore
import LocationNotifications
import LocationTesting
import Synchronization
import Testing
import Tracking

/// A session announces its state. This module, too, is on the main actor by default.
@Suite(.timeLimit(.minutes(1))) struct TrackingSessionTests {
  static let disconnected = LocationUpdate.fixLost(
    FixLoss(reason: .disconnected, source: FixSource(kind: .live, name: "mock")))

  static let allChanges: [LocationStatusChange] = [
    .authorization(.authorizedWhenInUse), .started, .sourceLost(.disconnected), .sourceBack,
    .stopped(nil),
  ]

  let provider = LocationProviderMock(
    authorization: .notDetermined, answer: .authorizedWhenInUse)

  /// Runs a session through all its changes.
  func run(_ session: TrackingSession, watching center: CenterMock) async throws {
    let fix = try #require(TestTrack.drive.fixes.first)
    session.start()
    await center.wait(for: .started)
    provider.send(Self.disconnected)
    await center.wait(for: .sourceLost(.disconnected))
    provider.send(.fix(fix))
    await center.wait(for: .sourceBack)
    session.stop()
    await center.wait(for: .stopped(nil))
  }

  @Test func eachChangeIsPostedOnceToTheInjectedCenterAndToNoOther() async throws {
    let (center, other) = (CenterMock(), CenterMock())
    let session = TrackingSession(provider: provider, notifications: center)
    let second = TrackingSession(provider: LocationProviderMock(), notifications: other)
    try await run(session, watching: center)
    #expect(center.changes == Self.allChanges)
    #expect(other.changes == [])
    withExtendedLifetime(second) {}
  }

  @Test func everyListenerGetsTheSameChanges() async throws {
    let center = CenterMock()
    let session = TrackingSession(provider: provider, notifications: center)
    let listeners = (0..<3).map { _ in session.statusChanges() }
    try await run(session, watching: center)
    for listener in listeners {
      var changes: [LocationStatusChange] = []
      for await change in listener.prefix(Self.allChanges.count) { changes.append(change) }
      #expect(changes == Self.allChanges)
    }
  }

  @Test func theSessionShowsAnOutage() async throws {
    let session = TrackingSession(provider: provider)
    #expect(session.state == .stopped)
    session.start()
    try await waitUntil { session.state == .running }
    provider.send(Self.disconnected)
    try await waitUntil { session.state == .interrupted }
    provider.send(.fix(try #require(TestTrack.drive.fixes.first)))
    try await waitUntil { session.state == .running }
    session.stop()
    try await waitUntil { session.state == .stopped }
    #expect(session.message == nil)
  }

  @Test func aSessionWhoseSourceBreaksHasAMessage() async throws {
    let session = TrackingSession(
      provider: LocationProviderMock(script: [.fail(.sourceUnavailable)]))
    session.start()
    try await waitUntil { session.message != nil }
    #expect(session.message == UserLocationError.sourceUnavailable.description)
  }

  @Test func aReleasedSessionStopsItsSource() async {
    var session: TrackingSession? = TrackingSession(provider: provider)
    session?.start()
    await provider.waitForStarts()
    session = nil
    await provider.waitForStops()
    #expect(provider.activeSubscriptionCount == 0)
  }

  @Test func theChangesAreNotificationsOfFoundation() async throws {
    let center = NotificationCenter()
    let received = Mutex<[LocationStatusChange?]>([])
    let observer = center.addObserver(
      forName: .locationStatusDidChange, object: nil, queue: nil
    ) { notification in
      received.withLock { $0.append(notification.locationStatusChange) }
    }
    let session = TrackingSession(
      provider: LocationProviderMock(script: [.end]), notifications: center)
    session.start()
    try await waitUntil { received.withLock { $0.count } == 2 }
    #expect(received.withLock { $0 } == [.started, .stopped(nil)])
    center.removeObserver(observer)
  }
}
