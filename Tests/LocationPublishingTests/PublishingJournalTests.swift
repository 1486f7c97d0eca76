import Foundation
import LocationCore
import LocationIO
import TestSupport
import TestTurns
import Testing

@testable import LocationPublishing

@Suite(.inTurn) struct PublishingJournalTests {
  private func journal(
    _ file: MemoryFile, size: Int = 1_000_000, age: Duration? = nil
  ) throws -> PublishingJournal {
    try #require(try PublishingJournal(file: file, limits: .init(size: size, age: age)))
  }

  /// Removes all messages, and returns their texts.
  private func drain(_ journal: inout PublishingJournal, at now: Date = noon) throws -> [String] {
    var texts: [String] = []
    while let message = try journal.first(1, now: now).first {
      texts.append(message.text)
      try journal.removeFirst()
    }
    return texts
  }

  @Test func messagesComeBackInOrderAfterARestart() throws {
    let file = MemoryFile()
    var first = try journal(file)
    for number in 0..<5 { try first.append(message(number)) }
    try first.removeFirst()
    var second = try journal(file)
    #expect(second.count == 4)
    #expect(try drain(&second) == ["1", "2", "3", "4"])
    #expect(try journal(file).count == 0)
  }

  @Test(arguments: [nil, "", "/dev/ttyACM0", "a b\nc 7"])
  func aMessageComesBackAsItWas(device: String?) throws {
    let message = PublishedMessage(
      kind: .event, device: device, createdAt: noon + 0.125, payload: Array(0...255))
    let file = MemoryFile()
    var writer = try journal(file)
    try writer.append(message)
    var reader = try journal(file)
    #expect(try reader.first(1, now: noon).first == message)
  }

  /// A kill can leave any part of the last message.
  @Test func anIncompleteMessageIsRemoved() throws {
    let file = MemoryFile()
    var writer = try journal(file)
    try writer.append(message(1))
    let complete = file.bytes.count
    try writer.append(message(2))
    for size in complete..<file.bytes.count {
      let cut = MemoryFile(Array(file.bytes.prefix(size)))
      var reader = try journal(cut)
      #expect(reader.count == 1)
      try reader.append(message(3))
      #expect(try drain(&reader) == ["1", "3"])
    }
  }

  @Test func theOldestMessagesAreDroppedIfThereAreTooMany() throws {
    var journal = try journal(MemoryFile(), size: 4096)
    for number in 0..<1000 { try journal.append(message(number)) }
    let count = journal.count
    #expect((50..<1000).contains(count))
    #expect(journal.dropped == 1000 - count)
    #expect(try drain(&journal) == (1000 - count..<1000).map(String.init))
  }

  @Test func aJournalThatIsExactlyFullDropsNothing() throws {
    func filled(_ surplus: Int) throws -> PublishingJournal {
      let file = MemoryFile()
      var journal = try journal(file, size: 4096)
      for number in 0..<10 { try journal.append(message(number)) }
      let used = file.bytes.count - JournalHeader.size
      let empty = PublishedMessage(kind: .location, createdAt: noon, payload: [])
      // A payload of at least 1000 bytes adds three digits to the length of its message.
      let room = 4096 - used - JournalRecord.bytes(of: empty).count - 3
      try journal.append(
        PublishedMessage(
          kind: .location, createdAt: noon,
          payload: [UInt8](repeating: UInt8(ascii: "x"), count: room + surplus)))
      return journal
    }
    let full = try filled(0)
    #expect(full.count == 11 && full.dropped == 0)
    let tooFull = try filled(1)
    #expect(tooFull.count == 10 && tooFull.dropped == 1)
  }

  @Test func droppedMessagesAreCountedAcrossRestarts() throws {
    let file = MemoryFile()
    var first = try journal(file, size: 4096)
    for number in 0..<1000 { try first.append(message(number)) }
    #expect(try journal(file, size: 4096).dropped == first.dropped)
  }

  @Test func messagesThatAreTooOldAreDropped() throws {
    var journal = try journal(MemoryFile(), age: .seconds(60))
    for number in 0..<3 { try journal.append(message(number, at: Double(number) * 50)) }
    #expect(try drain(&journal, at: noon + 111) == ["2"])
    #expect(journal.dropped == 2)
  }

