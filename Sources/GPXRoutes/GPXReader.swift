import LocationCore
import LocationSimulation

#if canImport(FoundationXML)
  import Foundation
  import FoundationXML
#else
  import Foundation
#endif

/// Collects the places of a GPX file while it is parsed.
final class GPXReader: NSObject, XMLParserDelegate {
  private struct Place {
    var coordinate: Coordinate
    var altitude: Double?
    var time: Date?
  }

  private var places: [String: [Place]] = [:]
  private var place: Place?
  private var kind = ""
  private var text: String?
  private var problem: ScenarioError?
  private var isGPX = false

  /// The places of the tracks in a file, else of its routes, else its waypoints.
  static func waypoints(in bytes: [UInt8]) throws(ScenarioError) -> [Waypoint] {
    let reader = GPXReader()
    let parser = XMLParser(data: Data(bytes))
    parser.shouldProcessNamespaces = true
    parser.shouldResolveExternalEntities = false
    parser.delegate = reader
    let isRead = parser.parse()
    if let problem = reader.problem { throw problem }
    guard isRead, parser.parserError == nil else {
      throw ScenarioError(line: max(1, parser.lineNumber), problem: "not well-formed XML")
    }
    guard reader.isGPX else { throw ScenarioError(line: 1, problem: "not GPX: no gpx element") }
    let kinds = ["trkpt", "rtept", "wpt"]
    guard let places = kinds.lazy.compactMap({ reader.places[$0] }).first else {
      throw ScenarioError(problem: "a GPX file without a track, a route or waypoints")
    }
    return waypoints(of: places)
  }

  /// With times where each has one and they go forward.
  private static func waypoints(of places: [Place]) -> [Waypoint] {
    let times = places.compactMap(\.time)
    let isTimed =
      times.count == places.count && zip(times, times.dropFirst()).allSatisfy { $0 < $1 }
    return places.map { place in
      var waypoint = Waypoint(place.coordinate, altitude: place.altitude)
      if isTimed, let time = place.time, let first = times.first {
        waypoint.time = .milliseconds(Int((time.timeIntervalSince(first) * 1000).rounded()))
      }
      return waypoint
    }
  }

  // MARK: XMLParserDelegate

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    switch element {
    case "gpx": isGPX = true
    case "trkpt", "rtept", "wpt":
      guard let latitude = attributes["lat"].flatMap(Double.init),
        let longitude = attributes["lon"].flatMap(Double.init),
        let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
      else {
        let stated = "lat \"\(attributes["lat"] ?? "")\", lon \"\(attributes["lon"] ?? "")\""
        problem = ScenarioError(
          line: max(1, parser.lineNumber), path: element,
          problem: "expected lat and lon in degrees, not \(stated)")
        return parser.abortParsing()
      }
      kind = element
      place = Place(coordinate: coordinate)
    case "ele", "time": text = place == nil ? nil : ""
    default: break
    }
  }

  func parser(_ parser: XMLParser, foundCharacters characters: String) {
    text? += characters
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    let stated = text?.trimmingCharacters(in: .whitespacesAndNewlines)
    switch element {
    case "ele":
      place?.altitude = stated.flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
    case "time": place?.time = stated.flatMap(Self.date)
    case "trkpt", "rtept", "wpt":
      if let place { places[kind, default: []].append(place) }
      place = nil
    default: return
    }
    text = nil
  }

  private static func date(_ text: String) -> Date? {
    (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
      ?? (try? Date(text, strategy: Date.ISO8601FormatStyle()))
  }
}
