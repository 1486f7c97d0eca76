/// Writes an angle as degrees, as degrees and minutes, or as degrees, minutes and seconds.
struct AngleText {
  /// How many parts of a degree the last number counts: 1, 60 or 3600.
  private let parts: Int

  /// `nil` for a notation without degrees.
  init?(_ notation: CoordinateNotation) {
    switch notation {
    case .decimal: parts = 1
    case .degreesMinutes: parts = 60
    case .degreesMinutesSeconds: parts = 3600
    case .utm, .mgrs, .plusCode, .maidenhead: return nil
    }
  }

  /// The angle and its hemisphere. The whole angle is rounded once, so that no part is 60.
  ///
  /// - Parameter decimals: 0 … 9, clamped.
  func text(
    _ angle: Double, _ decimals: Int, positive: Character, negative: Character
  ) -> String {
    let decimals = min(max(decimals, 0), 9)
    let unit = UInt(DecimalText.power(decimals))
    let digits = UInt((abs(angle) * Double(parts) * Double(unit)).rounded())
    let (rest, last) = digits.quotientAndRemainder(dividingBy: 60 * unit)
    var text: String
    switch parts {
    case 1: text = DecimalText.number(digits, decimals: decimals, width: 1) + "°"
    case 60:
      text = "\(rest)° " + DecimalText.number(last, decimals: decimals, width: 2) + "'"
    default:
      text =
        "\(rest / 60)° " + DecimalText.number(rest % 60, decimals: 0, width: 2) + "' "
        + DecimalText.number(last, decimals: decimals, width: 2) + "\""
    }
    text += " "
    text.append(angle < 0 && digits > 0 ? negative : positive)
    return text
  }
}

extension Coordinate {
  /// Reads latitude and longitude: one to three numbers each, with hemispheres or signs.
  init?(degrees text: String) {
    var angles = [Angle()]
    for character in text.uppercased() {
      switch character {
      case "N", "S", "E", "W":
        guard let last = angles.last, last.hemisphere == nil, !last.isEmpty else { return nil }
        angles[angles.count - 1].hemisphere = character
        if angles.count == 1 { angles.append(Angle()) }
      case ",":
        // In `48° N, 11° E` the latitude has ended already.
        guard let last = angles.last, last.isEmpty == (angles.count == 2) else { return nil }
        if angles.count == 1 { angles.append(Angle()) }
      case "°", "'", "\"", "′", "″", " ", "º", "’", "”":
        angles[angles.count - 1].endNumber()
      case "-", "+", ".", "0"..."9":
        angles[angles.count - 1].append(character)
      default: return nil
      }
    }
    guard angles.count == 2, let latitude = angles[0].degrees("N", "S"),
      let longitude = angles[1].degrees("E", "W"),
      let place = try? Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    self = place
  }
}

/// One angle of a text that is being read.
private struct Angle {
  var hemisphere: Character?
  private var numbers: [String] = []
  private var isNumberOpen = false

  var isEmpty: Bool { numbers.isEmpty }

  mutating func endNumber() { isNumberOpen = false }

  mutating func append(_ character: Character) {
    if !isNumberOpen { numbers.append("") }
    isNumberOpen = true
    numbers[numbers.count - 1].append(character)
  }

  /// The value; `nil` if the text is not an angle of these hemispheres.
  func degrees(_ positive: Character, _ negative: Character) -> Double? {
    guard (1...3).contains(numbers.count),
      hemisphere == nil || hemisphere == positive || hemisphere == negative
    else { return nil }
    var sum = 0.0
    for (index, number) in numbers.enumerated() {
      let isLast = index == numbers.count - 1
      guard let value = Double(number), isLast || !number.contains("."),
        index == 0 || value < 60 && number.first != "-" && number.first != "+"
      else { return nil }
      sum += abs(value) / [1, 60, 3600][index]
    }
    let hasMinus = numbers[0].first == "-"
    guard !hasMinus || hemisphere == nil else { return nil }
    return hasMinus || hemisphere == negative ? -sum : sum
  }
}

/// Decimal numbers as text.
enum DecimalText {
  /// A number with all its decimals, rounded half away from zero; never "-0".
  ///
  /// - Parameter decimals: 0 … 9, clamped.
  static func fixed(_ value: Double, decimals: Int) -> String {
    let decimals = min(max(decimals, 0), 9)
    let digits = Int((value * Double(power(decimals))).rounded())
    return (digits < 0 ? "-" : "") + number(digits.magnitude, decimals: decimals, width: 1)
  }

  /// The number `digits` · 10^−`decimals`, with at least `width` digits before the point.
  static func number(_ digits: UInt, decimals: Int, width: Int) -> String {
    let text = String(digits)
    let padded = String(repeating: "0", count: max(0, width + decimals - text.count)) + text
    guard decimals > 0 else { return padded }
    return String(padded.dropLast(decimals)) + "." + String(padded.suffix(decimals))
  }

  static func power(_ exponent: Int) -> Int { (0..<exponent).reduce(1) { power, _ in power * 10 } }
}
