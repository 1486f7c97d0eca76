import LocationCore

/// The effect of faults on the authorization, and on the source itself.
struct AccessFaults: Sendable {
  /// When the authorization is granted; `nil` if that was before the start.
  let grant: Duration?
  /// Whether it is refused from the start.
  let isDenied: Bool
  private let revocation: Duration?
  private let end: (time: Duration, isFailure: Bool)?
  private let source: FixSource

  init(_ faults: [Fault], source: FixSource) {
    self.source = source
    isDenied = faults.contains { $0.kind == .denied }
    grant = faults.lazy.filter { $0.kind == .granted }.map(\.start).min()
    revocation = faults.lazy.filter { $0.kind == .revoked }.map(\.start).min()
    end = faults.lazy.compactMap { fault -> (time: Duration, isFailure: Bool)? in
      if case .end(let isFailure) = fault.kind { (fault.start, isFailure) } else { nil }
    }.min { $0.time < $1.time }
  }

  /// The status at the start.
  var initialStatus: AuthorizationStatus {
    isDenied ? .denied : grant == nil ? .authorizedAlways : .notDetermined
  }

  /// The error of a refused source.
  var refusal: UserLocationError {
    UserLocationError(.notAuthorized, source: source.name, detail: Self.explanation)
  }

  static let explanation = "the scenario refuses the authorization"

  /// Whether the run is over at a time of the track, and the error that ends it, if any.
  func ending(at time: Duration) -> (isOver: Bool, error: UserLocationError?)? {
    if isDenied { return (true, refusal) }
    guard let end, time >= end.time else { return nil }
    guard end.isFailure else { return (true, nil) }
    return (
      true,
      UserLocationError(
        .sourceUnavailable, source: source.name, detail: "the scenario breaks the source")
    )
  }

  /// The authorization at a time of the track.
  func status(at time: Duration) -> AuthorizationStatus {
    if isDenied { return .denied }
    if let revocation, time >= revocation { return .denied }
    guard let grant else { return initialStatus }
    return time >= grant ? .authorizedWhenInUse : .notDetermined
  }
}
