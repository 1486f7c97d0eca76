import LocationCore
import LocationText

/// The geometry of a GeoJSON object, while its coordinates are read.
struct GeoJSONGeometry {
  /// The types with coordinates (RFC 7946, section 3.1) that are read. A polygon is an area, so it is
  /// neither a track nor a place.
  enum Kind {
    case point, multiPoint, lineString, multiLineString

    init?(_ type: String) {
      switch type {
      case "Point": self = .point
      case "MultiPoint": self = .multiPoint
      case "LineString": self = .lineString
      case "MultiLineString": self = .multiLineString
      default: return nil
      }
    }
  }

  struct Position {
    let coordinate: Coordinate
    /// Meters above mean sea level. RFC 7946 speaks of the ellipsoid, but programs write what a file or a receiver told them.
    let altitude: Double?
  }

  /// The positions; `nil` for one that is no possible one. The values of a track count it.
  private(set) var positions: [Position?] = []
  /// The number of positions at the end of each line.
  private(set) var lineEnds: [Int] = []

  /// How many arrays are open.
  private var depth = 0
  /// How many arrays enclose a position.
  private var positionDepth: Int?
  private var numbers = (count: 0, values: (0.0, 0.0, 0.0))

  /// Reads a token of `coordinates`, from its first bracket on.
  ///
  /// - Returns: whether it was the last one.
  mutating func read(_ token: JSONScanner.Token, _ json: JSONScanner) -> Bool {
    switch token {
    case .beginArray:
      depth += 1
      numbers.count = 0
    case .number, .null, .string, .true, .false:
      let number = token == .number ? json.number : .nan
      switch numbers.count {
      case 0: numbers.values.0 = number
      case 1: numbers.values.1 = number
      case 2: numbers.values.2 = number
      // Further numbers have no meaning (section 3.1.1).
      default: break
      }
      numbers.count += 1
    case .endArray:
      if numbers.count > 0 {
        endPosition()
      } else if let positionDepth, depth == positionDepth - 1 {
        lineEnds.append(positions.count)
      }
      depth -= 1
    case .beginObject, .name, .endObject, .end: numbers = (count: 1, (.nan, .nan, .nan))
    }
    return depth == 0
  }

  private mutating func endPosition() {
    let (longitude, latitude, altitude) = numbers.values
    let hasAltitude = numbers.count > 2 && altitude.isFinite
    positions.append(
      Coordinate(latitude, numbers.count >= 2 ? longitude : nil).map {
        Position(coordinate: $0, altitude: hasAltitude ? altitude : nil)
      })
    positionDepth = positionDepth ?? depth
    numbers.count = 0
  }
}
