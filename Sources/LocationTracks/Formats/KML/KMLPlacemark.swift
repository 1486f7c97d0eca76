package import LocationCore
import LocationIO
import LocationText

/// A named shape of a KML document (OGC KML 2.2, the element `Placemark`).
package struct KMLPlacemark: Hashable, Sendable {
  /// What a placemark shows on a map.
  package enum Shape: Hashable, Sendable {
    case point(Coordinate)
    case line([Coordinate])
    /// The corners of the border and of each hole. Most programs repeat the first corner at the end.
    case polygon([Coordinate], holes: [[Coordinate]])
  }

  /// The name, without white space at its ends; `nil` if it is missing or empty.
  package internal(set) var name: String?
  /// The description, without white space at its ends; `nil` if it is missing or empty. It may be HTML.
  package internal(set) var note: String?
  /// The shapes. Most placemarks have one.
  package internal(set) var shapes: [Shape] = []
  /// The values of `ExtendedData` by their names.
  package internal(set) var values: [String: String] = [:]

  /// Reads the placemarks of a KML document in their order, also from its folders.
  ///
  /// Points, lines and polygons are read. Other geometries, such as models and tracks, are no shapes.
  ///
  /// - Parameters:
  ///   - text: the document.
  ///   - source: the name of the file, for errors.
  /// - Throws: `.badData` with the line if the text is not KML or a coordinate is out of its range,
  ///   `.sourceUnavailable` if Expat is not installed.
  package static func placemarks(
    of text: [UInt8], source: String
  ) throws(UserLocationError) -> [KMLPlacemark] {
    let document = KMLPlacemarkDocument()
    let parser: XMLPushParser
    do throws(SystemLibraryError) {
      parser = try XMLPushParser(document)
    } catch {
      throw UserLocationError(error, source: source)
    }
    do throws(TrackFileError) {
      try text.withBytes { bytes throws(TrackFileError) in try parser.parse(bytes) }
      try parser.finish()
    } catch {
      throw UserLocationError(.badData, source: source, detail: error.description, cause: error)
    }
    return document.placemarks
  }
}
