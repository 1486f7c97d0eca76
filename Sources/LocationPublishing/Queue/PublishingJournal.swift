public import LocationCore
import LocationIO
import LocationPOSIX

/// Keeps messages in a file until they are delivered.
///
/// Messages are appended, and a mark at the start of the file moves on when the first one is delivered. A
/// message that was added survives crashes and kills of the process, and messages stay in order. After a
/// kill, at most the messages that were on the way are sent again. Only one program at a time uses a file.
/// When all messages are delivered, the file contains none.
///
/// Each message has a checksum. A damaged one is lost, and the next whole one is found; ``damage`` tells it, and the damaged
/// file is kept.
///
/// The journal is bounded: when the messages take too much space or the first one is too old, the oldest
/// messages are dropped and counted. The file has at most about twice the size that is allowed for
/// messages, because the space of delivered ones is used again later.
public struct PublishingJournal: Sendable {
  /// How much a journal keeps.
  public struct Limits: Hashable, Sendable {
    /// The size of all messages in bytes, at least 4096. The default is 16 MB, about 80,000 locations.
    public var size: Int
    /// The age of a message by the host's clock. The default is a week; `nil` keeps messages of any age.
    public var age: Duration?

    /// Makes limits.
    public init(size: Int = 16_000_000, age: Duration? = .seconds(7 * 86_400)) {
      self.size = max(size, 4096)
      self.age = age
    }
  }

  /// Delivered messages take at most this much space in bytes without being removed while others wait.
  private static let reusedSpace = 65_536

  /// What was found when a journal was opened.
  public struct Damage: Hashable, Sendable {
    /// About how many messages are lost.
    public var messages: Int
    /// Where the damaged file is kept; `nil` if it could not be copied.
    public var copy: String?
  }

  private let file: any WritableFile
  private let limits: Limits
  /// Where the first message begins.
  private var start: Int
  /// Where the next message will begin.
  private var end: Int
  /// The number of messages that wait.
  public private(set) var count = 0
  /// The number of messages that were dropped since the file was made.
  public private(set) var dropped: Int
  /// What was damaged in the file; `nil` for nothing.
  public private(set) var damage: Damage?

  /// Opens a journal, or makes one. Its folder is made too.
  ///
  /// - Throws: ``PublishErrorCode/unavailable`` if the file has other content, if another program uses it,
  ///   or if it cannot be opened; ``PublishErrorCode/notWritable`` if the disk is full or broken.
  public init(path: String, limits: Limits = Limits()) throws(PublishError) {
    let name = path.printablePath
    do throws(SystemError) {
      try Folder.create(for: path)
      let file = try LockedFile(path: path, creates: true)
      let copy = path + ".damaged"
      let journal = try PublishingJournal(file: file, limits: limits) {
        (try? Self.copy(file, to: copy)) == nil ? nil : copy
      }
      guard let journal else { throw SystemError("read", EILSEQ) }
      self = journal
    } catch {
      let reason =
        switch error.number {
        case EWOULDBLOCK: "another program publishes from it"
        case EILSEQ: "it is not a queue of messages; remove it, or name another folder"
        default: error.clause
        }
      let isDiskFull = [ENOSPC, EDQUOT, EIO].contains(error.number)
      throw PublishError(isDiskFull ? .notWritable : .unavailable, detail: "\(name): \(reason)")
    }
  }

  private static func copy(_ file: any ReadableFile, to path: String) throws(SystemError) {
    let copy = try ReplacingFile(path: path)
    let content = try file.read(file.size(), at: 0)
    try content.withBytes { bytes throws(SystemError) in try copy.write(bytes) }
    try copy.commit()
  }

