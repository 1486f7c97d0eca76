/// A way to write a coordinate for people. The raw values are the names for options and settings.
public enum CoordinateNotation: String, Hashable, Sendable, CaseIterable {
  /// Degrees, like `48.1173000° N 11.5166667° E`.
  case decimal
  /// Degrees and minutes, like `48° 07.03800' N 11° 31.00000' E`.
  case degreesMinutes = "dm"
  /// Degrees, minutes and seconds, like `48° 07' 02.280" N 11° 31' 00.000" E`.
  case degreesMinutesSeconds = "dms"
  /// Universal Transverse Mercator, near the poles Universal Polar Stereographic, like
  /// `32U 687299.58 5332401.25`.
  case utm
  /// Military Grid Reference System, like `32UPU8729932401`.
  case mgrs
  /// Open Location Code (Plus Code), like `8FWH4G88+WMF`.
  case plusCode = "olc"
  /// The locator of radio amateurs, like `JN58sc28`.
  case maidenhead

  /// The precision of a text if the caller states none: about 1 cm in the notations with decimals, 1 m in
  /// MGRS, 3 m in Plus Codes, and 0.5′ · 0.25′ in Maidenhead.
  public var standardPrecision: Int {
    switch self {
    case .decimal: 7
    case .degreesMinutes, .mgrs: 5
    case .degreesMinutesSeconds: 3
    case .utm: 2
    case .plusCode: 11
    case .maidenhead: 8
    }
  }
}

extension Coordinate {
  /// The coordinate in a notation.
  ///
  /// - Parameters:
  ///   - notation: the notation.
  ///   - precision: the number of decimals of degrees, minutes, seconds or meters; the digits of easting and
  ///     northing in MGRS; the length of a Plus Code or a locator. It is clamped to the notation's range.
  ///     `nil` is ``CoordinateNotation/standardPrecision``.
  public func text(_ notation: CoordinateNotation, precision: Int? = nil) -> String {
    let precision = precision ?? notation.standardPrecision
    switch notation {
    case .decimal, .degreesMinutes, .degreesMinutesSeconds:
      let latitude = latitudeText(notation, precision: precision) ?? ""
      return latitude + " " + (longitudeText(notation, precision: precision) ?? "")
    case .utm:
      let utm = UTMCoordinate(self)
      return utm.text(band: GridBand.letter(of: self, utm), decimals: precision)
    case .mgrs: return mgrs(digits: precision)
    case .plusCode: return plusCode(length: precision)
    case .maidenhead: return maidenhead(length: precision)
    }
  }

  /// The latitude in a notation of degrees; `nil` for other notations, which do not separate latitude and
  /// longitude. See ``text(_:precision:)``.
  package func latitudeText(_ notation: CoordinateNotation, precision: Int? = nil) -> String? {
    AngleText(notation)?.text(
      latitude, precision ?? notation.standardPrecision, positive: "N", negative: "S")
  }

  /// The longitude in a notation of degrees; `nil` for other notations. See ``text(_:precision:)``.
  package func longitudeText(_ notation: CoordinateNotation, precision: Int? = nil) -> String? {
    AngleText(notation)?.text(
      longitude, precision ?? notation.standardPrecision, positive: "E", negative: "W")
  }

  /// Reads the text of a notation. `nil` for other text.
  ///
  /// The three notations of degrees read each other's text. They also read signs instead of hemispheres,
  /// and a comma between latitude and longitude: `48.1173, 11.5167`. A cell of MGRS, of a Plus Code or of a
  /// locator becomes its center.
  public init?(_ text: String, in notation: CoordinateNotation) {
    switch notation {
    case .decimal, .degreesMinutes, .degreesMinutesSeconds: self.init(degrees: text)
    case .utm:
      guard let utm = UTMCoordinate(text) else { return nil }
      self = utm.coordinate
    case .mgrs: self.init(mgrs: text)
    case .plusCode: self.init(plusCode: text)
    case .maidenhead: self.init(maidenhead: text)
    }
  }
}
