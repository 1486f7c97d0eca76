import LocationCore
import LocationReplay
import LocationText

/// Parses ``TrackFormat/updates``. The position of each item is its time of recording.
///
/// The end of the provider is an item without content, so that a player waits for its time too. The
/// end of an earlier recording in the same file is not an end.
final class UpdatesParser: TrackParser {
  /// The error with which the last recording in the file ended; known when all items were taken.
  private(set) var recordedFailure: UserLocationError?

  private let keepsKinds: Bool
  private var lines = NumberedLines()
  private var bytes: RecordedBytes?
  private var items: [TrackItem] = []
  private var start: Date?
  private var position = Duration.zero
  private var hasStarted = false
  private var unreadable = UnreadableLines()
  private(set) var skipped = SkippedParts()

  /// - Parameters:
  ///   - keepsKinds: whether live fixes stay live; otherwise they are replayed ones.
  ///   - keepsBytes: whether items carry their original bytes.
  init(keepsKinds: Bool, keepsBytes: Bool) {
    self.keepsKinds = keepsKinds
    bytes = keepsBytes ? RecordedBytes() : nil
  }

  func parse(
    _ piece: UnsafeRawBufferPointer, receivedAt receipt: Date?
  ) throws(TrackFileError) {
    bytes?.append(piece)
    try lines.split(piece) { line throws(TrackFileError) in try read(line) }
  }

  /// Ends the file. A last line without an end is incomplete, because a recorder was killed.
  func finish() throws(TrackFileError) {
    try unreadable.finish(hasItems: !items.isEmpty)
    if let rest = bytes?.take(upTo: lines.offset), !rest.isEmpty {
      items.append(TrackItem(nil, position: position, bytes: rest))
    }
  }

  func takeItems() -> [TrackItem] {
    defer { items = [] }
    if !items.isEmpty { unreadable.hasItems = true }
    return items
  }

  private func read(_ line: NumberedLines.Line) throws(TrackFileError) {
    guard line.bytes.contains(where: { $0 != 0x20 }) else { return }
    let content: UpdateLine
    do throws(FormatProblem) {
      content = try UpdateLine(line.bytes)
    } catch {
      let error = TrackFileError(line: line.number, problem: error.text)
      return try unreadable.leaveOut(error, &skipped)
    }
    switch content {
    case .header(version: 1), .other: break
    case .header:
      throw TrackFileError(
        line: line.number, problem: "expected version 1 of the format updates")
    case .start(let date, _):
      recordedFailure = nil
      if hasStarted { append(.segmentStart, at: date, line) }
      hasStarted = true
    case .update(let date, let update):
      recordedFailure = nil
      append(.update(replayed(update, at: date)), at: date, line)
    case .end(let date, let error):
      append(nil, at: date, line)
      recordedFailure = error
    }
  }

  private func append(_ content: TrackItem.Content?, at date: Date, _ line: NumberedLines.Line) {
    let start = start ?? date
    self.start = start
    // A position never decreases, although the host's clock may have been set back.
    position = max(position, .seconds(date.timeIntervalSince(start)))
    items.append(
      TrackItem(content, position: position, bytes: bytes?.take(upTo: line.end) ?? []))
  }

  /// The update with a time of receipt.
  private func replayed(_ update: LocationUpdate, at date: Date) -> LocationUpdate {
    let update = update.receivedAt == nil ? update.received(at: date) : update
    // A simulated or remembered fix stays what it is.
    if keepsKinds || update.source?.kind != .live { return update }
    return update.withSource { $0.kind = .replayed }
  }
}