  /// Reads a journal. The file may be empty.
  ///
  /// - Parameter keepDamaged: copies the file before its damaged parts are removed, and returns the path of the copy.
  /// - Returns: `nil` if the file has other content.
  package init?(
    file: any WritableFile, limits: Limits, keepDamaged: () -> String? = { nil }
  ) throws(SystemError) {
    self.file = file
    self.limits = limits
    let size = try file.size()
    guard size > 0 else {
      (start, end, dropped) = (JournalHeader.size, JournalHeader.size, 0)
      try writeHeader()
      return
    }
    let head = try file.read(JournalHeader.size, at: 0)
    let header = JournalHeader(head)
    if let moved = header?.movedEnd {
      // The process ended while the messages were moved to the start of the file.
      try file.truncate(to: moved)
    }
    end = min(header?.movedEnd ?? size, size)
    // Behind a damaged header, delivered messages are found too.
    start = min(header?.start ?? JournalHeader.size, end)
    dropped = header?.dropped ?? 0
    let version = header?.version ?? .present
    var scan = JournalScan(file, from: start, end: end, version: version)
    while try scan.next() != nil { count += 1 }
    if header == nil || scan.damaged > 0 {
      if header == nil, count == 0, !JournalHeader.mayBegin(head) { return nil }
      damage = Damage(messages: scan.damaged, copy: keepDamaged())
      dropped += scan.damaged
    }
    if damage != nil || version != .present {
      try rewrite(from: version)
    } else {
      if scan.offset < end { try file.truncate(to: scan.offset) }
      end = scan.offset
      if header?.movedEnd != nil { try writeHeader() }
    }
  }

  /// Writes the whole messages behind all others, and then makes them the journal. An interruption leaves one or the other.
  private mutating func rewrite(from version: JournalHeader.Version) throws(SystemError) {
    var scan = JournalScan(file, from: start, end: end, version: version)
    start = end
    while let record = try scan.next() {
      let bytes = JournalRecord.bytes(of: record.message)
      try file.write(bytes, at: end)
      end += bytes.count
    }
    if count == 0 { try empty() } else { try writeHeader() }
  }

  /// Adds a message at the end.
  ///
  /// - Throws: the error of `write`. Nothing of the message is then in the file.
  package mutating func append(_ message: PublishedMessage) throws(SystemError) {
    let record = JournalRecord.bytes(of: message)
    while count > 0, end - start + record.count > limits.size { try dropFirst() }
    // So much space that the messages fit into it.
    if start - JournalHeader.size > max(Self.reusedSpace, end - start) { try reuseSpace() }
    do throws(SystemError) {
      try file.write(record, at: end)
    } catch {
      try? file.truncate(to: end)
      throw error
    }
    end += record.count
    count += 1
  }

  /// The first messages, `most` at most. Messages that are too old are dropped before.
  package mutating func first(_ most: Int, now: Date) throws(SystemError) -> [PublishedMessage] {
    while let age = limits.age, let record = try JournalRecord(file, at: start, end: end),
      now.timeIntervalSince(record.message.createdAt) > age / .seconds(1)
    {
      try dropFirst()
    }
    var messages: [PublishedMessage] = []
    var next = start
    while messages.count < most, let record = try JournalRecord(file, at: next, end: end) {
      messages.append(record.message)
      next += record.size
    }
    // It was damaged after it was opened. The next run finds the others.
    if messages.isEmpty, most > 0, count > 0 { throw SystemError("read", EILSEQ) }
    return messages
  }

  /// Removes the first messages, which were delivered.
  package mutating func removeFirst(_ delivered: Int = 1) throws(SystemError) {
    for _ in 0..<delivered {
      guard let record = try JournalRecord(file, at: start, end: end) else { break }
      start += record.size
      count -= 1
    }
    try writeHeader()
    if count == 0 { try empty() }
  }

  /// Removes all delivered messages from the file, because they tell where somebody was.
  private mutating func empty() throws(SystemError) {
    // Until the header is written, the next message belongs to its old place.
    try file.truncate(to: JournalHeader.size)
    let header = JournalHeader(start: JournalHeader.size, dropped: dropped, movedEnd: nil)
    try file.write(header.bytes, at: 0)
    (start, end) = (JournalHeader.size, JournalHeader.size)
  }

  private mutating func dropFirst() throws(SystemError) {
    dropped += 1
    try removeFirst()
  }

  /// Removes delivered messages from the file.
  private mutating func reuseSpace() throws(SystemError) {
    let waiting = try file.read(end - start, at: start)
    let newEnd = JournalHeader.size + waiting.count
    // The messages fit before their present place, so that place stays valid until the header changes.
    try file.write(waiting, at: JournalHeader.size)
    (start, end) = (JournalHeader.size, newEnd)
    try writeHeader(movedEnd: newEnd)
    try file.truncate(to: newEnd)
    try writeHeader()
  }

  private func writeHeader(movedEnd: Int? = nil) throws(SystemError) {
    let header = JournalHeader(start: start, dropped: dropped, movedEnd: movedEnd)
    try file.write(header.bytes, at: 0)
  }
}
