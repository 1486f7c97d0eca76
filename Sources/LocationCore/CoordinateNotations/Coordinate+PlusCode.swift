/// Open Location Code, also called Plus Codes: <https://github.com/google/open-location-code>.
extension Coordinate {
  /// The full Plus Code of the cell that contains this place, like `8FWH4G88+WM`.
  ///
  /// - Parameter length: the number of digits: 2, 4, 6, 8, or 10 … 15; another number becomes the next
  ///   one of these. Ten digits are a cell of 1/8000° (14 m), eleven are 3.5 m × 2.8 m or less.
  public func plusCode(length: Int = 10) -> String {
    let length = length < 10 ? max(2, length + length % 2) : min(length, 15)
    let limit = 180 * PlusCode.latitudeUnits
    var latitude = PlusCode.units(latitude, PlusCode.latitudeUnits) + limit / 2
    latitude = min(max(latitude, 0), limit - 1)
    var longitude = PlusCode.units(longitude, PlusCode.longitudeUnits)
    longitude = (longitude + 180 * PlusCode.longitudeUnits) % (360 * PlusCode.longitudeUnits)
    // From the last digit to the first one.
    var digits: [Character] = []
    for _ in 0..<5 {
      digits.append(PlusCode.alphabet[latitude % 5 * 4 + longitude % 4])
      (latitude, longitude) = (latitude / 5, longitude / 4)
    }
    for _ in 0..<5 {
      digits.append(PlusCode.alphabet[longitude % 20])
      digits.append(PlusCode.alphabet[latitude % 20])
      (latitude, longitude) = (latitude / 20, longitude / 20)
    }
    digits.reverse()
    var text = String(digits.prefix(min(length, 8)))
    text += String(repeating: "0", count: max(0, 8 - length)) + "+"
    if length > 8 { text += digits[8..<length] }
    return text
  }

  /// Reads a full Plus Code, in upper or lower case, and makes the center of its cell. `nil` for other
  /// text, and for a short code, which needs a place nearby.
  public init?(plusCode text: String) {
    let text = text.uppercased()
    guard let plus = text.firstIndex(of: "+"),
      text.distance(from: text.startIndex, to: plus) == 8
    else { return nil }
    let after = text[text.index(after: plus)...]
    let before = text[..<plus]
    let padding = before.reversed().prefix { $0 == "0" }.count
    let digits = before.dropLast(padding) + after
    guard padding % 2 == 0, padding < 8, padding == 0 || after.isEmpty, after.count != 1,
      digits.count <= 15
    else { return nil }
    var (latitude, longitude) = (0, 0)
    var (height, width) = (180 * PlusCode.latitudeUnits, 360 * PlusCode.longitudeUnits)
    // The first digits are worth 20°: of their 20 values, latitude has 9 and longitude has 18.
    height = height / 9 * 20
    width = width / 18 * 20
    for (index, digit) in digits.enumerated() {
      guard let value = PlusCode.alphabet.firstIndex(of: digit) else { return nil }
      if index >= 10 {
        (height, width) = (height / 5, width / 4)
        latitude += value / 4 * height
        longitude += value % 4 * width
      } else if index % 2 == 0 {
        height /= 20
        latitude += value * height
      } else {
        width /= 20
        longitude += value * width
      }
    }
    let center = (
      latitude: (Double(latitude) + Double(height) / 2) / Double(PlusCode.latitudeUnits) - 90,
      longitude: (Double(longitude) + Double(width) / 2) / Double(PlusCode.longitudeUnits) - 180
    )
    guard center.latitude < 90, center.longitude < 180 else { return nil }
    self.init(unchecked: center.latitude, center.longitude)
  }
}

private enum PlusCode {
  static let alphabet: [Character] = Array("23456789CFGHJMPQRVWX")
  /// The cells of fifteen digits in a degree. A cell of ten digits is 1/8000°. The last five digits divide
  /// it into 5⁵ parts of latitude and 4⁵ of longitude.
  static let latitudeUnits = 8000 * 3125
  static let longitudeUnits = 8000 * 1024

  /// The number of cells from 0°, rounded down. It is first rounded to a millionth of a cell, because the
  /// nearest `Double` of a cell's border may lie outside the cell.
  static func units(_ degrees: Double, _ unit: Int) -> Int {
    let millionths = Int((degrees * Double(unit) * 1e6).rounded())
    return Int((Double(millionths) / 1e6).rounded(.down))
  }
}
