/// Which events of a place a monitor reports.
public struct MonitoringOptions: Hashable, Sendable {
  /// Whether entering the place is reported.
  public var reportsEntering: Bool
  /// Whether leaving the place is reported.
  public var reportsLeaving: Bool
  /// After how long inside the place a stay is reported, once for each visit; `nil` for never.
  /// Positive, at most a year.
  public var stay: Duration?

  /// Reports entering and leaving.
  public init(reportsEntering: Bool = true, reportsLeaving: Bool = true, stay: Duration? = nil) {
    self.reportsEntering = reportsEntering
    self.reportsLeaving = reportsLeaving
    self.stay = stay
  }

  /// Reports nothing.
  public static let off = MonitoringOptions(reportsEntering: false, reportsLeaving: false)

  /// Whether any event is reported.
  public var isOn: Bool { reportsEntering || reportsLeaving || stay != nil }
}
