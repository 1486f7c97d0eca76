import LocationCore

final class KMLPlacemarkDocument: XMLEvents {
  /// The placemarks that are complete.
  private(set) var placemarks: [KMLPlacemark] = []

  private var open = OpenElements<KMLElement>(of: "KML", root: .kml)
  private var placemark: KMLPlacemark?
  /// The number of open elements when `placemark` began, with the placemark itself.
  private var placemarkDepth = 0
  private var text = XMLText()
  private var isReadingPositions = false
  private var coordinates = KMLCoordinates()
  private var positions: [Coordinate] = []
  /// The rings of the polygon that is being read.
  private var border: [Coordinate]?
  private var holes: [[Coordinate]] = []
  /// The name of the value that is being read.
  private var valueName: String?

  // MARK: XMLEvents

  var openElement: String { open.name }

  func begin(_ name: XMLName, _ attributes: XMLAttributes) throws(FormatProblem) {
    let element = KMLElement(name)
    let parent = try open.begin(element, name)
    text.drop()
    if placemark == nil {
      guard element == .placemark else { return }
      placemark = KMLPlacemark()
      placemarkDepth = open.count
      return
    }
    switch element {
    case .name, .note:
      // A style or a link in the placemark may have elements of the same names.
      if open.count == placemarkDepth + 1 { text.begin() }
    case .coordinates:
      isReadingPositions = true
      positions = []
      coordinates.begin()
    case .polygon: (border, holes) = (nil, [])
    case .data: valueName = attributes["name"]
    case .value: if parent == .data { text.begin() }
    // `ogr2ogr` writes the values of a schema.
    case .simpleData:
      valueName = attributes["name"]
      text.begin()
    default: break
    }
  }

  func text(_ part: UnsafeRawBufferPointer) throws(FormatProblem) {
    if isReadingPositions {
      try coordinates.read(part, append)
    } else {
      text.append(part)
    }
  }

  func end(_ name: XMLName, at offset: Int) throws(FormatProblem) {
    guard let element = open.end(), placemark != nil else { return }
    if isReadingPositions {
      // The text of the coordinates has no elements. Any other element in it is ignored.
      guard element == .coordinates else { return }
      isReadingPositions = false
      try coordinates.finish(append)
      return try place(positions)
    }
    if text.isKept { read(element) }
    text.drop()
    switch element {
    case .polygon:
      if let border { placemark?.shapes.append(.polygon(border, holes: holes)) }
    case .placemark where open.count == placemarkDepth - 1:
      if let placemark { placemarks.append(placemark) }
      placemark = nil
    default: break
    }
  }

  /// Reads the text of an element that has just ended.
  private func read(_ element: KMLElement) {
    switch element {
    case .name: placemark?.name = text.words
    case .note: placemark?.note = text.words
    case .value, .simpleData:
      if let valueName { placemark?.values[valueName] = text.string.trimmingXMLSpace }
    default: break
    }
  }

  /// A place without one of its corners would be another one, so an impossible position is an error.
  private func append(_ position: KMLCoordinates.Reading) throws(FormatProblem) {
    positions.append(try position.get().coordinate)
  }

  /// Gives positions to the open element.
  private func place(_ positions: [Coordinate]) throws(FormatProblem) {
    switch (open.innermost, open.outer) {
    case (.point, _):
      guard let position = positions.first, positions.count == 1 else {
        throw FormatProblem("a Point has one position, not \(positions.count)")
      }
      placemark?.shapes.append(.point(position))
    case (.line, _): placemark?.shapes.append(.line(positions))
    case (.ring, .outerBoundary): border = positions
    case (.ring, .innerBoundary): holes.append(positions)
    default: break
    }
  }
}
