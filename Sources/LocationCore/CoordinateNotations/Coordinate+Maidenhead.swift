/// The Maidenhead locator system of radio amateurs (IARU Region 1, 1980, with later pairs).
extension Coordinate {
  /// The locator of the cell that contains this place, like `JN58sc28`.
  ///
  /// - Parameter length: the number of characters: 2, 4, 6, 8 or 10; an odd number becomes the next even
  ///   one. Six are a cell of 5′ × 2.5′, eight 30″ × 15″, and ten 1.25″ × 0.625″ (39 m × 19 m or less).
  public func maidenhead(length: Int = 6) -> String {
    let pairs = min(max((length + 1) / 2, 1), Maidenhead.divisions.count)
    var east = Maidenhead.units(longitude + 180, Maidenhead.longitudeUnits, limit: 360)
    var north = Maidenhead.units(latitude + 90, Maidenhead.latitudeUnits, limit: 180)
    // 180° is the meridian of −180°; the pole belongs to the last cell.
    if longitude == 180 { east = 0 }
    var pairsOfDigits: [(Int, Int)] = []
    for division in Maidenhead.divisions.reversed() {
      pairsOfDigits.append((east % division, north % division))
      (east, north) = (east / division, north / division)
    }
    var text = ""
    for (index, pair) in pairsOfDigits.reversed().prefix(pairs).enumerated() {
      text.append(Maidenhead.character(pair.0, inPair: index))
      text.append(Maidenhead.character(pair.1, inPair: index))
    }
    return text
  }

  /// Reads a locator of 2, 4, 6, 8 or 10 characters, in upper or lower case, and makes the center of its
  /// cell. `nil` for other text.
  public init?(maidenhead text: String) {
    let bytes = Array(text.uppercased().utf8)
    guard (2...10).contains(bytes.count), bytes.count % 2 == 0 else { return nil }
    var (east, north) = (0.0, 0.0)
    var (width, height) = (360.0, 180.0)
    for (index, division) in Maidenhead.divisions.prefix(bytes.count / 2).enumerated() {
      let first: UInt8 = Maidenhead.hasLetters(index) ? 0x41 : 0x30
      let (column, row) = (Int(bytes[2 * index]), Int(bytes[2 * index + 1]))
      let digits = (column - Int(first), row - Int(first))
      guard (0..<division).contains(digits.0), (0..<division).contains(digits.1) else {
        return nil
      }
      (width, height) = (width / Double(division), height / Double(division))
      east += Double(digits.0) * width
      north += Double(digits.1) * height
    }
    self.init(unchecked: north + height / 2 - 90, east + width / 2 - 180)
  }
}

private enum Maidenhead {
  /// The divisions of the cells of one pair into those of the next: letters and digits in turn.
  static let divisions = [18, 10, 24, 10, 24]
  /// The cells of ten characters in a degree: 1.25″ of longitude, 0.625″ of latitude.
  static let longitudeUnits = 2880
  static let latitudeUnits = 5760

  static func hasLetters(_ pair: Int) -> Bool { pair % 2 == 0 }

  /// The number of cells from the origin, rounded down, to a millionth of a cell.
  static func units(_ degrees: Double, _ unit: Int, limit: Int) -> Int {
    let exact = (degrees * Double(unit) * 1e6).rounded() / 1e6
    return min(Int(exact.rounded(.down)), limit * unit - 1)
  }

  /// The first pair has capitals. The other letters are lower case, as radio amateurs write them.
  static func character(_ digit: Int, inPair pair: Int) -> Character {
    let first: UInt8 = hasLetters(pair) ? (pair == 0 ? 0x41 : 0x61) : 0x30
    return Character(Unicode.Scalar(first + UInt8(digit)))
  }
}
