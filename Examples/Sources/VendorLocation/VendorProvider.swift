import Foundation
import LocationCore

/// A `LocationProvider` in front of a ``VendorManager``. All subscriptions share the one receiver.
public final class VendorProvider: LocationProvider {
  private let manager: VendorManager
  private let multicaster = LocationMulticaster()

  /// Makes a provider. The receiver is not started yet.
  public init(manager: VendorManager) {
    self.manager = manager
    manager.setDelegate(self)
  }

  /// The vendor's permission.
  public var authorizationStatus: AuthorizationStatus {
    switch manager.permission {
    case .unknown: .notDetermined
    case .granted: .authorizedWhenInUse
    case .refused: .denied
    }
  }

  /// Asks the user, unless the answer is known.
  public func requestWhenInUseAuthorization() async -> AuthorizationStatus {
    guard authorizationStatus == .notDetermined else { return authorizationStatus }
    return await multicaster.authorization { manager.askPermission() }
  }

  /// Starts a subscription.
  public func startUpdatingLocation() -> LocationUpdates {
    guard isUserAuthorized else { return LocationUpdates(failing: .notAuthorized) }
    // The closures keep this provider, the vendor's delegate, while there are subscriptions.
    return multicaster.subscribe(start: { self.manager.start() }, stop: { self.manager.stop() })
  }
}

extension VendorProvider: VendorManagerDelegate {
  /// Yields the place. The vendor's negative error, which means unknown, is out of range and becomes `nil`.
  public func vendorManager(_ manager: VendorManager, didFind place: VendorManager.Place) {
    guard
      let coordinate = try? Coordinate(latitude: place.latitude, longitude: place.longitude)
    else { return }
    var fix = Fix(coordinate: coordinate, source: FixSource(kind: .live, name: "vendor"))
    fix.receivedAt = Date()
    fix.errors.horizontal = place.error
    multicaster.yield(.fix(fix))
  }

  /// Yields the new status. A refusal ends all subscriptions.
  public func vendorManagerDidChangePermission(_ manager: VendorManager) {
    multicaster.yield(.authorization(authorizationStatus))
  }

  /// Ends all subscriptions with the vendor's error.
  public func vendorManager(_ manager: VendorManager, didFailWith error: any Error) {
    multicaster.finish(
      throwing: UserLocationError(.sourceUnavailable, source: "vendor", cause: error))
  }
}
