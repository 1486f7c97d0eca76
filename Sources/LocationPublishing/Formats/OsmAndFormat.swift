public import LocationCore
internal import LocationText

/// The query of Traccar's OsmAnd protocol (<https://www.traccar.org/osmand/>): locations only.
///
/// The members are `id`, `lat`, `lon`, `timestamp` in seconds since 1970, or in milliseconds if it is not a whole second,
/// as Traccar reads it, `speed` in knots, `bearing` in
/// degrees, `altitude` and `accuracy` in meters, and `hdop`. A value that is not known is left out. A location
/// without a time is left out, as in ``OwnTracksFormat``.
public struct OsmAndFormat: PayloadFormat {
  private let identifier: DeviceTemplate

  /// Makes a format.
  ///
  /// - Parameter identifier: the identifier of the device at the server, a ``DeviceTemplate``. With a text that names no
  ///   device, all devices of a source are one.
  public init(identifier: String) {
    self.identifier = DeviceTemplate(identifier) ?? DeviceTemplate(literal: identifier)
  }

  /// A query without its question mark; `nil` for events and places.
  public func payload(of item: PublishedItem, createdAt: Date) -> [UInt8]? {
    guard case .location(let fix, _) = item, let time = fix.publishedTime else { return nil }
    var text = ByteText()
    // The name of the device must not be encoded twice.
    let name = identifier.text(for: fix.source.device, separator: "/") { _ in false }
    text.write("id=")
    text.write(percentEncoding: name) { !$0.isUnreserved }
    text.member("&lat=", trimming: fix.coordinate.latitude, places: 7)
    text.member("&lon=", trimming: fix.coordinate.longitude, places: 7)
    text.member(
      "&timestamp=",
      integer: time.fractionalMilliseconds ?? Int(time.timeIntervalSince1970.rounded()))
    text.member("&speed=", trimming: fix.speed.map { $0 * 3600 / 1852 }, places: 2)
    text.member("&bearing=", trimming: fix.course, places: 1)
    text.member("&altitude=", trimming: fix.altitude, places: 1)
    text.member("&accuracy=", trimming: fix.horizontalAccuracy, places: 1)
    text.member("&hdop=", trimming: fix.dilution.horizontal, places: 2)
    return text.bytes
  }
}
