package import LocationCore
import LocationText

// Values for people, in their units and notation.
extension ByteText {
  /// Writes a value between two literals. Returns `false` if there is no value.
  @discardableResult
  package mutating func member(
    _ start: StaticString, _ value: Double?, places: Int, _ end: StaticString
  ) -> Bool {
    guard let value, let number = FixedPoint(value, places: places) else { return false }
    write(start)
    write(number)
    write(end)
    return true
  }

  /// Writes a value in a unit after a literal. Returns `false` if there is no value.
  ///
  /// - Parameter value: in meters or meters per second.
  @discardableResult
  package mutating func member(
    _ start: StaticString, _ value: Double?, in unit: UnitSystem.Unit, places: Int = 1
  ) -> Bool {
    guard member(start, value.map { $0 * unit.factor }, places: places, " ") else { return false }
    write(unit.symbol)
    return true
  }

  /// Writes the coordinate on one line.
  ///
  /// - Parameter gap: the text between latitude and longitude.
  package mutating func write(
    _ coordinate: Coordinate, as notation: CoordinateNotation, gap: StaticString = "  "
  ) {
    write(latitude: coordinate, as: notation)
    guard let longitude = coordinate.longitudeText(notation) else { return }
    write(gap)
    write(text: longitude)
  }

  /// Writes the latitude, or the whole coordinate in a notation without a latitude.
  package mutating func write(latitude coordinate: Coordinate, as notation: CoordinateNotation) {
    write(text: coordinate.latitudeText(notation) ?? coordinate.text(notation))
  }

  /// Writes the time of day and its time zone, `06:00:00Z`. Returns `false` if there is no time.
  @discardableResult
  package mutating func write(clockOf date: Date?, as presentation: Presentation) -> Bool {
    guard let clock = date.flatMap({ presentation.clock(at: $0) }) else { return false }
    write(clock: clock.time)
    write(offset: clock.offset)
    return true
  }
}
