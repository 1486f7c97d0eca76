import GPSDProtocol
public import LocationCore
internal import LocationPlaces

/// How messages look.
public protocol PayloadFormat: Sendable {
  /// The bytes of an item; `nil` if the format has no form for it.
  ///
  /// - Parameters:
  ///   - item: a location, an event or a place.
  ///   - createdAt: when the message is made, by the host's clock.
  func payload(of item: PublishedItem, createdAt: Date) -> [UInt8]?

  /// What a broker tells others when the connection of this program breaks; `nil` for nothing.
  ///
  /// - Parameter connectedAt: when the connection was made, by the host's clock.
  func will(connectedAt: Date) -> [UInt8]?

  /// The member of a location's JSON object that has the horizontal error in meters, beside `lat` and `lon`; `nil` for a
  /// format that has no such objects.
  var horizontalErrorMember: String? { get }
}

extension PayloadFormat {
  /// `nil`: a broken connection is not told to others.
  public func will(connectedAt: Date) -> [UInt8]? { nil }

  /// `nil`: locations are no JSON objects.
  public var horizontalErrorMember: String? { nil }

  /// The message of an item; `nil` if the format has no form for it.
  public func message(_ item: PublishedItem, createdAt: Date) -> PublishedMessage? {
    guard let payload = payload(of: item, createdAt: createdAt) else { return nil }
    return PublishedMessage(
      kind: item.kind, device: item.device, createdAt: createdAt, payload: payload)
  }
}

/// A format that a closure makes, such as one with a template for each location.
public struct ClosureFormat: PayloadFormat {
  private let make: @Sendable (Fix) -> [UInt8]?

  /// Makes a format that has only locations.
  ///
  /// - Parameter make: the bytes of a location; `nil` to leave it out.
  public init(locations make: @escaping @Sendable (Fix) -> [UInt8]?) { self.make = make }

  /// The bytes that the closure makes.
  public func payload(of item: PublishedItem, createdAt: Date) -> [UInt8]? {
    guard case .location(let fix, _) = item else { return nil }
    return make(fix)
  }
}

/// gpsd's `TPV` objects (gpsd_json(5)) for locations. Events are objects of the class `PLACE`, as
/// `locate monitor --json` prints them; gpsd has no such class.
public struct GPSDFormat: PayloadFormat {
  /// Makes a format.
  public init() {}

  /// `eph`
  public var horizontalErrorMember: String? { "eph" }

  /// An object without a line feed; `nil` for places.
  public func payload(of item: PublishedItem, createdAt: Date) -> [UInt8]? {
    switch item {
    case .location(let fix, _): Array(GPSDReport.update(.fix(fix)).line.utf8)
    case .event(let event, _): Array(event.line.dropLast())
    case .place: nil
    }
  }
}
