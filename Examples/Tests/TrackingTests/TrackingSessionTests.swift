import Foundation
import LocationCore
import LocationNotifications
import LocationTesting
import Observation
import Testing
import Tracking

/// A session announces its state. This module, too, is on the main actor by default.
@Suite(.timeLimit(.minutes(1))) struct TrackingSessionTests {
  typealias Center = RecordedCalls<LocationStatusChange>

  static let allChanges: [LocationStatusChange] = [
    .authorization(.authorizedWhenInUse), .started, .sourceLost(.disconnected), .sourceBack,
    .stopped(nil),
  ]

  let provider = LocationProviderMock(
    authorization: .notDetermined, answer: .authorizedWhenInUse)

  /// Runs a session through all its changes.
  func run(_ session: TrackingSession, watching center: Center) async throws {
    session.start()
    await center.waitForCall { $0 == .started }
    provider.send(.lost(.disconnected))
    await center.waitForCall { $0 == .sourceLost(.disconnected) }
    provider.send(.fix(at: 38.7223, -9.1393))
    await center.waitForCall { $0 == .sourceBack }
    session.stop()
    await center.waitForCall { $0 == .stopped(nil) }
  }

  /// Waits until a session is in a state.
  func wait(for state: TrackingSession.State, of session: TrackingSession) async {
    for await shown in Observations({ session.state }) where shown == state { return }
  }

  @Test func eachChangeIsPostedOnceToTheInjectedCenterAndToNoOther() async throws {
    let (center, other) = (Center(), Center())
    let session = TrackingSession(provider: provider, notifications: center)
    let second = TrackingSession(provider: LocationProviderMock(), notifications: other)
    try await run(session, watching: center)
    #expect(center.values == Self.allChanges)
    #expect(other.values == [])
    withExtendedLifetime(second) {}
  }

  @Test func everyListenerGetsTheSameChanges() async throws {
    let center = Center()
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
    await wait(for: .running, of: session)
    provider.send(.lost(.disconnected))
    await wait(for: .interrupted, of: session)
    provider.send(.fix(at: 38.7223, -9.1393))
    await wait(for: .running, of: session)
    session.stop()
    await wait(for: .stopped, of: session)
    #expect(session.message == nil)
  }

  @Test func aSessionWhoseSourceBreaksHasAMessage() async throws {
    let session = TrackingSession(
      provider: LocationProviderMock(script: [.fail(.sourceUnavailable)]))
    session.start()
    for await message in Observations({ session.message }) where message != nil { break }
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
    let received = RecordedCalls<LocationStatusChange?>()
    let observer = center.addObserver(
      forName: .locationStatusDidChange, object: nil, queue: nil
    ) { notification in
      received.record(notification.locationStatusChange)
    }
    let session = TrackingSession(
      provider: LocationProviderMock(script: [.end]), notifications: center)
    session.start()
    #expect(await received.waitForCalls(2) == [.started, .stopped(nil)])
    center.removeObserver(observer)
  }
}
