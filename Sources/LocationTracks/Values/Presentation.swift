package import LocationCore
import LocationIO
import LocationText

/// How text and templates show values to people. Formats for programs have units and times of their own.
package struct Presentation: Hashable, Sendable {
  package var units = UnitSystem.metric
  package var notation = CoordinateNotation.decimal
  package var usesLocalTime = false
  /// Names the place of a position; `nil` names none.
  package var places: PlaceNames?

  /// Metric units, decimal degrees, UTC.
  package static let standard = Presentation()

  package init() {}

  /// The date and the time of day of an instant, and how many seconds they are ahead of UTC. `nil` outside
  /// the years 1 … 9999.
  package func clock(at date: Date) -> (time: UTCTime, offset: Int)? {
    let offset = usesLocalTime ? LocalTime.offset(at: date) ?? 0 : 0
    return UTCTime(
      secondsSince2001: date.timeIntervalSinceReferenceDate + Double(offset)
    ).map { ($0, offset) }
  }
}

/// The units of lengths and speeds that people read.
public enum UnitSystem: String, Hashable, Sendable, CaseIterable {
  /// Meters, kilometers per hour, meters per second for climbing.
  case metric
  /// Feet, knots, feet per minute for climbing, as in aviation.
  case nautical
  /// Feet, miles per hour, feet per minute for climbing.
  case imperial

  /// A unit of a system, and its number in one meter or meter per second.
  package struct Unit {
    package let symbol: StaticString
    package let factor: Double

    /// The unit of angles in every system.
    package static let degree = Unit(symbol: "°", factor: 1)
  }

  /// The unit of altitudes and errors.
  package var length: Unit {
    switch self {
    case .metric: Unit(symbol: "m", factor: 1)
    case .nautical, .imperial: Unit(symbol: "ft", factor: 1 / 0.3048)
    }
  }

  /// The unit of ways.
  package var way: Unit {
    switch self {
    case .metric: Unit(symbol: "km", factor: 1 / 1000)
    case .nautical: Unit(symbol: "nmi", factor: 1 / 1852)
    case .imperial: Unit(symbol: "mi", factor: 1 / 1609.344)
    }
  }

  /// The unit of speeds for people. A template writes metric speeds in meters per second, like all data.
  package var speed: Unit {
    switch self {
    case .metric: Unit(symbol: "km/h", factor: 3.6)
    case .nautical: Unit(symbol: "kn", factor: 3600 / 1852)
    case .imperial: Unit(symbol: "mph", factor: 3600 / 1609.344)
    }
  }

  /// The unit of vertical speeds.
  package var climb: Unit {
    switch self {
    case .metric: Unit(symbol: "m/s", factor: 1)
    case .nautical, .imperial: Unit(symbol: "ft/min", factor: 60 / 0.3048)
    }
  }
}

extension ByteText {
  /// Writes the offset of a time zone from UTC as ISO 8601 does: `Z` for UTC, else `+01:00`.
  package mutating func write(offset seconds: Int) {
    guard seconds != 0 else { return write("Z") }
    write(seconds < 0 ? "-" : "+")
    write(pair: Int(seconds.magnitude) / 3600)
    write(":")
    write(pair: Int(seconds.magnitude) / 60 % 60)
  }
}

/// Names positions by the user's places, for text and for `{place}` of a ``Template``.
package final class PlaceNames: Hashable, Sendable {
  private let find: @Sendable (Coordinate) -> String?

  /// Makes a source of names.
  ///
  /// - Parameter find: returns the name of the place at a position; `nil` if there is none. Any thread
  ///   calls it.
  package init(_ find: @escaping @Sendable (Coordinate) -> String?) { self.find = find }

  /// The name of the place at a position; `nil` if there is none.
  package func name(of position: Coordinate) -> String? { find(position) }

  package static func == (one: PlaceNames, other: PlaceNames) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
