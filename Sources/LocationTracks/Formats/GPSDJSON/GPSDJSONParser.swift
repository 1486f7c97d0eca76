import GPSDProtocol
import LocationCore
import LocationReplay
import LocationText

/// gpsd's reports (gpsd_json(5)), as `gpspipe -w` and `locate --json` write them: JSON objects one after the
/// other.
///
/// Usually each has a line. It may follow a time (`gpspipe -t`, `ts`, syslog) or a topic (`mosquitto_sub -v`), take
/// several lines (`jq .`), or be in an array (`jq -s`). Everything between the objects is passed over, such as the
/// sentences of `gpspipe -r -w`.
///
/// TPV and SKY become updates, also in the answer to a poll. A DEVICE that gpsd gave up and an empty list
/// of DEVICES are lost fixes. Other reports have no item.
struct GPSDJSONParser: TrackParser {
  /// A longer object is damaged, so that no file can fill the memory.
  private static let longest = 1 << 20

  private let source: FixSource
  private var items: ParsedItems
  /// The bytes that are not read yet, and their offset and line in the file.
  private var rest: [UInt8] = []
  private var offset = 0
  private var line = 1
  private var unreadable = UnreadableLines()

  init(source: FixSource, items: ParsedItems) {
    self.source = source
    self.items = items
  }

  mutating func parse(
    _ bytes: UnsafeRawBufferPointer, receivedAt receipt: Date?
  ) throws(TrackFileError) {
    items.receive(bytes, at: receipt)
    rest += bytes
    try read(isLast: false)
  }

  mutating func finish() throws(TrackFileError) {
    try read(isLast: true)
    try unreadable.finish(hasItems: !items.isEmpty)
    items.end(at: offset + rest.count)
  }

  mutating func takeItems() -> [TrackItem] {
    let taken = items.take()
    if !taken.isEmpty { unreadable.hasItems = true }
    return taken
  }

  var skipped: SkippedParts { items.skipped }

  private mutating func read(isLast: Bool) throws(TrackFileError) {
    var bytes: [UInt8] = []
    swap(&bytes, &rest)
    defer { swap(&bytes, &rest) }
    var count = try bytes.withUnsafeBufferPointer { bytes throws(TrackFileError) in
      try read(UnsafeRawBufferPointer(bytes), isLast: isLast)
    }
    if bytes.count - count > Self.longest {
      try leaveOut("it is longer than 1 MB")
      line += JSONPieces.lineFeeds(bytes[count...])
      count = bytes.count
    }
    offset += count
    bytes.removeFirst(count)
  }

  /// Reads all objects that are complete, and returns the number of their bytes.
  private mutating func read(
    _ bytes: UnsafeRawBufferPointer, isLast: Bool
  ) throws(TrackFileError) -> Int {
    var start = 0
    while let object = Self.object(in: bytes, from: start) {
      if object > start {
        line += JSONPieces.lineFeeds(bytes[start..<object])
        start = object
      }
      let lineFeed = LineSplitter.lineFeed(in: bytes, from: start)
      if let lineFeed, (try? take(bytes[start..<lineFeed], endingAt: lineFeed + 1)) != nil {
        line += 1
        start = lineFeed + 1
        continue
      }
      // The line is something else than one report.
      switch Self.end(ofObjectIn: bytes, from: start) {
      case .at(let end):
        guard let after = Self.afterLineEnd(in: bytes, from: end, isLast: isLast) else {
          return start
        }
        do throws(GPSDReportError) {
          try take(bytes[start..<end], endingAt: after)
        } catch {
          try leaveOut("\(error)")
        }
        line += JSONPieces.lineFeeds(bytes[start..<after])
        start = after
      case .unknown where !isLast, .none where !isLast && lineFeed == nil: return start
      case .unknown where lineFeed == nil:
        throw TrackFileError(line: line, problem: TrackFileError.cutOff, isCutOff: true)
      case .unknown, .none:
        try leaveOut("it is not JSON")
        guard let lineFeed else { return bytes.count }
        line += 1
        start = lineFeed + 1
      }
    }
    line += JSONPieces.lineFeeds(bytes[start...])
    return bytes.count
  }

  // MARK: Objects

  /// Where an object ends.
  private enum ObjectEnd {
    case at(Int)
    /// The bytes are too few to know.
    case unknown
    /// It is not JSON.
    case none
  }

  /// The offset of the next brace with a name after it, at or after a byte; `nil` if there is none.
  private static func object(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "{") else {
        index += 1
        continue
      }
      let next = bytes[(index + 1)...].first { $0 > 0x20 }
      // Without a next byte, the name may follow.
      if next == nil || next == UInt8(ascii: "\"") { return index }
      index += 1
    }
    return nil
  }

  private static func end(ofObjectIn bytes: UnsafeRawBufferPointer, from start: Int) -> ObjectEnd {
    var json = JSONScanner(bytes, from: start)
    do throws(JSONScanner.Failure) {
      repeat { _ = try json.next() } while json.depth > 0
      return .at(json.offset)
    } catch {
      return error.isIncomplete ? .unknown : .none
    }
  }

  /// The offset after a line feed that follows, if only spaces are before it; otherwise the same offset. `nil` if more bytes
  /// are needed.
  private static func afterLineEnd(
    in bytes: UnsafeRawBufferPointer, from start: Int, isLast: Bool
  ) -> Int? {
    let end = bytes[start...].firstIndex { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
    guard let end else { return isLast ? start : nil }
    return bytes[end] == 0x0A ? end + 1 : start
  }

  // MARK: Reports

  private mutating func leaveOut(_ problem: String) throws(TrackFileError) {
    let error = TrackFileError(line: line, problem: "expected a report of gpsd: \(problem)")
    try unreadable.leaveOut(error, &items.skipped)
  }

  /// Appends the items of an object.
  private mutating func take(
    _ object: Slice<UnsafeRawBufferPointer>, endingAt end: Int
  ) throws(GPSDReportError) {
    let report = try GPSDReport(
      UnsafeRawBufferPointer(rebasing: object), source: source, receivedAt: items.receipt)
    let end = offset + end
    switch report {
    case .update(let update): items.append(update, endingAt: end)
    case .poll(let poll):
      for update in poll.positions { items.append(update, endingAt: end) }
      for sky in poll.skies { items.append(.sky(sky), endingAt: end) }
    case .device(let device):
      guard let device, device.activation == .givenUp else { break }
      append(.deviceRemoved, of: device.path, endingAt: end)
    case .devices(let devices):
      if devices.isEmpty { append(.noDevice, of: nil, endingAt: end) }
    case .version, .watch, .error, .other: break
    }
  }

  private mutating func append(
    _ reason: FixLoss.Reason, of device: String?, endingAt offset: Int
  ) {
    var loss = FixLoss(reason: reason, source: source)
    loss.source.device = device
    loss.receivedAt = items.receipt
    items.append(.fixLost(loss), endingAt: offset)
  }
}
