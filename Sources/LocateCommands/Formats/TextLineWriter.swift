import LocationCore
import LocationText
import LocationTracks

/// A stream of locations for people: a line for each. On a terminal each line fits into its width: the
/// least important values are left out. If there are several receivers, each line names its own.
struct TextLineWriter: FormatWriter {
  /// The columns of the terminal that shows the output; `nil` if it is no terminal.
  private let terminalWidth: @Sendable () -> Int?
  private let encoding: TextEncoding
  private let now: @Sendable () -> Date
  /// Why each receiver has no fix.
  private var lost: [String?: FixLoss.Reason] = [:]
  /// The first receiver that was named.
  private var firstDevice: String?
  /// Whether there are several receivers. Each line then names its receiver.
  private var namesDevices: Bool
  private let presentation: Presentation

  init(
    _ presentation: Presentation = .standard,
    terminalWidth: @escaping @Sendable () -> Int?, encoding: TextEncoding = .unicode,
    namesReceivers: Bool = false,
    now: @escaping @Sendable () -> Date
  ) {
    self.presentation = presentation
    self.terminalWidth = terminalWidth
    self.encoding = encoding
    namesDevices = namesReceivers
    self.now = now
  }

  var holds: TrackContents { .chosenValues }
  var writesSky: Bool { false }

  mutating func write(_ update: LocationUpdate, into text: inout ByteText) {
    switch update {
    case .fix(let fix):
      lost[fix.source.device] = nil
      note(fix.source)
      write(fix, into: &text)
    case .fixLost(let loss):
      // A receiver repeats this every second. One line is enough, unless it is the terminal's live line.
      guard lost[loss.source.device] != loss.reason || terminalWidth() != nil else { return }
      // A server that invents names cannot fill the memory.
      if lost.count >= 64 { lost.removeAll() }
      lost[loss.source.device] = loss.reason
      note(loss.source)
      write(loss, into: &text)
    case .sky, .authorization: break
    }
  }

  private mutating func note(_ source: FixSource) {
    guard let device = source.device else { return }
    let first = firstDevice ?? device
    firstDevice = first
    if device != first { namesDevices = true }
  }

  private func write(deviceOf source: FixSource, into text: inout ByteText) {
    guard namesDevices, let device = source.device else { return }
    text.write(printable: device)
    text.write("  ")
  }

  private func write(_ loss: FixLoss, into text: inout ByteText) {
    write(loss.timestamp, orClock: nil, into: &text)
    write(deviceOf: loss.source, into: &text)
    text.write(printable: loss.reason.description)
    text.write("\n")
  }

  private func write(_ timestamp: Date?, orClock time: UTCTime?, into text: inout ByteText) {
    if text.write(clockOf: timestamp, as: presentation) {
      text.write("  ")
    } else if let time {
      // Without a date, nobody knows the offset of local time.
      text.write(clock: time)
      text.write("Z  ")
    }
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
    case everything, noPlace, noSatellites, noCourse, noSpeed, noAltitude, noTime, noAge, noAccuracy
    case shortWarning, noLongitude, nothing
  }

  private func write(_ fix: Fix, _ detail: Detail, into text: inout ByteText) {
    func has(before limit: Detail) -> Bool { detail.rawValue < limit.rawValue }

    if has(before: .noTime) { write(fix.timestamp, orClock: fix.clock, into: &text) }
    guard has(before: .nothing) else { return }
    if has(before: .shortWarning) { write(deviceOf: fix.source, into: &text) }
    guard has(before: .noLongitude) else {
      return text.write(latitude: fix.coordinate, as: presentation.notation)
    }
    text.write(
      fix.coordinate, as: presentation.notation, gap: has(before: .shortWarning) ? "  " : " ")
    if has(before: .shortWarning) {
      if fix.isSimulated { text.write("  simulated") }
      if fix.isReplayed { text.write("  replayed") }
      if fix.source.kind == .remembered { text.write("  last known") }
      if fix.status == .surveyed { text.write("  surveyed") }
    } else if fix.isSimulated {
      text.write(" sim")
    } else if fix.isReplayed {
      text.write(" rec")
    } else if fix.source.kind == .remembered {
      text.write(" last")
    }
    let units = presentation.units
    if has(before: .noAltitude) {
      if text.member("  ", fix.altitude, in: units.length) {
        text.write(" MSL")
      } else if text.member("  ", fix.ellipsoidalAltitude, in: units.length) {
        text.write(" HAE")
      }
    }
    if has(before: .noAccuracy) { text.member("  ± ", fix.horizontalAccuracy, in: units.length) }
    if has(before: .noSpeed) { text.member("  ", fix.speed, in: units.speed) }
    if has(before: .noCourse) { text.member("  ", fix.course, places: 0, "°") }
    if has(before: .noSatellites), let used = fix.satellitesUsed {
      text.write("  ")
      text.write(integer: used)
      text.write(" sat")
    }
    if has(before: .noPlace), let name = presentation.places?.name(of: fix.coordinate) {
      text.write("  at ")
      text.write(printable: name)
    }
    if has(before: .noAge) { text.write("  ", ageOf: fix, at: now) }
  }
}
