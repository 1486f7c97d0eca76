import LocationCore
import LocationReplay
import LocationText

/// Comma-separated values (RFC 4180, so lines end in CR LF): a header with names and units, then a
/// line for each fix. A value that is not known is an empty field.
struct CSVWriter: FormatWriter {

  // The age is left out, because it is wrong as soon as the file is read. The coordinates for people are
  // left out, because latitude and longitude say the same. Only a template names places.
  private static let fields = FixField.all.filter {
    $0 != .age && $0 != .coordinates && $0 != .place
  }

  private let fields = Self.fields

  /// The value of the last column, `file`; `nil` without that column.
  private let recording: String?

  init(recording: String? = nil) { self.recording = recording }

  /// The fields of sensors in a line without their values.
  private static let noSensors = String(repeating: ",", count: SensorField.all.count)

  var holds: TrackContents {
    TrackContents(fields.compactMap(\.content) + SensorField.all.map(\.content))
      .union([.untimedPoint])
  }

  func begin(into text: inout ByteText) {
    for (index, field) in fields.enumerated() {
      if index > 0 { text.write(",") }
      text.write(field.column)
    }
    for field in SensorField.all {
      text.write(",")
      text.write(field.column)
    }
    if recording != nil { text.write(",file") }
    text.write("\r\n")
  }

  func write(_ update: LocationUpdate, into text: inout ByteText) {
    if case .fix(let fix) = update { write(fix, SensorValues(), into: &text) }
  }

  func write(_ item: TrackItem, into text: inout ByteText) {
    if case .fix(let fix) = item.update { write(fix, item.sensors, into: &text) }
  }

  private func write(_ fix: Fix, _ sensors: SensorValues, into text: inout ByteText) {
    for index in fields.indices {
      if index > 0 { text.write(",") }
      switch fields[index].value(of: fix, now: { .distantPast }) {
      case .number(let number): text.write(trimming: number)
      case .time(let time): text.write(time)
      case .clock(let time): text.write(timeOfDay: time)
      case .word(let word): text.write(word)
      case .text(let string): text.write(csv: string)
      case nil: break
      }
    }
    if sensors.isEmpty {
      text.write(text: Self.noSensors)
    } else {
      for field in SensorField.all {
        text.write(",")
        if let number = field.get(sensors).flatMap({ FixedPoint($0, places: field.places) }) {
          text.write(trimming: number)
        }
      }
    }
    if let recording {
      text.write(",")
      text.write(csv: recording)
    }
    text.write("\r\n")
  }
}
