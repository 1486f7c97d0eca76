#if canImport(CoreLocation) && !os(tvOS)
  public import CoreLocation
  public import LocationCore
  import Synchronization

  /// The location of an Apple device, through `CLLocationManager`, as a `LocationProvider`.
  ///
  /// ```swift
  /// let provider = CoreLocationProvider { $0.desiredAccuracy = kCLLocationAccuracyHundredMeters }
  /// let service = UserLocationService(provider: provider)
  /// ```
  ///
  /// All subscriptions share one manager. It runs while there are subscriptions, and reports on the main
  /// thread. If a consumer is slow, it receives the newest fixes. The fixes are those of
  /// `Fix(_:receivedAt:)`. A location without a valid position is a `.fixLost` with the reason
  /// `.noPosition`, and `CLError.locationUnknown` is one with the reason `.noFix`.
  ///
  /// The app's `Info.plist` needs the key `NSLocationWhenInUseUsageDescription`.
  ///
  /// - Important: This package is developed on Linux. This type is checked by the compiler against a
  ///   stub of CoreLocation, and has never been run.
  public final class CoreLocationProvider: LocationProvider {
    @MainActor private let manager: CLLocationManager
    private let delegate: ManagerDelegate

    /// Makes a provider. It asks for nothing yet, and starts nothing.
    ///
    /// - Parameters:
    ///   - configure: sets the manager up, for example its `desiredAccuracy`. It must leave the
    ///     delegate alone.
    ///   - now: the host's time of day, for `receivedAt`.
    @MainActor public init(
      configuring configure: (CLLocationManager) -> Void = { _ in },
      now: @escaping @Sendable () -> Date = { Date() }
    ) {
      manager = CLLocationManager()
      configure(manager)
      delegate = ManagerDelegate(AuthorizationStatus(manager.authorizationStatus), now: now)
      manager.delegate = delegate
    }

    /// The status that the system reported last.
    public var authorizationStatus: AuthorizationStatus { delegate.status }

    /// After a refusal: how the user can allow it.
    public var authorizationRefusal: String? {
      authorizationStatus.isRefused ? ManagerDelegate.advice : nil
    }

    /// Asks the user, unless the system knows the answer already. Concurrent requests show one question.
    public func requestWhenInUseAuthorization() async -> AuthorizationStatus {
      guard authorizationStatus == .notDetermined else { return authorizationStatus }
      return await delegate.multicaster.authorization {
        onMainActor { manager, delegate in
          let status = AuthorizationStatus(manager.authorizationStatus)
          // The system asks only once, and answers no later request.
          guard status == .notDetermined else { return delegate.take(status, isAnswer: true) }
          manager.requestWhenInUseAuthorization()
        }
      }
    }

    /// Starts a subscription. It ends with `.notAuthorized` after a refusal, and with
    /// `.sourceUnavailable` after another error of the manager.
    public func startUpdatingLocation() -> LocationUpdates {
      if authorizationStatus.isRefused { return LocationUpdates(failing: delegate.refusal) }
      return delegate.multicaster.subscribe(
        start: { self.onMainActor { manager, _ in manager.startUpdatingLocation() } },
        stop: { self.onMainActor { manager, _ in manager.stopUpdatingLocation() } })
    }

    /// The manager belongs to the main thread, whose run loop serves it. The calls keep their order.
    private func onMainActor(
      _ body: @escaping @MainActor @Sendable (CLLocationManager, ManagerDelegate) -> Void
    ) {
      Task { @MainActor in body(manager, delegate) }
    }
  }

  /// Passes the manager's reports on to all subscriptions.
  private final class ManagerDelegate: NSObject, CLLocationManagerDelegate, Sendable {
    static let advice = "allow it for this app in the system's privacy settings"

    let multicaster = LocationMulticaster()
    private let latest: Mutex<AuthorizationStatus>
    private let now: @Sendable () -> Date

    init(_ status: AuthorizationStatus, now: @escaping @Sendable () -> Date) {
      latest = Mutex(status)
      self.now = now
    }

    var status: AuthorizationStatus { latest.withLock { $0 } }

    var refusal: UserLocationError {
      UserLocationError(.notAuthorized, source: FixSource.coreLocation.name, detail: Self.advice)
    }

    /// Notes the status, and tells the subscriptions if it is new or answers a question.
    func take(_ status: AuthorizationStatus, isAnswer: Bool = false) {
      let isNew = latest.withLock { latest in
        defer { latest = status }
        return latest != status
      }
      guard isNew || isAnswer else { return }
      multicaster.yield(.authorization(status))
    }

    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
      take(AuthorizationStatus(manager.authorizationStatus))
    }

    func locationManager(
      _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
    ) {
      for location in locations {
        if let fix = Fix(location, receivedAt: now()) {
          multicaster.yield(.fix(fix))
        } else {
          lose(.noPosition)
        }
      }
    }

    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
      switch (error as? CLError)?.code {
      case .locationUnknown?: lose(.noFix)  // The manager tries again.
      case .denied?: multicaster.finish(throwing: refusal)
      default:
        multicaster.finish(
          throwing: UserLocationError(
            .sourceUnavailable, source: FixSource.coreLocation.name,
            detail: error.localizedDescription, cause: error))
      }
    }

    private func lose(_ reason: FixLoss.Reason) {
      var loss = FixLoss(reason: reason, source: .coreLocation)
      loss.receivedAt = now()
      multicaster.yield(.fixLost(loss))
    }
  }

  extension AuthorizationStatus {
    /// A status that this version does not know counts as a refusal.
    fileprivate init(_ status: CLAuthorizationStatus) {
      switch status {
      case .notDetermined: self = .notDetermined
      case .restricted: self = .restricted
      case .denied: self = .denied
      case .authorizedAlways: self = .authorizedAlways
      #if !os(macOS)
        case .authorizedWhenInUse: self = .authorizedWhenInUse
      #endif
      @unknown default: self = .denied
      }
    }
  }
#endif
