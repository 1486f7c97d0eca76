import GPSDProtocol
import LocationCore
import LocationText
import LocationTracks

/// A stream of locations for people: a line for each, or on a terminal one line that always shows the
/// latest.
struct TextLineWriter: FormatWriter {
  /// The columns of the terminal that shows the output; `nil` if it is no terminal.
  private let terminalWidth: @Sendable () -> Int?
  private let now: @Sendable () -> Date
  private var lost: FixLoss.Reason?
  private var isLineOpen = false

  init(terminalWidth: @escaping @Sendable () -> Int?, now: @escaping @Sendable () -> Date) {
    self.terminalWidth = terminalWidth
    self.now = now
  }

  mutating func write(_ update: LocationUpdate, into text: inout ByteText) {
    switch update {
    case .fix(let fix):
      lost = nil
      let start = startLine(in: &text)
      write(fix, into: &text)
      endLine(from: start, in: &text)
    case .fixLost(let loss):
      // A receiver repeats this every second; one line is enough.
      guard lost != loss.reason else { return }
      lost = loss.reason
      let start = startLine(in: &text)
      write(loss, into: &text)
      endLine(from: start, in: &text)
    case .sky, .authorization: break
    }
  }

  mutating func end(into text: inout ByteText) {
    if isLineOpen { text.write("\n") }
    isLineOpen = false
  }

  private func startLine(in text: inout ByteText) -> Int {
    if terminalWidth() != nil { text.write("\r") }
    return text.count
  }

  private mutating func endLine(from start: Int, in text: inout ByteText) {
    guard let width = terminalWidth() else {
      text.write("\n")
      return
    }
    text.truncate(fromByte: start, toColumns: max(1, width - 1))
    // Erases the rest of the previous, longer line.
    text.write("\u{1B}[K")
    isLineOpen = true
  }

  private func write(_ loss: FixLoss, into text: inout ByteText) {
    if let time = loss.timestamp.flatMap(UTCTime.init) {
      text.write(clock: time)
      text.write("Z  ")
    }
    text.write(printable: loss.reason.description)
  }

  private func write(_ fix: Fix, into text: inout ByteText) {
    if let time = fix.timestamp.flatMap(UTCTime.init) {
      text.write(clock: time)
      text.write("Z  ")
    }
    text.write(latitude: fix)
    text.write("  ")
    text.write(longitude: fix)
    // Near the start of the line, because a narrow terminal cuts the end off.
    if fix.isSimulated { text.write("  simulated") }
    if fix.isReplayed { text.write("  replayed") }
    if !text.member("  ", fix.altitude, places: 1, " m MSL") {
      text.member("  ", fix.ellipsoidalAltitude, places: 1, " m HAE")
    }
    text.member("  ± ", fix.horizontalAccuracy, places: 1, " m")
    text.member("  ", fix.speed, places: 1, " m/s")
    text.member("  ", fix.course, places: 0, "°")
    if let used = fix.satellitesUsed {
      text.write("  ")
      text.write(integer: used)
      text.write(" sat")
    }
    if let age = fix.liveAge(at: now) {
      text.write("  ")
      text.write(age: age)
      text.write(" old")
    }
  }
}

extension ByteText {
  /// Removes all characters after the first `columns`, counted from a byte.
  fileprivate mutating func truncate(fromByte start: Int, toColumns columns: Int) {
    var room = columns
    for index in start..<count where self[index] & 0xC0 != 0x80 {
      guard room > 0 else {
        truncate(to: index)
        return
      }
      room -= 1
    }
  }
}
