public import Foundation
public import LocationCore

/// Posts the changes of a service as notifications.
///
/// ```swift
/// let service = UserLocationService(provider: provider, notifications: NotificationCenter.default)
/// ```
extension NotificationCenter: NotificationPosting {
  /// Posts `Notification.Name.locationStatusDidChange`; its `locationStatusChange` is the change.
  public func post(_ change: LocationStatusChange) {
    post(name: .locationStatusDidChange, object: nil, userInfo: [Notification.changeKey: change])
  }
}

extension Notification.Name {
  /// The status of a `UserLocationService` changed.
  public static let locationStatusDidChange = Notification.Name("LocationStatusDidChange")
}

extension Notification {
  fileprivate static let changeKey = "change"

  /// The change that a `locationStatusDidChange` announces; `nil` for other notifications.
  public var locationStatusChange: LocationStatusChange? {
    userInfo?[Self.changeKey] as? LocationStatusChange
  }
}
