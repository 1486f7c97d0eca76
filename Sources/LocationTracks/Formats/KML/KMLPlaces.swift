import LocationCore
public import LocationPlaces
import LocationText

extension PlaceFormat {
  /// The placemarks of KML 2.2 that have a name and one shape.
  ///
  /// A circle is a Point, a corridor a LineString, and a polygon a Polygon. The radius in meters, the tags,
  /// whether a place is private, and its privacy zone are in the `ExtendedData`.
  public static let kml = PlaceFormat(
    "kml", fileExtensions: ["kml"], holdsPrivacy: true,
    leftOut: "placemarks without a name or with no single shape",
    text: { places, _ throws(PlaceError) in KMLPlaces.text(of: places) },
    read: { text, radius throws(PlaceError) in try KMLPlaces.read(text, defaultRadius: radius) })
}

private enum KMLPlaces {
  // MARK: Writing

  static func text(of places: [Place]) -> [UInt8] {
    var text = ByteText()
    text.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <kml xmlns="http://www.opengis.net/kml/2.2">
      <Document>

      """)
    for place in places {
      text.write("<Placemark>")
      text.element("<name>", place.name, "</name>")
      text.element("<description>", place.note, "</description>")
      let values = values(of: place)
      if !values.isEmpty {
        text.write("<ExtendedData>")
        for (name, value) in values {
          text.write("<Data name=\"")
          text.write(name)
          text.element("\"><value>", value, "</value></Data>")
        }
        text.write("</ExtendedData>")
      }
      text.write(shapeOf: place.region)
      text.write("</Placemark>\n")
    }
    text.write("</Document>\n</kml>\n")
    return text.bytes
  }

  private static func values(of place: Place) -> [(name: StaticString, value: String)] {
    var values: [(name: StaticString, value: String)] = []
    if let radius = place.region.radius { values.append(("radius", "\(radius)")) }
    if !place.tags.isEmpty { values.append(("tags", place.tags.joined(separator: ";"))) }
    if let zone = place.privacyZone {
      values += [("private", "true"), ("privacyZone", zone.text)]
    }
    return values
  }

  // MARK: Reading

  static func read(
    _ text: [UInt8], defaultRadius radius: Double?
  ) throws(PlaceError) -> PlaceFormat.Content {
    var content = PlaceFormat.Content([])
    for (index, placemark) in try placemarks(of: text).enumerated() {
      let privacy = PlacePrivacy(placemark.values.map { ($0, $1) })
      guard let name = placemark.name?.inOneLine, !name.isEmpty, let shape = placemark.shapes.first,
        placemark.shapes.count == 1
      else {
        if privacy.isPrivate {
          throw PlaceError(
            .invalidPlace, subject: placemark.name,
            detail: "it is private, and needs a name and one Point, LineString or Polygon"
          ).located("placemark \(index + 1)")
        }
        content.leftOutCount += 1
        continue
      }
      content.places.append(try place(name, shape, placemark, privacy, radius))
    }
    return content
  }

  private static func placemarks(of text: [UInt8]) throws(PlaceError) -> [KMLPlacemark] {
    do throws(UserLocationError) {
      return try KMLPlacemark.placemarks(of: text, source: "the places")
    } catch {
      throw PlaceError(error)
    }
  }

  private static func place(
    _ name: String, _ shape: KMLPlacemark.Shape, _ placemark: KMLPlacemark,
    _ privacy: PlacePrivacy, _ standard: Double?
  ) throws(PlaceError) -> Place {
    var radius = standard
    if let text = placemark.values["radius"], !text.isEmpty {
      radius = Place.meters(text)
      if radius == nil {
        throw PlaceError(.invalidPlace, subject: name, detail: "radius is not a number but \(text)")
      }
    }
    let tags = (placemark.values["tags"] ?? "").split(separator: ";").map(String.init)
    do throws(PlaceError) {
      return try Place(
        name: name, region: region(shape, of: name, radius), tags: tags, note: placemark.note,
        isPrivate: privacy.isPrivate, privacyZone: try PrivacyZone(text: privacy.zone))
    } catch {
      throw PlaceError(error.code, subject: error.subject ?? name, detail: error.detail)
    }
  }

  private static func region(
    _ shape: KMLPlacemark.Shape, of name: String, _ radius: Double?
  ) throws(PlaceError) -> PlaceRegion {
    func given() throws(PlaceError) -> Double {
      guard let radius else { throw .noRadius(name) }
      return radius
    }
    return switch shape {
    case .point(let center): try .circle(around: center, radius: given())
    case .line(let track): .corridor(try CorridorRegion(along: track, radius: given()))
    case .polygon(let corners, let holes):
      .polygon(try PolygonRegion(corners: corners, holes: holes))
    }
  }
}

extension ByteText {
  /// Writes an area as a geometry of KML.
  fileprivate mutating func write(shapeOf region: PlaceRegion) {
    switch region {
    case .circle(let circle): write("<Point>", positions: [circle.center], "</Point>")
    case .corridor(let corridor):
      write("<LineString>", positions: corridor.track, "</LineString>")
    case .polygon(let polygon):
      write("<Polygon>")
      write(
        "<outerBoundaryIs><LinearRing>", ring: polygon.corners, "</LinearRing></outerBoundaryIs>")
      for hole in polygon.holes {
        write("<innerBoundaryIs><LinearRing>", ring: hole, "</LinearRing></innerBoundaryIs>")
      }
      write("</Polygon>")
    }
  }

  /// Writes a ring, whose last position repeats the first one.
  private mutating func write(
    _ start: StaticString, ring corners: [Coordinate], _ end: StaticString
  ) {
    write(start, positions: corners + corners.prefix(1), end)
  }

  private mutating func write(
    _ start: StaticString, positions: [Coordinate], _ end: StaticString
  ) {
    write(start)
    write("<coordinates>")
    for (index, position) in positions.enumerated() {
      if index > 0 { write(" ") }
      write(jsonNumber: position.longitude)
      write(",")
      write(jsonNumber: position.latitude)
    }
    write("</coordinates>")
    write(end)
  }
}
