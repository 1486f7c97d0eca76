import LocationCore
import LocationText

/// A position in the text of a KML file: longitude, latitude, and perhaps an altitude.
struct KMLPosition: Hashable {
  let coordinate: Coordinate
  /// Meters, above what the `altitudeMode` says.
  let altitude: Double?

  /// Reads one position.
  ///
  /// - Parameters:
  ///   - text: the numbers.
  ///   - hasCommas: whether commas separate the numbers, as in `coordinates`. In `gx:coord`, white space
  ///     does.
  init(_ text: UnsafeRawBufferPointer, hasCommas: Bool) throws(FormatProblem) {
    var numbers: (longitude: Double?, latitude: Double?, altitude: Double?)
    var count = 0
    var start = 0
    // Some programs write more numbers behind the altitude, such as a speed and a time.
    while start <= text.count, count < 3 {
      let end =
        text[start...].firstIndex {
          hasCommas ? $0 == UInt8(ascii: ",") : XMLValue.isSpace($0)
        } ?? text.count
      let part = UnsafeRawBufferPointer(rebasing: text[start..<end])
      start = end + 1
      // Several spaces separate like one, and a comma may end the text.
      if part.isEmpty, !hasCommas || start > text.count { continue }
      guard let number = XMLValue.number(part) else {
        throw Self.problem(text, hasCommas: hasCommas)
      }
      switch count {
      case 0: numbers.longitude = number
      case 1: numbers.latitude = number
      default: numbers.altitude = number
      }
      count += 1
    }
    guard let longitude = numbers.longitude, let latitude = numbers.latitude,
      let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
    else { throw Self.problem(text, hasCommas: hasCommas) }
    self.init(coordinate: coordinate, altitude: numbers.altitude)
  }

  private static func problem(_ text: UnsafeRawBufferPointer, hasCommas: Bool) -> FormatProblem {
    let expected = hasCommas ? "longitude,latitude" : "longitude latitude"
    let found = String(decoding: text.prefix(100), as: UTF8.self)
    return FormatProblem("expected \(expected) in degrees, not \"\(found)\"")
  }

  private init(coordinate: Coordinate, altitude: Double?) {
    self.coordinate = coordinate
    self.altitude = altitude
  }

  var withoutAltitude: KMLPosition { KMLPosition(coordinate: coordinate, altitude: nil) }
}

/// Splits the text of `coordinates`, which arrives in parts of any size, into positions.
///
/// White space separates positions. White space after a comma separates nothing: KML does not allow it,
/// but people write it.
struct KMLCoordinates {
  /// What a position says. An impossible one is a failure.
  typealias Reading = Result<KMLPosition, FormatProblem>

  private static let longestPosition = 256

  private var position: [UInt8] = []

  /// Begins a new list.
  mutating func begin() { position.removeAll(keepingCapacity: true) }

  /// Reads the next part of the text, and calls `body` with each complete position.
  mutating func read(
    _ part: UnsafeRawBufferPointer, _ body: (Reading) throws(FormatProblem) -> Void
  ) throws(FormatProblem) {
    for byte in part {
      if !XMLValue.isSpace(byte) {
        // The rest of a position that is too long has no meaning.
        if position.count <= Self.longestPosition { position.append(byte) }
      } else if let last = position.last, last != UInt8(ascii: ",") {
        try body(takePosition())
      }
    }
  }

  /// Reads the last position, which the end of the text completes.
  mutating func finish(
    _ body: (Reading) throws(FormatProblem) -> Void
  ) throws(FormatProblem) {
    if !position.isEmpty { try body(takePosition()) }
  }

  private mutating func takePosition() -> Reading {
    defer { position.removeAll(keepingCapacity: true) }
    guard position.count <= Self.longestPosition else {
      return .failure(FormatProblem("a position is longer than \(Self.longestPosition) bytes"))
    }
    return Result { () throws(FormatProblem) in
      try position.withBytes { bytes throws(FormatProblem) in
        try KMLPosition(bytes, hasCommas: true)
      }
    }
  }
}
