import LocationCore
import LocationText

extension FileFormat {
  /// Lines that the user designed. Each ``Template`` is a format of its own, so ``all`` lists none.
  fileprivate static func template(_ template: Template) -> FileFormat {
    FileFormat(
      title: "template",
      writing: Writing(rank: .max) { TemplateWriter(template: template, now: $0.now) })
  }
}

extension TrackFormat {
  /// A line for each fix, made from a template.
  public static func template(_ template: Template) -> TrackFormat {
    TrackFormat(.template(template), template: template)
  }
}

/// A line for each fix, made from a ``Template``.
struct TemplateWriter: FormatWriter {
  let template: Template
  /// The current time, for the age of live fixes.
  let now: @Sendable () -> Date

  var holds: TrackContents { .chosenValues }
  var writesSky: Bool { false }

  func write(_ update: LocationUpdate, into text: inout ByteText) {
    guard case .fix(let fix) = update else { return }
    for segment in template.segments {
      switch segment {
      case .literal(let bytes): text.write(utf8: bytes)
      case .field(let field): write(field, of: fix, into: &text)
      }
    }
    text.write("\n")
  }

  private func write(_ wanted: TemplateField, of fix: Fix, into text: inout ByteText) {
    let presentation = template.presentation
    if wanted.field == .time, presentation.usesLocalTime, let time = fix.timestamp,
      let clock = presentation.clock(at: time)
    {
      text.write(clock.time, offset: clock.offset)
      return
    }
    let value = wanted.field.value(
      of: fix, now: now, as: presentation, precision: wanted.precision)
    switch value {
    case .number(let number):
      if wanted.precision == nil { text.write(trimming: number) } else { text.write(number) }
    case .time(let time): text.write(time)
    case .clock(let time): text.write(timeOfDay: time)
    case .word(let word): text.write(word)
    case .text(let string): text.write(text: string)
    case nil: text.write(utf8: wanted.fallback)
    }
  }
}

extension FixField {
  /// The value as people read it; `nil` if it is not known.
  ///
  /// - Parameter precision: the decimals of a number; `nil` for the field's own number of decimals.
  fileprivate func value(
    of fix: Fix, now: () -> Date, as presentation: Presentation, precision: Int?
  ) -> FieldValue? {
    let (units, notation) = (presentation.units, presentation.notation)
    switch self {
    case .coordinates: return .text(fix.coordinate.text(notation, precision: precision))
    case .place: return presentation.places?.name(of: fix.coordinate).map(FieldValue.text)
    case .latitude where notation != .decimal:
      if let text = fix.coordinate.latitudeText(notation, precision: precision) {
        return .text(text)
      }
    case .longitude where notation != .decimal:
      if let text = fix.coordinate.longitudeText(notation, precision: precision) {
        return .text(text)
      }
    default: break
    }
    let factor =
      switch quantity {
      case .length: units.length.factor
      case .speed: units == .metric ? 1 : units.speed.factor
      case .climb: units.climb.factor
      default: 1.0
      }
    return value(of: fix, now: now, factor: factor, places: precision)
  }
}

extension ByteText {
  /// Writes an instant of a time zone as ISO 8601, `2025-03-01T07:00:00.000+01:00`.
  fileprivate mutating func write(_ time: UTCTime, offset: Int) {
    write(date: time)
    write("T")
    write(clock: time)
    write(".")
    write(integer: time.millisecond, width: 3)
    write(offset: offset)
  }
}
