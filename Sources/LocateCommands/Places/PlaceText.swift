import LocationCore
import LocationPlaces
import LocationText
import LocationTracks

/// Places as text, for people and as GeoJSON.
enum PlaceText {
  /// A GeoJSON Feature for each place, one a line.
  ///
  /// - Parameter places: with the distance in meters that becomes a property; `nil` for none.
  static func features(_ places: [(place: Place, distance: Double?)]) -> [UInt8] {
    var text = ByteText()
    for (place, distance) in places {
      place.write(featureInto: &text, distance: distance)
      text.write("\n")
    }
    return text.bytes
  }

  /// A line for each place: name, position, area, tags, and whether it is private.
  static func lines(_ places: [Place]) -> [UInt8] {
    var text = ByteText()
    let width = places.map(\.name.count).max() ?? 0
    for place in places {
      text.write(name: place, width: width)
      text.write(place.region.center, as: .decimal)
      text.write("  ")
      text.write(text: place.region.words)
      if !place.tags.isEmpty {
        text.write("  ")
        text.write(printable: place.tags.joined(separator: ", "))
      }
      if place.isPrivate { text.write("  (private)") }
      text.write("\n")
    }
    return text.bytes
  }

  /// Everything about a place, a line each.
  static func details(_ place: Place) -> [UInt8] {
    var text = ByteText()
    text.write(line: "Name      ", place.name)
    text.write(line: "Id        ", place.storeID)
    text.write("Position  ")
    text.write(place.region.center, as: .decimal)
    text.write("\n")
    text.write(line: "Area      ", place.region.words)
    text.write(line: "Tags      ", place.tags.isEmpty ? nil : place.tags.joined(separator: ", "))
    for part in (place.note ?? "").split(separator: "\n") {
      text.write(line: "Note      ", String(part))
    }
    text.write(line: "Monitor   ", place.monitoring.words)
    text.write(line: "Private   ", place.isPrivate ? "yes" : nil)
    if let zone = place.privacyZone {
      text.write("Hidden    ")
      text.write(zone.center, as: .decimal)
      text.write(text: ", everything up to \(HelpText.meters(zone.radius))\n")
    }
    return text.bytes
  }

  /// At which places a position is, and a line with the distance of each place.
  ///
  /// - Parameter places: with the distance from the border in meters, negative inside.
  static func distances(_ places: [(place: Place, distance: Double)]) -> [UInt8] {
    var text = ByteText()
    let names = places.filter { $0.distance <= 0 }.map(\.place.name)
    text.write("You are at ")
    text.write(printable: names.isEmpty ? "no place" : names.joined(separator: ", "))
    text.write(".\n")
    let width = places.map(\.place.name.count).max() ?? 0
    for (place, distance) in places {
      text.write(name: place, width: width)
      text.write(text: distance <= 0 ? "inside" : words(forDistance: distance))
      text.write("\n")
    }
    return text.bytes
  }

  /// A distance in meters: "850 m", "3.2 km".
  private static func words(forDistance meters: Double) -> String {
    meters < 1_000
      ? "\(Int(meters.rounded())) m"
      : meters < 100_000 ? "\((meters / 100).rounded() / 10) km" : "\(Int(meters / 1_000)) km"
  }
}

extension ByteText {
  /// Writes the name of a place and fills the column.
  fileprivate mutating func write(name place: Place, width: Int) {
    write(printable: place.name)
    write(spaces: width - place.name.count + 2)
  }
}

extension PlaceRegion {
  /// The area for people: "circle, 100 m".
  fileprivate var words: String {
    switch self {
    case .circle(let circle): "circle, \(HelpText.meters(circle.radius))"
    case .corridor(let corridor):
      "corridor of \(corridor.track.count) points, \(HelpText.meters(corridor.radius))"
    case .polygon(let polygon):
      "polygon of \(polygon.corners.count) corners"
        + (polygon.holes.isEmpty ? "" : " with \(HelpText.count(polygon.holes.count, "hole"))")
    }
  }
}

extension MonitoringOptions {
  /// The reported events for people: "entering, leaving, a stay of 600 s".
  fileprivate var words: String {
    var events: [String] = []
    if reportsEntering { events.append("entering") }
    if reportsLeaving { events.append("leaving") }
    if let stay { events.append("a stay of \(HelpText.seconds(stay))") }
    return events.isEmpty ? "nothing" : events.joined(separator: ", ")
  }
}
