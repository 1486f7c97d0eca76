import Foundation
import LocationCore
import LocationIO
import LocationTesting
import Synchronization
import TestSupport
import TestTurns
import Testing

@testable import LocationPublishing

/// A queue and a real broker when something is slow, full or wrong.
@Suite(
  .inTurn,
  .enabled(if: RealBroker.isInstalled, "mosquitto is not installed (apt install mosquitto)"))
struct PublishingUnderStressTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func publisher(_ broker: RealBroker) throws -> MQTTPublisher {
    MQTTPublisher(
      MQTTSettings(host: "127.0.0.1", port: broker.port), topic: try MQTTTopic("a"),
      retainsLocation: false, now: { noon })
  }

  /// Waits until the subscriber is connected.
  private func subscriber(_ broker: RealBroker) async throws -> RealBroker.Subscriber {
    let first = try publisher(broker)
    let subscriber = try broker.subscriber(to: "a")
    #expect(
      await eventually {
        try? await first.publish(message(-1))
        return !subscriber.lines.isEmpty
      })
    await first.close()
    return subscriber
  }

  private func received(_ subscriber: RealBroker.Subscriber) -> [String] {
    subscriber.lines.filter { $0 != "a -1" && !$0.contains("lwt") }
  }

  /// The broker takes nothing for a while and keeps its connections.
  @Test func aBrokerThatStandsStillLosesNothing() async throws {
    let broker = try RealBroker()
    let subscriber = try await subscriber(broker)
    let path = directory.path("a.queue")
    let queue = PublishingQueue(
      try publisher(broker), journal: try PublishingJournal(path: path),
      clock: DatedClock { noon })
    async let delivery: Void = queue.run()
    queue.add(message(0))
    #expect(await eventually { queue.count == 0 })
    broker.freeze()
    for number in 1...3000 { queue.add(message(number)) }
    // The broker has not confirmed any, and all are on the disk.
    #expect(queue.count == 3000)
    #expect(QueueSnapshot.all(in: directory.url.path).first?.messages == 3000)
    broker.thaw()
    queue.finish()
    try await delivery
    #expect(await eventually { received(subscriber).count >= 3001 })
    #expect(received(subscriber) == (0...3000).map { "a \($0)" })
    #expect(try Data(contentsOf: URL(filePath: path)).count == JournalHeader.size)
  }

  private static let canMount = geteuid() == 0

  /// The disk of the queue is full while the broker is away.
  @Test(.enabled(if: canMount, "mounting a file system of its own needs root"))
  func aFullDiskIsToldAndNothingIsLost() async throws {
    let disk = directory.path("disk")
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    guard mount("tmpfs", disk, "tmpfs", 0, "size=64k") == 0 else {
      try Test.cancel("a file system cannot be mounted here")
    }
    defer { umount2(disk, Int32(MNT_DETACH)) }
    let broker = try RealBroker()
    let subscriber = try await subscriber(broker)
    let events = Mutex<[PublishingQueue.Event]>([])
    var isFull: Bool {
      events.withLock { $0.contains(.notStored(reason: "no space left on device")) }
    }
    let queue = PublishingQueue(
      try publisher(broker), journal: try PublishingJournal(path: "\(disk)/a.queue"),
      clock: DatedClock { noon }, report: { event in events.withLock { $0.append(event) } })
    var number = 0
    while !isFull, number < 10_000 {
      queue.add(message(number))
      number += 1
    }
    for _ in 0..<100 {
      queue.add(message(number))
      number += 1
    }
    #expect(isFull)
    #expect(queue.count == number)
    async let delivery: Void = queue.run()
    queue.finish()
    try await delivery
    #expect(await eventually { received(subscriber).count >= number })
    // No connection broke, so none came twice.
    #expect(received(subscriber) == (0..<number).map { "a \($0)" })
    #expect(try Data(contentsOf: URL(filePath: "\(disk)/a.queue")).count == JournalHeader.size)
  }

  /// The host's clock jumps back by an hour. The receiver's does not.
  @Test func aClockThatWasSetBackChangesNeitherOrderNorTimes() async throws {
    let broker = try RealBroker()
    let subscriber = try await subscriber(broker)
    let date = Mutex(noon)
    let queue = PublishingQueue(
      try publisher(broker),
      journal: try PublishingJournal(
        path: directory.path("a.queue"), limits: .init(age: .seconds(60))),
      clock: DatedClock { date.withLock { $0 } })
    var filter = LocationFilter()
    filter.interval = .seconds(10)
    var rules = PublishingRules(OwnTracksFormat(), places: [], filter: filter)
    for second in 0..<60 {
      if second == 30 { date.withLock { $0 -= 3600 } }
      let now = date.withLock { $0 } + Double(second)
      for message in rules.messages(for: .fix(fix(at: Double(second))), at: now) {
        queue.add(message)
      }
    }
    queue.finish()
    try await queue.run()
    #expect(await eventually { received(subscriber).count >= 6 })
    let times = try received(subscriber).map { line in
      let json = try JSONSerialization.jsonObject(with: Data(line.dropFirst(2).utf8))
      let members = try #require(json as? [String: Any])
      return [members["tst"] as? Double ?? 0, members["created_at"] as? Double ?? 0]
    }
    let start = noon.timeIntervalSince1970
    #expect(times.map { $0[0] - start } == [0, 10, 20, 30, 40, 50])
    #expect(times.map { $0[1] - start } == [0, 10, 20, -3570, -3560, -3550])
  }
}
