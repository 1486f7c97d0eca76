import GPSDProtocol
import LocationCore
import LocationText
import LocationTracks

/// A stream of locations for people: a line for each. On a terminal each line fits into its width: the
/// least important values are left out.
struct TextLineWriter: FormatWriter {
  /// The columns of the terminal that shows the output; `nil` if it is no terminal.
  private let terminalWidth: @Sendable () -> Int?
  private let encoding: TextEncoding
  private let now: @Sendable () -> Date
  private var lost: FixLoss.Reason?

  init(
    terminalWidth: @escaping @Sendable () -> Int?, encoding: TextEncoding = .unicode,
    now: @escaping @Sendable () -> Date
  ) {
    self.terminalWidth = terminalWidth
    self.encoding = encoding
    self.now = now
  }

  mutating func write(_ update: LocationUpdate, into text: inout ByteText) {
    switch update {
    case .fix(let fix):
      lost = nil
      write(fix, into: &text)
    case .fixLost(let loss):
      // A receiver repeats this every second. One line is enough, unless it is the terminal's live line.
      guard lost != loss.reason || terminalWidth() != nil else { return }
      lost = loss.reason
      write(loss, into: &text)
    case .sky, .authorization: break
    }
  }

  private func write(_ loss: FixLoss, into text: inout ByteText) {
    write(timeOf: loss.timestamp, into: &text)
    text.write(printable: loss.reason.description)
    text.write("\n")
  }

  private func write(timeOf timestamp: Date?, into text: inout ByteText) {
    guard let time = timestamp.flatMap(UTCTime.init) else { return }
    text.write(clock: time)
    text.write("Z  ")
  }

  private func write(_ fix: Fix, into text: inout ByteText) {
    let start = text.count
    write(fix, .everything, into: &text)
    if let width = terminalWidth() {
      for detail in Detail.allCases.dropFirst() {
        // The last column stays free, because some terminals wrap the line there.
        if columns(of: text, from: start) < width { break }
        text.truncate(to: start)
        write(fix, detail, into: &text)
      }
    }
    text.write("\n")
  }

  private func columns(of text: borrowing ByteText, from start: Int) -> Int {
    var columns = 0
    text.withBytes { bytes in
      columns = encoding.columns(of: UnsafeRawBufferPointer(rebasing: bytes[start...]))
    }
    return columns
  }

  /// How much of a fix a line contains. Each case leaves out what the cases before it leave out, and one
  /// thing more.
  private enum Detail: Int, CaseIterable {
    case everything, noSatellites, noCourse, noSpeed, noAltitude, noTime, noAge, noAccuracy
    case shortWarning, noLongitude, nothing
  }

  private func write(_ fix: Fix, _ detail: Detail, into text: inout ByteText) {
    func has(before limit: Detail) -> Bool { detail.rawValue < limit.rawValue }

    if has(before: .noTime) { write(timeOf: fix.timestamp, into: &text) }
    guard has(before: .nothing) else { return }
    text.write(latitude: fix)
    guard has(before: .noLongitude) else { return }
    text.write(has(before: .shortWarning) ? "  " : " ")
    text.write(longitude: fix)
    if has(before: .shortWarning) {
      if fix.isSimulated { text.write("  simulated") }
      if fix.isReplayed { text.write("  replayed") }
    } else if fix.isSimulated {
      text.write(" sim")
    } else if fix.isReplayed {
      text.write(" rec")
    }
    if has(before: .noAltitude), !text.member("  ", fix.altitude, places: 1, " m MSL") {
      text.member("  ", fix.ellipsoidalAltitude, places: 1, " m HAE")
    }
    if has(before: .noAccuracy) {
      text.member("  ± ", fix.horizontalAccuracy, places: 1, " m")
    }
    if has(before: .noSpeed) { text.member("  ", fix.speed, places: 1, " m/s") }
    if has(before: .noCourse) { text.member("  ", fix.course, places: 0, "°") }
    if has(before: .noSatellites), let used = fix.satellitesUsed {
      text.write("  ")
      text.write(integer: used)
      text.write(" sat")
    }
    if has(before: .noAge), let age = fix.liveAge(at: now) {
      text.write("  ")
      text.write(age: age)
      text.write(" old")
    }
  }
}
