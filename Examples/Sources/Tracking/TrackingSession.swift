import LocationCore
import Observation

/// A long session that follows the user and shows its state.
///
/// This module is compiled with the main actor as its default isolation, so the class and its tasks
/// are on the main actor.
@Observable public final class TrackingSession {
  /// The state of a session.
  public enum State: Hashable {
    /// The session was not started, or has ended.
    case stopped
    /// The source runs.
    case running
    /// The source runs, but the receiver is gone for now.
    case interrupted
  }

  /// The present state.
  public private(set) var state = State.stopped
  /// The last known location.
  public private(set) var location: Fix?
  /// Why the session ended by itself.
  public private(set) var message: String?

  private let service: UserLocationService
  @ObservationIgnored private var following: Task<Void, Never>?

  /// Makes a session that is not started.
  ///
  /// - Parameters:
  ///   - provider: where locations come from.
  ///   - notifications: where to announce each change.
  public init(provider: any LocationProvider, notifications: (any NotificationPosting)? = nil) {
    service = UserLocationService(provider: provider, notifications: notifications)
    let changes = service.statusChanges()
    Task { [weak self] in
      for await change in changes { self?.show(change) }
    }
  }

  deinit { following?.cancel() }

  /// The changes from now on, for one more listener.
  public func statusChanges() -> AsyncStream<LocationStatusChange> { service.statusChanges() }

  /// Follows the user until ``stop()``.
  public func start() {
    guard following == nil else { return }
    following = Task { [weak self, service] in
      do throws(UserLocationError) {
        for try await fix in service.locationUpdates() { self?.location = fix }
      } catch .cancelled {
        return
      } catch {
        self?.message = error.description
      }
      self?.following = nil
    }
  }

  /// Ends the session.
  public func stop() {
    following?.cancel()
    following = nil
  }

  private func show(_ change: LocationStatusChange) {
    switch change {
    case .authorization: break
    case .started, .sourceBack: state = .running
    case .sourceLost: state = .interrupted
    case .stopped: state = .stopped
    }
  }
}
