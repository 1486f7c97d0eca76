/// When a monitor believes that a receiver crossed the border of a place.
///
/// A position has an error of some meters, so a receiver near a border seems to cross it again and again.
/// A monitor therefore wants more than one position on the other side: a distance from the border, and
/// several fixes. <doc:MonitoringPlaces> compares these rules with those of other programs.
public struct MonitorThresholds: Hashable, Sendable {
  /// How far beyond the border a fix must be, in meters; not negative. The default of 7 m is above the
  /// error of most positions, and a walker needs five seconds for it.
  public var distance: Double = 7
  /// How many times its own estimated error a fix must be beyond the border; not negative. The default of
  /// 0.75 makes a coarse fix count only where it is clear. A larger share makes detection in streets too
  /// slow.
  public var accuracyShare: Double = 0.75
  /// How long the fixes must agree, and at least two of them; not negative. The default of two seconds
  /// outlasts a reflected signal.
  public var confirmation: Duration = .seconds(2)
  /// How long after a change the opposite change needs ``settlingDistance``; not negative. The default is
  /// a minute.
  public var settling: Duration = .seconds(60)
  /// How far beyond the border a fix must be, in meters, to undo a change that is younger than
  /// ``settling``; not negative. The default of 25 m is beyond nearly all errors in streets. A vehicle
  /// that drives through a place passes it at once.
  public var settlingDistance: Double = 25
  /// The estimated error in meters that a fix without one is taken to have. The default is 10 m. Many
  /// recordings state no errors.
  public var assumedAccuracy: Double = 10
  /// The largest estimated error, in meters, of a fix that can be inside a small place. For places deeper
  /// than half of it, twice their depth counts instead. The default is 50 m: a fix of a mobile network
  /// does not enter a shop.
  public var coarsestAccuracy: Double = 50
  /// After how long without a fix an event counts as late; not negative. The default is a minute.
  public var lateAfter: Duration = .seconds(60)

  /// The defaults.
  public init() {}
}
