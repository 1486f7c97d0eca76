/// The elements of KML 2.2 and 2.3, and of Google's extension, that are read.
enum KMLElement: String, CaseIterable {
  // The most frequent come first, because they are found fastest.
  case when, coord, value, coordinates
  case point = "Point"
  case placemark = "Placemark"
  case name
  case note = "description"
  case altitudeMode
  case line = "LineString"
  case track = "Track"
  case multiTrack = "MultiTrack"
  case timeStamp = "TimeStamp"
  case timeSpan = "TimeSpan"
  case begin, end
  case arrayData = "SimpleArrayData"
  case arrayField = "SimpleArrayField"
  case displayName
  case polygon = "Polygon"
  case outerBoundary = "outerBoundaryIs"
  case innerBoundary = "innerBoundaryIs"
  case ring = "LinearRing"
  case data = "Data"
  case simpleData = "SimpleData"
  case kml
  /// Any other element.
  case other = ""

  private static let names = XMLElementNames<KMLElement>()

  init(_ name: XMLName) { self = Self.names.element(name) ?? .other }
}
