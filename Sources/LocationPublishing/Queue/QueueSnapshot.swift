package import LocationCore
import LocationIO
internal import LocationText

/// How many messages wait in the file of a ``PublishingJournal``, which a program may be using.
package struct QueueSnapshot: Hashable, Sendable {
  /// What the file of a journal and the note beside it end with.
  package static let (suffix, noteSuffix) = (".queue", ".target")

  /// The name of the file, without its folder and ending.
  package var name: String
  /// The target of the messages; `nil` if nobody noted it.
  package var target: String?
  /// How many messages wait in the file.
  package var messages: Int
  /// Their size in bytes.
  package var bytes: Int
  /// How many messages were dropped since the file was made.
  package var dropped: Int
  /// When the first waiting message was made; `nil` if none waits.
  package var oldest: Date?

  /// All queues in a folder, sorted by their names. A file that is no journal is left out.
  package static func all(in folder: String) -> [QueueSnapshot] {
    FolderContents.names(in: folder).compactMap { file in
      guard file.hasSuffix(suffix) else { return nil }
      let name = String(file.dropLast(suffix.count))
      guard let journal = try? OwnedDescriptor(reading: "\(folder)/\(file)"),
        var snapshot = try? read(journal, name: name)
      else { return nil }
      let note = try? noteFile("\(folder)/\(name)\(noteSuffix)").read()
      snapshot.target = note.map { String(decoding: $0.prefix { $0 != 0x0A }, as: UTF8.self) }
      return snapshot
    }
  }

  /// Notes the target of a journal beside it, for ``all(in:)``. Does nothing if the note is there already or
  /// cannot be written: the queue works without it.
  package static func note(_ target: String, besideJournal path: String) {
    guard path.hasSuffix(suffix) else { return }
    let file = noteFile(String(path.dropLast(suffix.count)) + noteSuffix)
    var text = ByteText()
    text.write(text: target)
    text.write("\n")
    if let present = try? file.read(), present == text.bytes { return }
    try? file.replace(with: text)
  }

  private static func noteFile(_ path: String) -> StateFile<SystemError> {
    StateFile(path, limit: 4096) { $0 }
  }

  /// Reads a journal; `nil` if the file has other content.
  static func read(
    _ file: any ReadableFile, name: String
  ) throws(SystemError) -> QueueSnapshot? {
    // A program that uses the file may move its messages meanwhile.
    var tries = 3
    while true {
      guard let header = JournalHeader(try file.read(JournalHeader.size, at: 0)) else { return nil }
      let snapshot = try read(file, name: name, from: header)
      let later = JournalHeader(try file.read(JournalHeader.size, at: 0))
      tries -= 1
      if tries == 0 || later.map({ $0.start >= header.start }) == true { return snapshot }
    }
  }

  private static func read(
    _ file: any ReadableFile, name: String, from header: JournalHeader
  ) throws(SystemError) -> QueueSnapshot {
    var snapshot = QueueSnapshot(name: name, messages: 0, bytes: 0, dropped: header.dropped)
    var end = try file.size()
    if let moved = header.movedEnd { end = min(end, moved) }
    var scan = JournalScan(file, from: header.start, end: end, version: header.version)
    while let record = try scan.next() {
      if snapshot.messages == 0 { snapshot.oldest = record.message.createdAt }
      snapshot.messages += 1
    }
    snapshot.bytes = scan.offset - header.start
    return snapshot
  }
}
