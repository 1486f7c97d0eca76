extension UTMCoordinate {
  /// Zone, latitude band, easting and northing in meters, like `32U 687299.58 5332401.25`; near the poles
  /// without a zone, like `Z 2000000.00 1777930.73`. The band is the one of MGRS: N … X are the northern
  /// hemisphere.
  ///
  /// - Parameter decimals: how many decimals easting and northing have, 0 … 9, clamped.
  public func text(decimals: Int = 2) -> String {
    text(band: GridBand.letter(of: coordinate, self), decimals: decimals)
  }

  /// The text with the band of the coordinate that was projected.
  func text(band: Character, decimals: Int) -> String {
    var text = zone.map(String.init) ?? ""
    text.append(band)
    for value in [easting, northing] {
      text += " " + DecimalText.fixed(value, decimals: decimals)
    }
    return text
  }

  /// Reads zone, latitude band, easting and northing; see ``text(decimals:)``. Letters may be lower case.
  /// `nil` for other text, and outside the grid.
  public init?(_ text: String) {
    let words = text.uppercased().split(separator: " ")
    guard words.count == 3 || words.count == 4, let easting = Double(words[words.count - 2]),
      let northing = Double(words[words.count - 1])
    else { return nil }
    // `32U` and `32 U` are both usual.
    let place = words.dropLast(2).joined()
    guard let band = place.last else { return nil }
    let zoneDigits = place.dropLast()
    if zoneDigits.isEmpty {
      guard "ABYZ".contains(band) else { return nil }
      self.init(zone: nil, isNorthern: band >= "Y", easting: easting, northing: northing)
    } else {
      guard let zone = Int(zoneDigits), GridBand.latitudes(of: band) != nil else { return nil }
      self.init(zone: zone, isNorthern: band >= "N", easting: easting, northing: northing)
    }
  }
}
