import LocationCore
public import LocationPlaces
import LocationText

extension PlaceFormat {
  /// All formats, in the order of a list for people.
  public static let all: [PlaceFormat] = [.geoJSON, .kml, .gpx, .csv, .ownTracks]

  /// Finds a format by its name, in upper or lower case; `nil` if there is none.
  public init?(name: String) {
    let name = name.lowercased()
    guard let format = Self.all.first(where: { $0.name == name }) else { return nil }
    self = format
  }

  /// Finds the format of a file by its extension; `nil` for an unknown one.
  public init?(path: String) {
    let path = path.lowercased()
    let format = Self.all.first { $0.fileExtensions.contains { path.hasSuffix("." + $0) } }
    guard let format else { return nil }
    self = format
  }

  /// The format that a text has, by its content. A text of another format is taken for one of these.
  public static func recognize(_ text: [UInt8]) -> PlaceFormat {
    if firstByte(of: text) == UInt8(ascii: "<") {
      return FileFormat.recognize(text, isWhole: true) == .known(.kml) ? .kml : .gpx
    }
    guard isJSON(text) else { return .csv }
    return (try? JSONValue(text))?.object?["features"] == nil ? .ownTracks : .geoJSON
  }
}

extension PlaceError {
  /// The error of a reader of tracks.
  init(_ error: UserLocationError) {
    self.init(.badData, detail: error.detail, cause: error)
  }
}

extension String {
  /// The text in one line. Names in XML may have line breaks.
  var inOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
