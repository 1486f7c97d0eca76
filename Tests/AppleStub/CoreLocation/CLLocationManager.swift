import Foundation

/// Whether an app may use the location.
public enum CLAuthorizationStatus: Int32, Sendable {
  /// Not asked yet.
  case notDetermined
  /// Forbidden by a policy.
  case restricted
  /// Refused.
  case denied
  /// Granted.
  case authorizedAlways
  /// Granted while the app is in use.
  case authorizedWhenInUse
}

/// An error of the manager.
public struct CLError: Error {
  /// What went wrong.
  public enum Code: Int, Sendable {
    /// There is no location now.
    case locationUnknown
    /// The user refused.
    case denied
    /// The network failed.
    case network
  }

  /// What went wrong.
  public var code: Code
}

/// Reports locations to its delegate, on the thread that made it.
open class CLLocationManager: NSObject {
  /// Receives the reports.
  open weak var delegate: (any CLLocationManagerDelegate)?
  /// How accurate locations should be.
  open var desiredAccuracy: CLLocationAccuracy = 0
  /// Whether the app may use the location.
  open var authorizationStatus: CLAuthorizationStatus { .notDetermined }
  /// Asks the user.
  open func requestWhenInUseAuthorization() {}
  /// Starts.
  open func startUpdatingLocation() {}
  /// Stops.
  open func stopUpdatingLocation() {}
}

/// Receives the reports of a manager. Every method is optional.
public protocol CLLocationManagerDelegate: NSObjectProtocol {
  /// Reports locations, the newest one last.
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
  /// Reports an error.
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
  /// Reports that the authorization may have changed.
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
}

extension CLLocationManagerDelegate {
  /// Does nothing.
  public func locationManager(
    _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
  ) {}
  /// Does nothing.
  public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
  /// Does nothing.
  public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {}
}
