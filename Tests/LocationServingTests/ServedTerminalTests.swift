import Foundation
import GPSDProtocol
import LocationText
import TestSupport
import TestTurns
import Testing

@testable import LocationServing

/// Pseudo-terminals and the links to them.
@Suite(.inTurn) struct ServedTerminalTests {
  let directory: TemporaryDirectory
  let link: String
  let terminal: PseudoTerminal

  init() throws {
    directory = try TemporaryDirectory()
    terminal = try PseudoTerminal()
    link = directory.path("gps0")
  }

  func report(_ text: String) -> ServedReport {
    ServedReport(kind: .nmea, bytes: Array(text.utf8))
  }

  @Test func bytesComeOutUnchanged() async throws {
    let (server, _) = try LocationServerTests.server([.terminal(link: link)])
    let target = try FileManager.default.destinationOfSymbolicLink(atPath: link)
    #expect(server.endpoints.map(\.description) == ["pty:\(link) -> \(target)"])
    let reader = try TerminalReader(path: link)
    // A terminal that is not raw changes these bytes.
    let text = "$A*00\r\n\u{3}\u{4}\u{11}\u{13}\u{1A}\u{7F}\n\r\t\u{1C}"
    server.publish(report(text))
    #expect(reader.read(count: text.utf8.count) == text)
    // The terminal does not echo what a program sends to its receiver.
    reader.write("$PUBX,00*33\r\n")
    server.publish(report("$B\r\n"))
    #expect(reader.read(count: 4) == "$B\r\n")
    await server.stop()
    #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == nil)
  }

  @Test func withoutALinkItHasItsOwnPath() async throws {
    let (server, _) = try LocationServerTests.server([.terminal(link: nil)])
    let path = try #require(server.endpoints.first?.terminalPath)
    #expect(server.endpoints.map(\.description) == ["pty:\(path)"])
    let reader = try TerminalReader(path: path)
    server.publish(report("$A\r\n"))
    #expect(reader.read(count: 4) == "$A\r\n")
    await server.stop()
  }

  @Test func aReaderThatComesLateReadsTheNewestBytes() async throws {
    let (server, ports) = try LocationServerTests.server([
      .terminal(link: link), .gpsd(host: "127.0.0.1", port: 0),
    ])
    let witness = try LoopbackClient(port: ports[1])
    witness.send(#"?WATCH={"nmea":true};"#)
    #expect(witness.readLine(with: "WATCH") != nil)
    let line = String(repeating: "x", count: 990)
    for number in 1...1000 {
      server.publish(report("\(number) \(line)\n"))
      _ = witness.readLine()
    }
    let reader = try TerminalReader(path: link)
    // The terminal keeps only as many lines as fit into its buffer.
    let first = try #require(Int(reader.readLine().prefix { $0 != " " }))
    #expect(first > 900)
    await server.stop()
  }

  @Test func aLinkThatOutlivedItsTerminalIsReplaced() async throws {
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "/dev/pts/999999")
    let (server, _) = try LocationServerTests.server([.terminal(link: link)])
    let target = try FileManager.default.destinationOfSymbolicLink(atPath: link)
    #expect(target.hasPrefix("/dev/pts/") && target != "/dev/pts/999999")
    await server.stop()
  }

  /// A terminal whose process was ended without a chance to remove the link. Another process then got
  /// the same number.
  @Test func aLeftOverLinkIsReplacedAlthoughItsTerminalExistsAgain() async throws {
    let target = try leaveLinkBehind()
    #expect(access(target, F_OK) == 0)
    let (server, _) = try LocationServerTests.server([.terminal(link: link)])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) != target)
    await server.stop()
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path) == [])
  }

  @Test func aLinkThatSomebodyMadeAtTheSamePlaceStays() async throws {
    let target = try leaveLinkBehind()
    try FileManager.default.removeItem(atPath: link)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    #expect(throws: LocationServerError.self) {
      try LocationServerTests.server([.terminal(link: link)])
    }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
  }

  @Test func theLinkOfALivingServerStays() async throws {
    let (server, _) = try LocationServerTests.server([.terminal(link: link)])
    let target = try FileManager.default.destinationOfSymbolicLink(atPath: link)
    #expect(throws: LocationServerError.self) {
      try LocationServerTests.server([.terminal(link: link)])
    }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    await server.stop()
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path) == [])
  }

  @Test func aFileThatLooksLikeTheMarkStays() async throws {
    let mark = try directory.file(".gps0.link", "somebody's")
    let (server, _) = try LocationServerTests.server([.terminal(link: link)])
    await server.stop()
    #expect(try String(contentsOfFile: mark, encoding: .utf8) == "somebody's")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.url.path) == [".gps0.link"])
  }

  /// Makes a link as a server does that is then ended by SIGKILL: the lock is free, and the link and the
  /// mark stay. Returns the link's target, which exists as long as the suite's `terminal`.
  private func leaveLinkBehind() throws -> String {
    let made = try ServedLink(link, to: terminal.path)
    withExtendedLifetime(made) {}
    return terminal.path
  }

  @Test func nothingElseIsOverwritten() async throws {
    let terminal = try PseudoTerminal()
    let inTheWay: [() throws -> Void] = [
      { _ = try directory.file("gps0", "somebody's") },
      { try FileManager.default.createDirectory(atPath: link, withIntermediateDirectories: false) },
      {
        try FileManager.default.createSymbolicLink(
          atPath: link, withDestinationPath: "/nowhere/at/all")
      },
      {
        try FileManager.default.createSymbolicLink(
          atPath: link, withDestinationPath: terminal.path)
      },
    ]
    for make in inTheWay {
      try make()
      let error = #expect(throws: LocationServerError.self) {
        try LocationServerTests.server([.terminal(link: link)])
      }
      #expect(error?.code == .cannotCreate)
      #expect(error?.description.contains("\(link) exists already") == true)
      try FileManager.default.removeItem(atPath: link)
    }
  }

  @Test func aFileThatReplacedTheLinkStays() async throws {
    let (server, _) = try LocationServerTests.server([.terminal(link: link)])
    try FileManager.default.removeItem(atPath: link)
    _ = try directory.file("gps0", "somebody's")
    await server.stop()
    #expect(try String(contentsOfFile: link, encoding: .utf8) == "somebody's")
  }
}

/// A program that reads a receiver's device, like `cat`. It waits ten seconds at most.
final class TerminalReader {
  private let descriptor: Int32

  init(path: String) throws {
    descriptor = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .ENXIO)
    }
  }

  deinit { close(descriptor) }

  func write(_ text: String) { _ = Foundation.write(descriptor, text, text.utf8.count) }

  func read(count: Int) -> String {
    var bytes: [UInt8] = []
    while bytes.count < count, let byte = readByte() { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }

  func readLine() -> String {
    var bytes: [UInt8] = []
    while let byte = readByte(), byte != UInt8(ascii: "\n") { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func readByte() -> UInt8? {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var byte: UInt8 = 0
    guard poll(&polled, 1, 10_000) == 1, Foundation.read(descriptor, &byte, 1) == 1 else {
      return nil
    }
    return byte
  }
}
