import LocationCore
internal import LocationPlaces

/// Holds back what happens in the zones of private places, for each device.
///
/// - A fix in a zone is held back, and so is a fix that may be there by twice its estimated error.
/// - The first fix after a zone has no speed, course, heading and climb: they would tell where the receiver came
///   from.
/// - An event is held back while the receiver is in a zone.
/// - A place whose border is in a zone is treated as private: its events would tell where in the zone the receiver
///   was.
struct PrivacyGate: Sendable {
  private let zones: [PrivacyZone]
  /// The devices whose last fix was held back.
  private var closed: Set<DeviceID> = []

  init(zones: [PrivacyZone]) { self.zones = zones }

  /// What others may know of the next fix; `nil` for nothing.
  mutating func pass(_ fix: Fix) -> Fix? {
    guard zones.contains(where: { $0.hides(fix) }) else {
      return closed.remove(fix.source.deviceID) == nil ? fix : fix.withoutMotion
    }
    closed.insert(fix.source.deviceID)
    return nil
  }

  /// Whether others may know what a receiver does now.
  func isOpen(for source: FixSource) -> Bool { !closed.contains(source.deviceID) }

  /// Whether others may know who is in a region: it lies outside of every zone, or contains the whole zone.
  func isOpen(for region: PlaceRegion) -> Bool {
    zones.allSatisfy { region.borderDistance(from: $0.center).magnitude > $0.radius }
  }
}
