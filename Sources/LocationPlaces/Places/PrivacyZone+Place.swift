package import LocationCore

extension PrivacyZone {
  /// Makes the zone of a region. A polygon and a corridor are hidden with the circle around them, because their
  /// shapes would give them away.
  init(hiding region: PlaceRegion) {
    self.init(hiding: region.center, radius: region.reach)
  }

  /// Reads what ``text`` wrote; `nil` for no text.
  ///
  /// - Throws: ``PlaceErrorCode/invalidPlace`` for another text.
  package init?(text: String?) throws(PlaceError) {
    guard let text, !text.isEmpty else { return nil }
    let parts = text.split(separator: ";u=", omittingEmptySubsequences: false)
    let numbers = parts[0].dropFirst("geo:".count)
      .split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard text.hasPrefix("geo:"), parts.count == 2, numbers.count == 2,
      let latitude = numbers[0], let longitude = numbers[1],
      let center = try? Coordinate(latitude: latitude, longitude: longitude),
      let radius = Double(parts[1]), radius > 0
    else {
      throw PlaceError(
        .invalidPlace, detail: "privacyZone is geo:LATITUDE,LONGITUDE;u=METERS, not \(text)")
    }
    self.init(center: center, radius: radius)
  }

  /// The zone as a `geo:` URI (RFC 5870): the center, and the radius in meters as the uncertainty.
  package var text: String { "geo:\(center.latitude),\(center.longitude);u=\(radius)" }
}
