public import LocationCore
public import LocationPlaces

/// What a ``PayloadFormat`` writes.
public enum PublishedItem: Hashable, Sendable {
  /// A location, and the places in which it is.
  case location(Fix, places: [Place])
  /// An event at a place, and when the place was first told to others.
  case event(PlaceEvent, placeToldAt: Date)
  /// A place, and when it is first told to others.
  case place(Place, toldAt: Date)

  /// The kind of its message.
  public var kind: PublishedMessage.Kind {
    switch self {
    case .location: .location
    case .event: .event
    case .place: .waypoint
    }
  }

  /// The device that it is about.
  var device: String? {
    switch self {
    case .location(let fix, _): fix.source.device
    case .event(let event, _): event.device.device
    case .place: nil
    }
  }
}
