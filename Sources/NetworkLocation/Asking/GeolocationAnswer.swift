public import LocationCore
import LocationText

/// The position that a geolocation server found.
public struct GeolocationAnswer: Hashable, Sendable {
  /// The place, WGS 84 degrees.
  public let coordinate: Coordinate
  /// The radius in meters of the circle in which this machine probably is; more than zero.
  public let accuracy: Double
  /// What the server used instead of access points: `ipf` is the IP address, `lacf` the area of a cell;
  /// `nil` if it used the access points.
  public let fallback: String?
  /// Whether a simulator made the position. `locate web` says so with the member `simulated`.
  public let isSimulated: Bool

  /// Makes an answer. ``accuracy`` must be a number above zero.
  public init(
    coordinate: Coordinate, accuracy: Double, fallback: String? = nil, isSimulated: Bool = false
  ) {
    self.coordinate = coordinate
    self.accuracy = accuracy
    self.fallback = fallback
    self.isSimulated = isSimulated
  }

  /// Reads the body of a response with the status 200. A position without its accuracy is not read, because
  /// it may be wrong by many kilometers.
  ///
  /// - Throws: ``GeolocationErrorCode/badAnswer`` with the mistake.
  public init(body: [UInt8]) throws(GeolocationError) {
    guard let members = try? JSONValue(body) else {
      throw GeolocationError(.badAnswer, detail: "the answer is not JSON: '\(Self.excerpt(body))'")
    }
    guard let latitude = members["location"]?["lat"]?.double,
      let longitude = members["location"]?["lng"]?.double
    else { throw GeolocationError(.badAnswer, detail: "the answer contains no location") }
    guard let accuracy = members["accuracy"]?.double, accuracy > 0 else {
      throw GeolocationError(.badAnswer, detail: "the answer contains no accuracy")
    }
    do throws(CoordinateError) {
      coordinate = try Coordinate(latitude: latitude, longitude: longitude)
    } catch {
      throw GeolocationError(.badAnswer, detail: "the answer is not on Earth: \(error)")
    }
    self.accuracy = accuracy
    fallback = members["fallback"]?.string
    isSimulated = members["simulated"]?.bool ?? false
  }

  /// The start of a text of a server, without control characters, which could change a terminal.
  private static func excerpt(_ body: [UInt8]) -> String {
    let text = String(decoding: body.prefix(60), as: UTF8.self)
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}
