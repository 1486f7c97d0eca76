extension FileFormat {
  /// Garmin's Flexible and Interoperable Data Transfer. The header of a file is 12 or 14 bytes long, and names
  /// the format in the bytes 8 … 11.
  package static let fit = FileFormat(
    "fit", title: "FIT",
    signature: .header([12, 14]) { head in
      head.count >= 12 && head[8..<12].elementsEqual(Array(".FIT".utf8))
    },
    reading: .parser { FITParser(source: $0.fixSource, items: $0.items) },
    help: .gpsbabel("garmin_fit"))
}

extension TrackInputFormat {
  /// Garmin's Flexible and Interoperable Data Transfer.
  public static let fit = TrackInputFormat(.fit)
}
