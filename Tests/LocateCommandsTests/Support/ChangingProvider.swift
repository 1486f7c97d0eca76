import LocationCore
import LocationTesting
import Synchronization
import Testing

/// A source that does something before each of its updates, such as changing a file.
final class ChangingProvider: LocationProvider {
  private let steps: [LocationProviderMock.Step]
  private let change: @Sendable (Int) async throws -> Void
  private let count = Mutex(0)

  /// - Parameters:
  ///   - steps: the updates.
  ///   - change: called before each update with its number, from 1.
  init(
    _ steps: [LocationProviderMock.Step], change: @escaping @Sendable (Int) async throws -> Void
  ) {
    self.steps = steps
    self.change = change
  }

  var authorizationStatus: AuthorizationStatus { .authorizedWhenInUse }
  func requestWhenInUseAuthorization() async -> AuthorizationStatus { authorizationStatus }

  func startUpdatingLocation() -> LocationUpdates {
    LocationUpdates(pulling: { () async throws(UserLocationError) -> LocationUpdate? in
      let number = self.count.withLock { count in
        count += 1
        return count
      }
      do { try await self.change(number) } catch { Issue.record(error) }
      guard number <= self.steps.count, case .update(let update) = self.steps[number - 1] else {
        return nil
      }
      return update
    })
  }
}
