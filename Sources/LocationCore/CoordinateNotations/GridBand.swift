/// The letter of a latitude band of 8° (the last one of 12°) in UTM and MGRS, and of the four halves of
/// the polar regions.
enum GridBand {
  /// The bands from 80° south to 84° north.
  static let letters: [Character] = Array("CDEFGHJKLMNPQRSTUVWX")

  /// The letter of a place.
  static func letter(of coordinate: Coordinate, _ utm: UTMCoordinate) -> Character {
    guard utm.zone != nil else {
      let isEastern = utm.easting >= 2_000_000
      return utm.isNorthern ? (isEastern ? "Z" : "Y") : (isEastern ? "B" : "A")
    }
    // Rounded down first, because −10⁻¹⁷ + 80 is 80.
    let degrees = Int(coordinate.latitude.rounded(.down))
    return letters[min((degrees + 80) / 8, letters.count - 1)]
  }

  /// The latitudes of a band in degrees; `nil` for another letter.
  static func latitudes(of letter: Character) -> ClosedRange<Double>? {
    guard let index = letters.firstIndex(of: letter) else { return nil }
    let bottom = Double(index * 8 - 80)
    return bottom...(letter == "X" ? 84 : bottom + 8)
  }
}
