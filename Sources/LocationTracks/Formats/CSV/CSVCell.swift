import LocationCore

/// How the cells of a CSV file write numbers, angles and whether a row is a fix.
enum CSVCell {
  /// A number, and the unit after it; `nil` for anything else.
  ///
  /// - Parameter mayHaveThousands: whether `1,234` may mean a number over a thousand. It is then no number.
  static func number(
    _ field: UnsafeRawBufferPointer, separator: UInt8, mayHaveThousands: Bool
  ) -> (value: Double, unit: String)? {
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
    // The unit begins after the last digit.
    let end = field.lastIndex(where: isDigit).map { $0 + 1 } ?? 0
    var number = Array(field[..<end])
    var unit = field[end...].drop { $0 == 0x20 }
    // A dot without digits after it, and the exponent of `m/s2`, belong to nothing that is read.
    if unit.first == UInt8(ascii: ".") { unit = unit.dropFirst() }
    if let comma = number.firstIndex(of: UInt8(ascii: ",")) {
      let decimals = number.count - comma - 1
      if separator == UInt8(ascii: ","), mayHaveThousands, decimals == 3 { return nil }
      number[comma] = UInt8(ascii: ".")
    }
    guard let value = number.withUnsafeBytes({ Double(decimal: $0) }) else { return nil }
    return (value, String(decoding: unit, as: UTF8.self))
  }

  /// The place in two cells: decimal degrees, or degrees, minutes and seconds, with signs or letters.
  ///
  /// - Parameter hemispheres: the letters in cells of their own; empty if there are none.
  static func place(
    _ latitude: String, _ longitude: String, hemispheres: (latitude: String, longitude: String)
  ) -> Coordinate? {
    func text(_ angle: String, _ hemisphere: String) -> String {
      var angle = angle.replacing(",", with: ".")
      // A letter may come first: `N 48.5`.
      if let first = angle.first, "NSEWnsew".contains(first) {
        angle = "\(angle.dropFirst().drop { $0 == " " }) \(first)"
      }
      guard let letter = hemisphere.first else { return angle }
      // Some programs say it twice: `-33.5,S`.
      if "SWsw".contains(letter), angle.first == "-" { angle.removeFirst() }
      return "\(angle) \(letter)"
    }
    let both = [text(latitude, hemispheres.latitude), text(longitude, hemispheres.longitude)]
    return Coordinate(both.joined(separator: ", "), in: .decimal)
  }

  /// What a row says about its position.
  enum Validity {
    case noFix
    case fix(FixMode?, FixStatus?)

    /// Reads a cell; `nil` if its words are not known.
    init?(_ text: String) {
      switch text.lowercased() {
      case "no fix", "nofix", "no_fix", "none", "no", "n", "false", "0", "v", "void", "invalid":
        self = .noFix
      case "yes", "y", "true", "1", "a", "valid", "active", "fix": self = .fix(nil, nil)
      case "2d": self = .fix(.twoD, nil)
      case "3d": self = .fix(.threeD, nil)
      case "sps": self = .fix(nil, .autonomous)
      case "dgps": self = .fix(nil, .differential)
      case "pps": self = .fix(nil, .precise)
      case "rtk": self = .fix(nil, .rtkFixed)
      case "frtk": self = .fix(nil, .rtkFloat)
      case let word where word.hasPrefix("estimated"): self = .fix(nil, .deadReckoning)
      case let word where word.hasPrefix("manual"): self = .fix(nil, .surveyed)
      case let word where word.hasPrefix("simulat"): self = .fix(nil, .simulated)
      default: return nil
      }
    }
  }

  /// Words that say that there is no value.
  static func isAbsent(_ text: String) -> Bool {
    ["", "-", "--", "n/a", "na", "nan", "nil", "none", "null", "unknown"].contains(
      text.lowercased())
  }
}
