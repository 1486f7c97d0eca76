import Foundation
import LocationCore
import LocationIO
import LocationText
import TestSupport
import TestTurns
import Testing

@testable import LocationPublishing

@Suite(.inTurn) struct QueueSnapshotTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private var snapshots: [QueueSnapshot] { QueueSnapshot.all(in: directory.url.path) }

  /// The program that publishes has the file and its lock.
  @Test func theQueueOfARunningProgramIsCounted() throws {
    let path = directory.path("a.queue")
    var journal = try PublishingJournal(path: path)
    #expect(snapshots == [QueueSnapshot(name: "a", messages: 0, bytes: 0, dropped: 0)])
    for number in 0..<3 { try journal.append(message(number, at: 10 * Double(number))) }
    let size = JournalRecord.bytes(of: message(1, at: 10)).count
    try journal.removeFirst()
    #expect(
      snapshots == [
        QueueSnapshot(name: "a", messages: 2, bytes: 2 * size, dropped: 0, oldest: noon + 10)
      ])
  }

  @Test func droppedMessagesAreCounted() throws {
    var journal = try PublishingJournal(path: directory.path("a.queue"), limits: .init(size: 4096))
    for number in 0..<1000 { try journal.append(message(number)) }
    #expect(snapshots.first?.dropped == journal.dropped)
    #expect(snapshots.first?.messages == journal.count)
  }

  @Test func theNoteNamesTheTarget() throws {
    let path = directory.path("a.queue")
    _ = try PublishingJournal(path: path)
    QueueSnapshot.note("mqtt://h:1883/a", besideJournal: path)
    #expect(snapshots.first?.target == "mqtt://h:1883/a")
    let note = directory.path("a.target")
    #expect(
      try FileManager.default.attributesOfItem(atPath: note)[.posixPermissions] as? Int == 0o600)
  }

  @Test func otherFilesAreLeftOut() throws {
    _ = try directory.file("b.queue", "something else")
    _ = try directory.file("places.json", "{}")
    #expect(snapshots.isEmpty)
    #expect(QueueSnapshot.all(in: directory.path("nowhere")).isEmpty)
  }

  private func metrics(of queues: QueueSnapshot...) -> [String] {
    var text = ByteText()
    text.write(openMetrics: QueueSnapshot.metrics(of: queues, at: noon))
    return text.string.split(separator: "\n").filter { !$0.hasPrefix("# ") }.map(String.init)
  }

  @Test func aQueueHasItsTargetAndNumbersAsMetrics() {
    let full = QueueSnapshot(
      name: "1f", target: "mqtt://h:1883/a", messages: 2, bytes: 300, dropped: 7,
      oldest: noon - 60)
    let empty = QueueSnapshot(name: "2e", messages: 0, bytes: 0, dropped: 0)
    #expect(
      metrics(of: full, empty) == [
        #"locate_publish_queue_messages{queue="1f",target="mqtt://h:1883/a"} 2"#,
        #"locate_publish_queue_messages{queue="2e"} 0"#,
        #"locate_publish_queue_size_bytes{queue="1f",target="mqtt://h:1883/a"} 300"#,
        #"locate_publish_queue_size_bytes{queue="2e"} 0"#,
        #"locate_publish_queue_oldest_age_seconds{queue="1f",target="mqtt://h:1883/a"} 60"#,
        #"locate_publish_queue_dropped_total{queue="1f",target="mqtt://h:1883/a"} 7"#,
        #"locate_publish_queue_dropped_total{queue="2e"} 0"#,
      ])
  }

  /// Other machines read the metrics.
  @Test func metricsNameNoLocalFolder() {
    let queue = QueueSnapshot(
      name: "1f", target: "/home/jane/positions", messages: 0, bytes: 0, dropped: 0)
    let lines = metrics(of: queue)
    #expect(!lines.contains { $0.contains("jane") })
    #expect(lines.contains { $0.contains(#"target="positions""#) })
  }
}
