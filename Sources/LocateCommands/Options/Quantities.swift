import LocationCore
import LocationReplay
import LocationSources

/// A length in meters.
struct Length: Hashable, Sendable {
  let meters: Double

  /// Reads `50m`, `1.5km`, `100ft`, `2mi`, `1nmi`. A number without a unit is refused.
  init(argument: String) throws(InvalidOptionValue) {
    // International foot, statute and nautical mile: exact by definition.
    let units = ["m": 1, "km": 1000, "ft": 0.3048, "mi": 1609.344, "nmi": 1852]
    guard let quantity = Quantity(argument), let unit = units[quantity.unit] else {
      throw InvalidOptionValue(
        "a length is a number and m, km, ft, mi or nmi, e.g. 50m or 1.5km")
    }
    meters = quantity.value * unit
  }
}

/// The factor of `--rate`.
enum Rate: Hashable, Sendable {
  /// This many times as fast as recorded.
  case times(Double)
  /// As fast as the consumer reads.
  case max

  /// Reads a factor, or `max`.
  init(argument: String) throws(InvalidOptionValue) {
    if argument.lowercased() == "max" {
      self = .max
      return
    }
    guard let quantity = Quantity(argument), quantity.unit.isEmpty, quantity.value > 0 else {
      throw InvalidOptionValue(
        "a rate is a number such as 1, 4 or 0.5 (times as fast), or max")
    }
    self = .times(quantity.value)
  }

  /// The pace of a recording or a simulation.
  var pace: ReplayPace {
    switch self {
    case .times(let factor): .times(factor)
    case .max: .unpaced
    }
  }
}

/// A number of locations, at least 1.
struct Count: Hashable, Sendable {
  let value: Int

  init(argument: String) throws(InvalidOptionValue) {
    guard let value = Int(argument), value > 0 else {
      throw InvalidOptionValue("it is a whole number, 1 or more")
    }
    self.value = value
  }
}