  @Test func aClockThatWasSetBackDropsNothing() throws {
    var journal = try journal(MemoryFile(), age: .seconds(60))
    try journal.append(message(1, at: 3600))
    try journal.append(message(2, at: 0))
    #expect(try drain(&journal, at: noon) == ["1", "2"])
  }

  @Test func theFileStaysBounded() throws {
    let file = MemoryFile()
    var journal = try journal(file, size: 4096)
    var largest = 0
    for number in 0..<20_000 {
      try journal.append(message(number))
      if number % 3 > 0 { try journal.removeFirst() }
      largest = max(largest, file.bytes.count)
    }
    #expect(largest < 80_000)
  }

  /// While the messages move to the start of the file, a kill may come after each write.
  @Test func aKillWhileSpaceIsReusedLosesNothing() throws {
    // Much delivered space, and two messages after it.
    let filled = MemoryFile()
    var writer = try journal(filled)
    for number in 0..<3000 { try writer.append(message(number)) }
    for _ in 0..<2998 { try writer.removeFirst() }
    for steps in 0..<6 {
      let file = KilledFile(filled.bytes, after: steps)
      var killed = try #require(
        try PublishingJournal(file: file, limits: .init(size: 1_000_000)))
      try? killed.append(message(3000))
      var reader = try journal(MemoryFile(file.bytes))
      let texts = try drain(&reader)
      #expect(texts == ["2998", "2999"] || texts == ["2998", "2999", "3000"], "\(steps)")
    }
  }

  /// The file would tell for weeks where somebody was.
  @Test func deliveredMessagesAreRemovedFromTheFile() throws {
    let file = MemoryFile()
    var journal = try journal(file)
    for number in 0..<3 { try journal.append(message(number)) }
    try journal.removeFirst(3)
    #expect(file.bytes.count == JournalHeader.size)
    try journal.append(message(3))
    var reader = try self.journal(file)
    #expect(try drain(&reader) == ["3"])
  }

  @Test func aKillWhileTheLastMessageIsRemovedLosesNothing() throws {
    let filled = MemoryFile()
    var writer = try journal(filled)
    for number in 0..<10 { try writer.append(message(number)) }
    try writer.removeFirst(9)
    for steps in 0..<6 {
      let file = KilledFile(filled.bytes, after: steps)
      var killed = try #require(
        try PublishingJournal(file: file, limits: .init(size: 1_000_000)))
      try? killed.removeFirst()
      try? killed.append(message(10))
      var reader = try journal(MemoryFile(file.bytes))
      let texts = try drain(&reader)
      #expect(texts == (steps == 0 ? ["9"] : steps < 4 ? [] : ["10"]), "\(steps)")
    }
  }

  @Test func theFirstMessagesAreReadTogether() throws {
    var journal = try journal(MemoryFile(), age: .seconds(60))
    for number in 0..<5 { try journal.append(message(number, at: number < 2 ? -100 : 0)) }
    #expect(try journal.first(2, now: noon).map(\.text) == ["2", "3"])
    #expect(journal.dropped == 2)
    try journal.removeFirst(2)
    #expect(try journal.first(9, now: noon).map(\.text) == ["4"])
  }

  @Test func aFullDiskKeepsWhatIsThere() throws {
    let file = MemoryFile()
    var journal = try journal(file)
    try journal.append(message(1))
    let before = file.bytes
    file.limit(to: before.count + 4)
    #expect(throws: SystemError.self) { try journal.append(message(2)) }
    #expect(file.bytes == before)
    file.limit(to: .max)
    try journal.append(message(3))
    #expect(try drain(&journal) == ["1", "3"])
  }

  @Test func aFileWithOtherContentIsRefused() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("a.queue", "a letter to a friend\n")
    let error = #expect(throws: PublishError.self) { try PublishingJournal(path: path) }
    #expect(error?.code == .unavailable)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a letter to a friend\n")
  }

  /// A disk and a power loss may change any bit.
  @Test func aFlippedBitCostsOneMessageAndIsTold() throws {
    let filled = MemoryFile()
    var writer = try journal(filled)
    for number in 10..<22 { try writer.append(message(number)) }
    try writer.removeFirst(2)
    let all = (12..<22).map(String.init)
    for index in filled.bytes.indices {
      var bytes = filled.bytes
      bytes[index] ^= 1 << (index % 8)
      var reader = try journal(MemoryFile(bytes))
      let damage = reader.damage
      var texts = try drain(&reader)
      // Behind a damaged header, those that were delivered are found again.
      if index < JournalHeader.size { texts.removeAll { $0 == "10" || $0 == "11" } }
      let lost = all.filter { !texts.contains($0) }
      #expect(texts == all.filter { !lost.contains($0) } && lost.count <= 1, "\(index): \(texts)")
      if index < JournalHeader.size {
        #expect(damage?.messages == 0 && lost.isEmpty, "\(index)")
      } else {
        #expect((damage?.messages ?? 0) == lost.count, "\(index): \(lost)")
        #expect(reader.dropped == lost.count)
      }
    }
  }

  @Test func aDamagedJournalIsKeptAndGoesOn() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("a.queue")
    do {
      var writer = try PublishingJournal(path: path, limits: .init(age: nil))
      for number in 0..<5 { try writer.append(message(number)) }
    }
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let position = JournalHeader.size + JournalRecord.bytes(of: message(0)).count + 3
    bytes[position] ^= 4
    try Data(bytes).write(to: URL(filePath: path))
    do {
      var journal = try PublishingJournal(path: path, limits: .init(age: nil))
      #expect(journal.damage == .init(messages: 1, copy: path + ".damaged"))
      #expect([UInt8](try Data(contentsOf: URL(filePath: path + ".damaged"))) == bytes)
      try journal.append(message(5))
    }
    var journal = try PublishingJournal(path: path, limits: .init(age: nil))
    #expect(journal.damage == nil && journal.dropped == 1)
    #expect(try drain(&journal) == ["0", "2", "3", "4", "5"])
    let mode = try FileManager.default.attributesOfItem(atPath: path + ".damaged")[
      .posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  /// Journals had no checksums before.
  @Test func aJournalOfTheFirstVersionIsReadOnce() throws {
    func number(_ value: Int) -> String {
      let digits = "\(value)"
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    let delivered = "1740830400 location 1 1\na0\n"
    let records = "1740830401 location 1 1\nb1\n1740830402 event -1 1\n2\n"
    let header = "locate queue 1 \(number(66 + delivered.utf8.count)) \(number(7)) \(number(0))\n"
    let file = MemoryFile(Array((header + delivered + records + "1740830403 eve").utf8))
    var first = try journal(file)
    #expect(first.count == 2 && first.dropped == 7 && first.damage == nil)
    #expect(try first.first(1, now: noon).first?.device == "b")
    try first.append(message(3))
    var second = try journal(file)
    #expect(try drain(&second) == ["1", "2", "3"])
    #expect(file.bytes.count == JournalHeader.size)
    // An empty one.
    let empty = "locate queue 1 \(number(66)) \(number(0)) \(number(0))\n"
    var third = try journal(MemoryFile(Array(empty.utf8)))
    try third.append(message(1))
    #expect(try drain(&third) == ["1"])
  }

  @Test func onlyOneProgramUsesAJournal() throws {
    let directory = try TemporaryDirectory()
    let first = try PublishingJournal(path: directory.path("new/folder/a.queue"))
    let error = #expect(throws: PublishError.self) {
      try PublishingJournal(path: directory.path("new/folder/a.queue"))
    }
    #expect(error?.description.hasSuffix("another program publishes from it") == true)
    withExtendedLifetime(first) {}
  }
}

/// A file whose process is killed after some writes: later changes do not reach the disk.
private final class KilledFile: WritableFile {
  private let base: MemoryFile
  private let left: Counter

  init(_ bytes: [UInt8], after changes: Int) {
    base = MemoryFile(bytes)
    left = Counter(changes)
  }

  var bytes: [UInt8] { base.bytes }

  func size() -> Int { base.size() }
  func read(_ count: Int, at offset: Int) -> [UInt8] { base.read(count, at: offset) }
  func sync() {}

  func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
    try left.use()
    try base.write(bytes, at: offset)
  }

  func truncate(to size: Int) throws(SystemError) {
    try left.use()
    base.truncate(to: size)
  }
}
