/// The kinds of updates that a consumer reads although a source may withhold them.
///
/// Fixes, lost fixes and authorization changes always reach every consumer. Interests are only a
/// hint: they spare a source work, and it may yield a kind that nobody is interested in.
public struct LocationInterests: OptionSet, Hashable, Sendable {
  /// One bit for each kind.
  public let rawValue: UInt8

  /// Makes a set from the bits of its kinds.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// ``LocationUpdate/sky(_:)``: gpsd sends satellites as often as fixes, and they are more work to
  /// decode.
  public static let satellites = LocationInterests(rawValue: 1)

  /// Every kind.
  public static let all: LocationInterests = [.satellites]
}
