import Foundation
import LocationPublishing
import TestSupport
import TestTurns
import Testing

@Suite(.inTurn) struct LinesPublisherTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func error(of publisher: LinesPublisher, _ number: Int) async -> PublishError.Code? {
    do throws(PublishError) {
      try await publisher.publish(message(number))
      return nil
    } catch {
      return error.code
    }
  }

  @Test func linesAreAppendedToAFile() async throws {
    let path = try directory.file("a.jsonl", "0\n")
    let publisher = LinesPublisher(path: path)
    for number in 1...2 { try await publisher.publish(message(number)) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "0\n1\n2\n")
  }

  @Test func aFolderThatIsMissingIsAMistake() async {
    let publisher = LinesPublisher(path: directory.path("nowhere/a.jsonl"))
    #expect(await error(of: publisher, 1) == .invalidTarget)
  }

  @Test func aPipeWithoutReaderMayWorkLater() async throws {
    let path = directory.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let publisher = LinesPublisher(path: path)
    #expect(await error(of: publisher, 1) == .unreachable)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    #expect(await error(of: publisher, 1) == nil)
    var line = [UInt8](repeating: 0, count: 8)
    #expect(read(reader, &line, line.count) == 2)
    #expect(line.prefix(2) == [UInt8(ascii: "1"), UInt8(ascii: "\n")])
  }

  @Test func aSlowReaderOfAPipeGetsWholeLinesOnly() async throws {
    let path = directory.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let publisher = LinesPublisher(path: path)
    var sent = 0
    while await error(of: publisher, 1_000_000 + sent) == nil { sent += 1 }
    var text: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4096)
    while case let count = read(reader, &part, part.count), count > 0 { text += part[..<count] }
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    let numbers = (0..<sent).map { "\(1_000_000 + $0)" }
    #expect(lines == numbers)
    #expect(await error(of: publisher, 7) == nil)
  }
}
