/// The Military Grid Reference System (NGA.STND.0037, 2014), with the polar regions.
extension Coordinate {
  /// The grid reference of the square that contains this place, like `32UPU8729932401`.
  ///
  /// - Parameter digits: how many digits easting and northing have, 0 … 5, clamped. Five digits are a
  ///   square of 1 m, four 10 m, and none 100 km.
  public func mgrs(digits: Int = 5) -> String {
    let utm = UTMCoordinate(self)
    let band = GridBand.letter(of: self, utm)
    let east = Int(utm.easting)
    // The equator's northing in the south belongs to no square.
    let north = Int(utm.isNorthern || utm.zone == nil ? utm.northing : min(utm.northing, 9_999_999))
    var text = utm.zone.map { ($0 < 10 ? "0" : "") + String($0) } ?? ""
    text.append(band)
    if let zone = utm.zone {
      text.append(MGRSLetters.columns(of: zone)[east / 100_000 - 1])
      text.append(MGRSLetters.rows[(north / 100_000 + MGRSLetters.firstRow(of: zone)) % 20])
    } else {
      let polar = MGRSLetters.Polar(band: band)
      text.append(polar.columns[east / 100_000 - polar.firstColumn])
      text.append(polar.rows[north / 100_000 - polar.firstRow])
    }
    let digits = min(max(digits, 0), 5)
    for value in [east, north] {
      let meters = String(value % 100_000)
      let padded = String(repeating: "0", count: 5 - meters.count) + meters
      text += padded.prefix(digits)
    }
    return text
  }

  /// Reads a grid reference, and makes the center of its square. Letters may be lower case, and spaces are
  /// allowed. `nil` for other text, and for a square that does not exist.
  public init?(mgrs text: String) {
    var rest = text.uppercased().filter { $0 != " " }[...]
    let zoneDigits = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest.dropFirst(zoneDigits.count)
    guard zoneDigits.count <= 2, let band = rest.popFirst(), let column = rest.popFirst(),
      let row = rest.popFirst(), rest.count <= 10, rest.count % 2 == 0,
      rest.allSatisfy({ $0.isASCII && $0.isNumber })
    else { return nil }
    let digits = rest.count / 2
    let size = [100_000.0, 10_000, 1000, 100, 10, 1][digits]
    let east = (Double(rest.prefix(digits)) ?? 0) * size + size / 2
    let north = (Double(rest.suffix(digits)) ?? 0) * size + size / 2
    if zoneDigits.isEmpty {
      guard "ABYZ".contains(band) else { return nil }
      let polar = MGRSLetters.Polar(band: band)
      guard let columnIndex = polar.columns.firstIndex(of: column),
        let rowIndex = polar.rows.firstIndex(of: row),
        let utm = UTMCoordinate(
          zone: nil, isNorthern: band >= "Y",
          easting: Double(columnIndex + polar.firstColumn) * 100_000 + east,
          northing: Double(rowIndex + polar.firstRow) * 100_000 + north)
      else { return nil }
      self = utm.coordinate
      return
    }
    guard let zone = Int(zoneDigits), (1...60).contains(zone),
      let latitudes = GridBand.latitudes(of: band),
      let columnIndex = MGRSLetters.columns(of: zone).firstIndex(of: column),
      let rowIndex = MGRSLetters.rows.firstIndex(of: row)
    else { return nil }
    let firstNorthing = Double((rowIndex + 20 - MGRSLetters.firstRow(of: zone)) % 20) * 100_000
    // The letters of the rows repeat every 2000 km. A band and the square are 1500 km high at most, so
    // only one of the repetitions touches the band.
    let margin = size / 111_000 + 1e-9
    for cycle in 0..<5 {
      guard
        let utm = UTMCoordinate(
          zone: zone, isNorthern: band >= "N",
          easting: Double(columnIndex + 1) * 100_000 + east,
          northing: firstNorthing + Double(cycle) * 2_000_000 + north)
      else { continue }
      let place = utm.coordinate
      if place.latitude >= latitudes.lowerBound - margin,
        place.latitude <= latitudes.upperBound + margin
      {
        self = place
        return
      }
    }
    return nil
  }
}

/// The letters of the squares of 100 km. I and O are never used.
private enum MGRSLetters {
  static let rows: [Character] = Array("ABCDEFGHJKLMNPQRSTUV")

  /// The letters of the columns from 100 km to 900 km, which repeat every three zones.
  static func columns(of zone: Int) -> [Character] { columnSets[(zone - 1) % 3] }

  /// The index of the letter of the row at the equator.
  static func firstRow(of zone: Int) -> Int { zone % 2 == 0 ? 5 : 0 }

  private static let columnSets: [[Character]] = [
    Array("ABCDEFGH"), Array("JKLMNPQR"), Array("STUVWXYZ"),
  ]

  /// The letters of one half of a polar region.
  struct Polar {
    let columns: [Character]
    let rows: [Character]
    /// The numbers of the first column and of the first row, in 100 km.
    let firstColumn, firstRow: Int

    /// - Parameter band: A and B in the south, Y and Z in the north; B and Z are the eastern halves.
    init(band: Character) {
      let isNorthern = band >= "Y"
      rows = Array(isNorthern ? "ABCDEFGHJKLMNP" : "ABCDEFGHJKLMNPQRSTUVWXYZ")
      firstRow = isNorthern ? 13 : 8
      switch band {
      case "A": (columns, firstColumn) = (Array("JKLPQRSTUXYZ"), 8)
      case "B": (columns, firstColumn) = (Array("ABCFGHJKLPQR"), 20)
      case "Y": (columns, firstColumn) = (Array("RSTUXYZ"), 13)
      default: (columns, firstColumn) = (Array("ABCFGHJ"), 20)
      }
    }
  }
}
