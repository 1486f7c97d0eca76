import LocationCore
import LocationIO

// Formats that are recognized, so that an error names them. Only gzip is read: a file of any format may be
// compressed with it.
extension FileFormat {
  package static let html = FileFormat(
    title: "an HTML page",
    signature: .document(.xml, ["<html", "<HTML", "<!DOCTYPE html", "<!doctype html"]))

  package static let xml = FileFormat(
    title: "XML of an unknown kind", signature: .document(.xml, []),
    help: ReadingHelp(advice: "if it has locations, name its format: --input gpx, for example"))

  package static let json = FileFormat(
    title: "JSON of an unknown kind", signature: .document(.json, []),
    help: ReadingHelp(advice: "if it has locations, name its format: --input geojson, for example"))

  /// Any text in UTF-16, as some programs for Windows write it: a byte order mark, and a character below 256.
  package static let utf16 = FileFormat(
    title: "UTF-16 text",
    signature: .header([0xFF, 0xFE]) { head in
      head.count >= 4
        && (head.starts(with: [0xFF, 0xFE]) && head[3] == 0
          || head.starts(with: [0xFE, 0xFF]) && head[2] == 0)
    },
    help: ReadingHelp(conversion: "iconv -f UTF-16 -t UTF-8"))

  package static let zip = FileFormat(
    title: "zip", signature: .bytes(zipSignature), help: ReadingHelp(conversion: "unzip -p FILE"))

  static let zipSignature: [UInt8] = [0x50, 0x4B, 0x03, 0x04]

  package static let gzip = FileFormat(
    title: "gzip", signature: .bytes([0x1F, 0x8B]),
    reading: .unpacking { stream, source throws(UserLocationError) in
      try DecompressedStream.gzip(stream, source: source)
    },
    help: ReadingHelp(conversion: "zcat"))

  package static let bzip2 = FileFormat(
    title: "bzip2", signature: .bytes([0x42, 0x5A, 0x68]),
    help: ReadingHelp(conversion: "bzcat"))

  package static let xz = FileFormat(
    title: "xz", signature: .bytes([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]),
    help: ReadingHelp(conversion: "xzcat"))

  package static let zstandard = FileFormat(
    title: "zstd", signature: .bytes([0x28, 0xB5, 0x2F, 0xFD]),
    help: ReadingHelp(conversion: "zstdcat"))
}
