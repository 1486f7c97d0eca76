import LocationCore
import LocationIO

extension FileFormat {
  /// KML 2.2 and 2.3.
  package static let kml = FileFormat(
    "kml", title: "KML", signature: .document(.xml, ["<kml"]),
    reading: .xml { KMLTrackDocument(source: $0.fixSource, items: $0.items) },
    writing: Writing(rank: 8, isDocument: true) { KMLWriter(isWaypoint: $0.shape == .single) },
    help: .gpsbabel("kml"))

  /// A zip archive with KML documents, which are read one after the other: the first one, which Google Earth calls doc.kml,
  /// may have nothing but links to the others.
  package static let kmz = FileFormat(
    "kmz", title: "KMZ", signature: .bytes(zipSignature, containing: ".kml"),
    reading: .unpacking { stream, source throws(UserLocationError) in
      try DecompressedStream.zipEntries(stream, source: source, ending: ".kml")
    },
    help: ReadingHelp(conversion: "unzip -p FILE | gpsbabel -i kml -f - -o gpx -F -"))
}

extension TrackFormat {
  /// KML 2.2 (<https://www.ogc.org/standard/kml/>) with Google's `gx:Track`: a placemark for each track, with
  /// times, speed, course and accuracy. The document is written at its end; until then it is in temporary
  /// files without names.
  public static let kml = TrackFormat(.kml)
}

extension TrackInputFormat {
  /// KML 2.2 and 2.3.
  public static let kml = TrackInputFormat(.kml)
  /// A zip archive with a KML document.
  public static let kmz = TrackInputFormat(.kmz)
}
