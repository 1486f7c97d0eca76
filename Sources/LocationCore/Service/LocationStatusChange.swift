/// A change of a ``UserLocationService``; see ``UserLocationService/statusChanges()``.
public enum LocationStatusChange: Hashable, Sendable {
  /// The program may or may not use the source from now on. It is noticed when the service asks, when
  /// a request or a sequence begins, and when the source reports it.
  case authorization(AuthorizationStatus)
  /// The source was started for the first consumer.
  case started
  /// The source was stopped after the last consumer had left, or came to its end (`nil`), or broke.
  case stopped(UserLocationError?)
  /// The source runs, but there is no receiver any more: it is disconnected, removed or silent.
  case sourceLost(FixLoss.Reason)
  /// The source is there again after ``sourceLost(_:)``, with or without a fix.
  case sourceBack
}

extension LocationStatusChange: CustomStringConvertible {
  /// One line.
  public var description: String {
    switch self {
    case .authorization(let status): "authorization: \(status)"
    case .started: "started"
    case .stopped(let error): error.map { "stopped: \($0)" } ?? "stopped"
    case .sourceLost(let reason): "source lost: \(reason)"
    case .sourceBack: "source back"
    }
  }
}

/// Posts the changes of a ``UserLocationService`` to its listeners.
///
/// Foundation's `NotificationCenter` conforms in the module `LocationNotifications`. A test passes its
/// own, which records the changes.
public protocol NotificationPosting: Sendable {
  /// Posts a change.
  ///
  /// The service calls it in the order of the changes, never two at a time, on the thread on which the
  /// change happened. So it must be short.
  func post(_ change: LocationStatusChange)
}
