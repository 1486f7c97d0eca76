import GPSDProtocol
public import LocationCore
internal import LocationPlaces

/// gpsd's `TPV` objects (gpsd_json(5)) for locations. Events are objects of the class `PLACE`, as
/// `locate monitor --json` prints them; gpsd has no such class.
public struct GPSDFormat: PayloadFormat {
  /// Makes a format.
  public init() {}

  /// An object without a line feed; `nil` for places.
  public func payload(of item: PublishedItem, createdAt: Date) -> [UInt8]? {
    switch item {
    case .location(let fix, _): Array(GPSDReport.update(.fix(fix)).line.utf8)
    case .event(let event, _): Array(event.line.dropLast())
    case .place: nil
    }
  }
}
