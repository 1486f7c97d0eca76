package import LocationCore

/// Decides what others may know of an update; `nil` for nothing.
package typealias UpdateGate = @Sendable (LocationUpdate) -> LocationUpdate?

/// Holds back what happens in the zones of private places, for each device.
///
/// - A fix in a zone is held back, and so is a fix that may be there by twice its estimated error.
/// - The first fix that is published after a zone has no speed, course, heading and climb: they would tell where the receiver came
///   from.
/// - An event is held back while the receiver is in a zone.
/// - A place whose border is in a zone is treated as private: its events would tell where in the zone the receiver
///   was.
/// - If the zones are not known, everything is held back.
package struct PrivacyGate: Sendable {
  /// `nil` if they are not known.
  package var zones: [PrivacyZone]?
  private let devices: DeviceIdentity
  /// The devices whose last fix was held back.
  private var closed: Set<DeviceID> = []
  /// The devices that were in a zone, and have published nothing since they left it.
  private var returning: Set<DeviceID> = []

  package init(zones: [PrivacyZone]?, devices: DeviceIdentity) {
    self.zones = zones
    self.devices = devices
  }

  /// What others may know of the next fix; `nil` for nothing.
  package mutating func pass(_ fix: Fix) -> Fix? {
    let device = devices.id(of: fix.source)
    guard zones?.contains(where: { $0.hides(fix) }) ?? true else {
      closed.remove(device)
      return returning.contains(device) ? fix.withoutMotion : fix
    }
    closed.insert(device)
    returning.insert(device)
    return nil
  }

  /// Notes that a fix is published.
  package mutating func published(_ fix: Fix) { returning.remove(devices.id(of: fix.source)) }

  /// Whether others may know what a receiver does now.
  package func isOpen(for source: FixSource) -> Bool {
    zones != nil && !closed.contains(devices.id(of: source))
  }

  /// Whether the events of a region may be published: it lies outside of every zone, or contains the whole zone.
  package func isOpen(for region: PlaceRegion) -> Bool {
    zones?.allSatisfy { region.borderDistance(from: $0.center).magnitude > $0.radius } ?? false
  }

  /// What others may know of the next update; `nil` for nothing. Everything that passes counts as published.
  package mutating func pass(_ update: LocationUpdate) -> LocationUpdate? {
    switch update {
    case .fix(let fix):
      guard let open = pass(fix) else { return nil }
      published(open)
      return .fix(open)
    // The satellites tell the time in a zone, and roughly the place.
    case .sky(let sky): return isOpen(for: sky.source) ? update : nil
    case .fixLost, .authorization: return update
    }
  }

  /// The places that may be named to others.
  package func open(_ places: [Place]) -> [Place] {
    places.filter { !$0.isPrivate && isOpen(for: $0.region) }
  }
}
