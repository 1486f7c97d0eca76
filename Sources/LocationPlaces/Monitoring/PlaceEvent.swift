public import LocationCore
import LocationText

/// Something that happened at a place, as a monitor found it out.
public struct PlaceEvent: Hashable, Sendable {
  /// What happened.
  public enum Kind: Hashable, Sendable {
    /// The device entered the place.
    case entered
    /// The device left the place.
    case left
    /// The device has been inside for the time that the place's ``MonitoringOptions/stay`` asks for.
    case stayed(Duration)
    /// Where the device is when the monitor begins. It is reported once for each place.
    case initial(isInside: Bool)
  }

  /// What happened.
  public var kind: Kind
  /// The place, as the monitor knew it.
  public var place: Place
  /// The device that it happened to.
  public var device: DeviceID
  /// When it happened, UTC by the receiver's clock: the time of the first fix on the new side of the
  /// border. For ``Kind/stayed(_:)`` it is the time of arrival and the stay.
  public var time: Date
  /// Whether it may have happened long before ``time``, because there was no fix for more than
  /// ``MonitorThresholds/lateAfter``: the program did not run, or the receiver had lost its position.
  public var isLate: Bool
  /// The fix that made the monitor certain; `nil` for a stay without a fix at its end.
  public var fix: Fix?

  /// Makes an event.
  public init(
    _ kind: Kind, place: Place, device: DeviceID, time: Date, isLate: Bool = false, fix: Fix? = nil
  ) {
    self.kind = kind
    self.place = place
    self.device = device
    self.time = time
    self.isLate = isLate
    self.fix = fix
  }
}

extension PlaceEvent {
  /// The event in a few words: "left Home", "at Home for 600 s".
  ///
  /// The name of the place is as it was given, so a program for a terminal replaces control characters.
  public var summary: String {
    switch kind {
    case .entered: "entered \(place.name)"
    case .left: "left \(place.name)"
    case .stayed(let stay): "at \(place.name) for \(String(stay / .seconds(1), places: 3)) s"
    case .initial(let isInside): isInside ? "at \(place.name)" : "not at \(place.name)"
    }
  }
}
