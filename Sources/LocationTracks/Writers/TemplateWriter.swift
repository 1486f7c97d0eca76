import LocationCore
import LocationText

/// A line for each fix, made from a ``Template``.
struct TemplateWriter: FormatWriter {
  let template: Template
  /// The current time, for the age of live fixes.
  let now: @Sendable () -> Date

  func write(_ update: LocationUpdate, into text: inout ByteText) {
    guard case .fix(let fix) = update else { return }
    for segment in template.segments {
      switch segment {
      case .literal(let bytes): text.write(utf8: bytes)
      case .field(let field):
        switch field.value(of: fix, now: now) {
        case .number(let number): text.write(trimming: number)
        case .time(let time): text.write(time)
        case .clock(let time): text.write(timeOfDay: time)
        case .word(let word): text.write(word)
        case .text(let string): text.write(text: string)
        case nil: break
        }
      }
    }
    text.write("\n")
  }
}
