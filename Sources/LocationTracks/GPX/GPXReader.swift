import LocationCore
import LocationIO
import LocationSimulation

/// Collects the places of a GPX file while it is parsed.
final class GPXReader: XMLEvents {
  private struct Place {
    var coordinate: Coordinate
    var altitude: Double?
    var time: Date?
  }

  private var places: [String: [Place]] = [:]
  private var place: Place?
  private var text: String?
  private var isGPX = false
  /// What is wrong with the element that the reading stopped at.
  private var problem: (element: String, text: String)?

  /// The places of the tracks in a file, else of its routes, else its waypoints.
  static func waypoints(in bytes: [UInt8]) throws(ScenarioError) -> [Waypoint] {
    let expat: Expat
    do throws(SystemLibraryError) {
      expat = try Expat.shared.get()
    } catch {
      throw ScenarioError(problem: "GPX needs Expat: \(error)")
    }
    let reader = GPXReader()
    do throws(XMLFailure) {
      try expat.read(bytes, reader)
    } catch {
      let problem = reader.problem?.text ?? "not well-formed XML: \(error.text ?? "")"
      throw ScenarioError(
        line: error.line, path: reader.problem?.element ?? "", problem: problem)
    }
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

  // MARK: XMLEvents

  func begin(_ element: String, _ attributes: [String: String]) -> Bool {
    guard isGPX || element == "gpx" else {
      problem = (element, "expected a gpx element at the top: this is not GPX")
      return false
    }
    isGPX = true
    switch element {
    case "trkpt", "rtept", "wpt":
      guard let coordinate = Self.coordinate(attributes) else {
        let stated = "lat \"\(attributes["lat"] ?? "")\", lon \"\(attributes["lon"] ?? "")\""
        problem = (element, "expected lat and lon in degrees, not \(stated)")
        return false
      }
      place = Place(coordinate: coordinate)
    case "ele", "time": text = place == nil ? nil : ""
    default: break
    }
    return true
  }

  func text(_ part: String) { text? += part }

  func end(_ element: String) {
    switch element {
    case "ele":
      place?.altitude = text?.trimmed.flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
    case "time": place?.time = text?.trimmed.flatMap(UTCTimestamp.date)
    case "trkpt", "rtept", "wpt":
      if let place { places[element, default: []].append(place) }
      place = nil
    default: return
    }
    text = nil
  }

  private static func coordinate(_ attributes: [String: String]) -> Coordinate? {
    guard let latitude = attributes["lat"]?.trimmed.flatMap(Double.init),
      let longitude = attributes["lon"]?.trimmed.flatMap(Double.init)
    else { return nil }
    return try? Coordinate(latitude: latitude, longitude: longitude)
  }
}

extension String {
  /// Without the white space round it; `nil` when there is nothing else.
  fileprivate var trimmed: String? {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(start[...last])
  }
}
