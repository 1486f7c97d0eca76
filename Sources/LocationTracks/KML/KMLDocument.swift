import LocationCore

/// Collects the placemarks of a KML document.
final class KMLDocument: XMLEvents {
  private static let deepest = 100

  /// The placemarks that are complete.
  private(set) var placemarks: [KMLPlacemark] = []

  private var open: [KMLElement] = []
  private var placemark: KMLPlacemark?
  /// The number of open elements when `placemark` began, with the placemark itself.
  private var placemarkDepth = 0
  /// The text of the innermost element, if that element is used.
  private var text: [UInt8]?
  /// The rings of the polygon that is being read.
  private var border: [Coordinate]?
  private var holes: [[Coordinate]] = []
  /// The name of the value that is being read.
  private var valueName: String?

  // MARK: XMLEvents

  var openElement: String { open.last?.rawValue ?? "" }

  func begin(_ name: XMLName, _ attributes: XMLAttributes) throws(XMLProblem) {
    let element = KMLElement(name)
    guard !open.isEmpty || element == .kml else {
      throw XMLProblem("not KML: the first element is \(name.string), not kml")
    }
    guard open.count < Self.deepest else { throw XMLProblem("the elements are nested too deeply") }
    let parent = open.last
    open.append(element)
    text = nil
    if placemark == nil {
      guard element == .placemark else { return }
      placemark = KMLPlacemark()
      placemarkDepth = open.count
      return
    }
    switch element {
    case .name, .note:
      // A style or a link in the placemark may have elements of the same names.
      if open.count == placemarkDepth + 1 { text = [] }
    case .coordinates: text = []
    case .polygon: (border, holes) = (nil, [])
    case .data: valueName = attributes["name"]
    case .value: if parent == .data { text = [] }
    default: break
    }
  }

  func text(_ part: UnsafeRawBufferPointer) throws(XMLProblem) {
    text?.append(contentsOf: part)
  }

  func end(_ name: XMLName, at offset: Int) throws(XMLProblem) {
    guard let element = open.popLast(), placemark != nil else { return }
    if let text = text.take() {
      try read(element, String(decoding: text, as: UTF8.self).trimmingXMLSpace)
    }
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
  private func read(_ element: KMLElement, _ text: String) throws(XMLProblem) {
    switch element {
    case .name: placemark?.name = text.isEmpty ? nil : text
    case .note: placemark?.note = text.isEmpty ? nil : text
    case .value: if let valueName { placemark?.values[valueName] = text }
    case .coordinates: try place(try Self.positions(text))
    default: break
    }
  }

  /// Gives positions to the open element.
  private func place(_ positions: [Coordinate]) throws(XMLProblem) {
    switch (open.last, open.dropLast().last) {
    case (.point, _):
      guard let position = positions.first, positions.count == 1 else {
        throw XMLProblem("a Point has one position, not \(positions.count)")
      }
      placemark?.shapes.append(.point(position))
    case (.line, _): placemark?.shapes.append(.line(positions))
    case (.ring, .outerBoundary): border = positions
    case (.ring, .innerBoundary): holes.append(positions)
    default: break
    }
  }

  /// Positions with white space between them. Each one is `longitude,latitude` or
  /// `longitude,latitude,altitude`.
  private static func positions(_ text: String) throws(XMLProblem) -> [Coordinate] {
    var positions: [Coordinate] = []
    for part in text.split(whereSeparator: \.isWhitespace) {
      let numbers = part.split(separator: ",").map { Double($0) }
      guard (2...3).contains(numbers.count), let east = numbers[0], let north = numbers[1],
        let position = try? Coordinate(latitude: north, longitude: east)
      else {
        throw XMLProblem("expected longitude,latitude in degrees, not \"\(part.prefix(100))\"")
      }
      positions.append(position)
    }
    return positions
  }
}

/// The elements of KML that are read.
private enum KMLElement: String {
  case kml
  case placemark = "Placemark"
  case name
  case note = "description"
  case point = "Point"
  case line = "LineString"
  case polygon = "Polygon"
  case outerBoundary = "outerBoundaryIs"
  case innerBoundary = "innerBoundaryIs"
  case ring = "LinearRing"
  case coordinates
  case data = "Data"
  case value
  /// Any other element.
  case other = ""

  init(_ name: XMLName) { self = KMLElement(rawValue: name.string) ?? .other }
}
