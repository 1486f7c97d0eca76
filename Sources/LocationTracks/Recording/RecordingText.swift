import LocationCore
import LocationText

/// The text of a recording: how it begins, what each update appends, and how it ends. It does no input and
/// output.
protocol RecordingText {
  /// The whole text of a recording without updates.
  var empty: [UInt8] { get }

  /// The text after the last update, which makes the recording a complete document.
  var footer: [UInt8] { get }

  /// The text that an update appends; empty if the format has no place for it.
  mutating func text(of update: LocationUpdate) -> [UInt8]

  /// The text that says that a recording starts, and with which authorization.
  func start(_ status: AuthorizationStatus) -> [UInt8]

  /// The text that says that the provider ended, with an error or without.
  func end(_ error: UserLocationError?) -> [UInt8]

  /// Begins a new segment with the next fix, where the format has segments.
  mutating func interrupt()

  /// The same line with more bytes that change no value; `nil` if the format has no place for them.
  ///
  /// - Parameters:
  ///   - line: the last line of the recording, with its end.
  ///   - count: the number of bytes.
  func padded(_ line: [UInt8], by count: Int) -> [UInt8]?
}

extension RecordingText {
  func start(_ status: AuthorizationStatus) -> [UInt8] { [] }
  func end(_ error: UserLocationError?) -> [UInt8] { [] }
  func padded(_ line: [UInt8], by count: Int) -> [UInt8]? { nil }
}

/// The text of a format whose items are lines, so that it has no footer.
struct LinesRecordingText: RecordingText {
  let empty: [UInt8]
  private let format: TrackFormat
  private var writer: any FormatWriter

  init(_ format: TrackFormat) {
    self.format = format
    var writer = format.writer(.stream)
    empty = ByteText.bytes { writer.begin(into: &$0) }
    self.writer = writer
  }

  var footer: [UInt8] { [] }

  mutating func text(of update: LocationUpdate) -> [UInt8] {
    ByteText.bytes { writer.write(update, into: &$0) }
  }

  mutating func interrupt() {}

  func padded(_ line: [UInt8], by count: Int) -> [UInt8]? {
    switch format {
    case .json: line.paddedJSON(by: count)
    case .csv: Self.paddedCSV(line, by: count)
    // Readers skip empty lines.
    case .nmea: line + [UInt8](repeating: UInt8(ascii: "\n"), count: count)
    default: nil
    }
  }

  /// The latitude gets more decimals, all of them zero. No other column always has a number.
  private static func paddedCSV(_ line: [UInt8], by count: Int) -> [UInt8]? {
    let commas = line.indices.filter { line[$0] == UInt8(ascii: ",") }
    guard let column = CSVWriter.latitudeColumn, column > 0, commas.count > column else {
      return nil
    }
    let latitude = commas[column - 1]..<commas[column]
    let point = [UInt8](line[latitude].contains(UInt8(ascii: ".")) ? "".utf8 : ".".utf8)
    let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: max(0, count - point.count))
    return line[..<latitude.upperBound] + point + zeros + line[latitude.upperBound...]
  }
}

extension [UInt8] {
  /// This line of JSON with spaces before its end.
  func paddedJSON(by count: Int) -> [UInt8] {
    dropLast() + [UInt8](repeating: UInt8(ascii: " "), count: count) + suffix(1)
  }
}

extension ByteText {
  /// The bytes that `body` writes.
  static func bytes(_ body: (inout ByteText) -> Void) -> [UInt8] {
    var text = ByteText()
    body(&text)
    return text.bytes
  }
}
