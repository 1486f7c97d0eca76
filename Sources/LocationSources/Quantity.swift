import LocationCore

/// A number with its unit, such as `30s` or `1.5 km`.
package struct Quantity {
  package let value: Double
  /// The text after the number, without spaces; may be empty.
  package let unit: String

  /// Reads a number, 0 or more, and its unit; `nil` for other text.
  package init?(_ argument: String) {
    let number = argument.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    // The prefix excludes hexadecimal numbers and "infinity", which `Double` reads.
    guard let value = Double(number), value.isFinite else { return nil }
    self.value = value
    unit = String(argument.dropFirst(number.count).drop { $0 == " " })
  }
}

/// Why a value cannot be used. The error's reader adds the name of the option.
package struct InvalidOptionValue: Error, Hashable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

extension Duration {
  /// Reads `500ms`, `30s`, `5m` or `5min`, `2h`, `7d`. A number without a unit is refused.
  package init(argument: String) throws(InvalidOptionValue) {
    let units = ["ms": 0.001, "s": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400]
    guard let quantity = Quantity(argument), let unit = units[quantity.unit],
      quantity.value * unit < 1e9
    else {
      throw InvalidOptionValue(
        "a duration is a number and ms, s, m, min, h or d, e.g. 500ms, 30s or 1.5h")
    }
    self = .seconds(quantity.value * unit)
  }
}

/// A speed in meters per second.
package struct Speed: Hashable, Sendable {
  package let metersPerSecond: Double

  /// Reads `50km/h`, `14m/s`, `30mph`, `6kn`. A number without a unit is refused.
  package init(argument: String) throws(InvalidOptionValue) {
    let units = ["m/s": 1, "km/h": 1 / 3.6, "kn": 1852 / 3600.0, "mph": 1609.344 / 3600]
    guard let quantity = Quantity(argument), let unit = units[quantity.unit], quantity.value > 0
    else {
      throw InvalidOptionValue(
        "a speed is a number and m/s, km/h, kn or mph, and above 0, e.g. 50km/h or 1.4m/s")
    }
    metersPerSecond = quantity.value * unit
  }
}

extension Coordinate {
  /// Reads `48.137,11.575`, north and east positive, and what `--coordinates` writes: every `CoordinateNotation`.
  package init(argument: String) throws(InvalidOptionValue) {
    for notation in CoordinateNotation.allCases {
      guard let coordinate = Coordinate(argument, in: notation) else { continue }
      self = coordinate
      return
    }
    throw InvalidOptionValue(
      "a place is latitude and longitude in degrees, e.g. 48.137,11.575, or in a notation of --coordinates"
    )
  }
}
