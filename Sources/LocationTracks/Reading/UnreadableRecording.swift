package import LocationCore
package import LocationIO
import NMEALocation

/// A recording in a format that is recognized but not read. It is the cause of a `UserLocationError`.
package struct UnreadableRecording: Error, Hashable, Sendable {
  package let format: FileFormat
  /// The path of the file; `nil` for standard input.
  package let path: String?

  /// A shell command that makes a format that is read, and writes it to standard output; `nil` if no
  /// common program does.
  package var conversion: String? {
    guard let command = format.help.conversion else { return nil }
    if command.contains("FILE") { return filled(command) }
    return command + (path.map { " " + Self.quoted($0) } ?? "")
  }

  /// How to get a recording that is read, if ``conversion`` is `nil`.
  package var advice: String { filled(format.help.advice ?? ReadingHelp.list) }

  /// A text with the path of the file.
  private func filled(_ text: String) -> String {
    text.replacing("FILE", with: path.map(Self.quoted) ?? format.help.unnamedFile)
  }

  /// The path as a shell reads it.
  static func quoted(_ path: String) -> String {
    let plain = path.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xDF)
        || [UInt8](".,_-/+:=@".utf8).contains(byte)
    }
    if plain, !path.hasPrefix("-") { return path }
    return "'"
      + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
      + "'"
  }
}

/// How a person gets sentences, or a format that is read, out of a file.
struct ReadingHelp: Sendable {
  /// A shell command that writes such a format to standard output. `FILE` is the path; without it, the path
  /// follows the command.
  var conversion: String?
  /// What else to do. `FILE` is the path.
  var advice: String?
  /// What stands for the path of standard input.
  var unnamedFile = "FILE"

  /// The advice for a track file where a log is wanted.
  static let noSentences = "it has no sentences"

  /// GPSBabel converts the format, which has this name there.
  static func gpsbabel(_ type: String) -> ReadingHelp {
    ReadingHelp(conversion: "gpsbabel -i \(type) -f FILE -o gpx -F -", unnamedFile: "-")
  }

  /// The formats that other programs write and that are read.
  fileprivate static let list: String = {
    let titles = FileFormat.read.filter { format in
      if case .unpacking? = format.reading { false } else { format != .updates }
    }.map(\.title)
    return titles.dropLast().joined(separator: ", ") + " and \(titles.last ?? "") are read"
  }()
}

extension UserLocationError {
  /// What to do with a recording that is in no known format, or in one that is not read; `nil` for another error.
  package var recordingAdvice: String? {
    if let recording = cause as? UnreadableRecording { return recording.advice }
    guard let foreign = (cause as? UnknownContent)?.foreign else { return nil }
    guard let source, source == "-" || source.hasPrefix("file:") else { return foreign.advice }
    switch foreign {
    case .binary:
      let path = source == "-" ? "FILE" : UnreadableRecording.quoted(String(source.dropFirst(5)))
      return "gpsd reads it: gpsfake \(path)"
    case .text, .json: return "if it has locations, name its format: --input csv, for example"
    case .web, .modem, .data: return ReadingHelp.list
    }
  }

  /// A recording that has no track point, or only lost fixes.
  ///
  /// - Parameter format: `nil` for NMEA 0183.
  package init(withoutTrackPoint format: FileFormat?, of source: String) {
    self.init(
      .sourceEnded, source: source,
      detail: "it is \((format ?? .nmea).title) without a track point")
  }

  /// A recording in a format that is not read.
  package init(unreadable format: FileFormat, of source: any ByteSource) {
    let path = (source as? FileByteSource)?.path
    self.init(
      .badData, source: source.name, detail: "it is \(format.title), not NMEA 0183",
      cause: UnreadableRecording(format: format, path: path))
  }
}
