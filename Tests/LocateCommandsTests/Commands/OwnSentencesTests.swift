import Foundation
import NMEALocation
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// A boat's receiver among other instruments: what it sends is what NMEA files and pipes get.
@Suite(.inTurn) struct OwnSentencesTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A second of a receiver, wind, depth, another ship with a TAG block, a proprietary sentence and a damaged one.
  private func boat(_ second: Int) -> String {
    let ship = "!" + sentence("AIVDM,1,1,,A,100\(second % 10)00?P00PD2wV000000,0").dropFirst()
    return epoch(second) + sentence("WIMWV,\(second % 360),R,10.5,N,A")
      + sentence("SDDPT,\(second % 50).5,0.3,") + tagBlock("n:\(second)") + ship
      + sentence("PMINE,\(second)") + "$HCHDG,\(second % 360).0,,,3.1,E*00\r\n"
  }

  /// A server that sends the parts to its client, and then closes the connection or waits for its client to.
  private func server(of parts: [String], closes: Bool = true) throws -> String {
    let socket = try LoopbackSocket()
    Thread.detachNewThread {
      guard let client = socket.accept() else { return }
      for part in parts { client.send(part) }
      if !closes { _ = client.isClosedByPeer }
    }
    return "tcp://127.0.0.1:\(socket.port)"
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: directory.path(name), encoding: .utf8)
  }

  /// Records what a server sends until it closes the connection.
  private func record(_ parts: [String], _ options: String...) async throws -> WireEnvironment {
    let test = WireEnvironment()
    let source = try server(of: parts)
    #expect(await test.run(["record", source] + options) == 69)
    return test
  }

  @Test func aRecordingHasTheBytesOfItsSource() async throws {
    let sent = (1...6).map(boat)
    let path = directory.path("a.nmea")
    let test = try await record(sent, "-o", path)
    #expect(try text("a.nmea") == sent.joined())
    #expect(test.errors.lines.count == 1, "\(test.errors.text)")
    // A recording that begins with a TAG block is continued, too.
    _ = try await record([tagBlock("s:gps") + epoch(9)], "-o", directory.path("b.nmea"))
    _ = try await record(sent, "-o", directory.path("b.nmea"))
    #expect(try text("b.nmea") == tagBlock("s:gps") + epoch(9) + sent.joined())
  }

  /// An old Garmin ends its lines with CR alone.
  @Test(arguments: ["\r\n", "\n", "\r"])
  func bytesThatAreCutAnywhereAreTheSame(lineEnd: String) async throws {
    let sent = (1...4).map(boat).joined().replacing("\r\n", with: lineEnd)
    let parts = stride(from: 0, to: sent.utf8.count, by: 5).map {
      String(decoding: Array(sent.utf8)[$0..<min($0 + 5, sent.utf8.count)], as: UTF8.self)
    }
    _ = try await record(parts, "-o", directory.path("a.nmea"))
    #expect(try text("a.nmea") == sent)
  }

  @Test func aLineThatIsJoinedInItsMiddleBeginsWithAWholeSentence() async throws {
    let sent = (1...4).map(boat)
    _ = try await record(["31.0000,E,022.4*13\r\n"] + sent, "-o", directory.path("a.nmea"))
    #expect(try text("a.nmea") == sent.joined())
  }

  @Test func instrumentsWithoutAReceiverAreRecorded() async throws {
    let sent = sentence("WIMWV,17,R,10.5,N,A") + sentence("SDDPT,4.5,0.3,")
    let test = try await record([sent], "-o", directory.path("a.nmea"))
    #expect(try text("a.nmea") == sent)
    #expect(test.errors.text.contains("before it had a fix"))
  }

  @Test(arguments: [["--count", "3"], ["--for", "2s"]])
  func whatEndsARecordingLeavesWholeSentences(options: [String]) async throws {
    let sent = (1...6).map(boat)
    let source = try server(of: sent, closes: false)
    let path = directory.path("a.nmea")
    #expect(await WireEnvironment().run(["record", source, "-o", path] + options) == 0)
    let recorded = try text("a.nmea")
    #expect(sent.joined().hasPrefix(recorded))
    #expect(recorded.hasSuffix("\r\n"))
    #expect(recorded.components(separatedBy: "GPGGA").count - 1 >= 3)
  }

  @Test func theNextFileBeginsWithAWholeSentence() async throws {
    let sent = (1...9).map(boat)
    let folder = directory.path("a")
    _ = try await record(sent, "-o", folder, "--split", "distance=3km", "--format", "nmea")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(names.count > 2)
    let files = try names.map { try text("a/\($0)") }
    #expect(files.joined() == sent.joined())
    #expect(files.allSatisfy { "$!\\".contains($0.prefix(1)) && $0.hasSuffix("\r\n") })
  }

  @Test func aLocationThatIsLeftOutTakesItsSentencesAlong() async throws {
    let sent = (0...6).map(boat)
    _ = try await record(sent, "-o", directory.path("a.nmea"), "--every", "3s")
    let recorded = try text("a.nmea")
    let lines = recorded.split(separator: "\r\n")
    // The first cycle may be a part of one, so it is before the first location.
    let times = lines.filter { $0.hasPrefix("$GPGGA") }.map { $0.split(separator: ",")[1] }
    #expect(times == ["120000", "120001", "120004"])
    let wind = lines.filter { $0.hasPrefix("$WIMWV") }
    #expect((3...4).contains(wind.count) && Set(wind).count == wind.count)
  }

  @Test func changedLocationsHaveNewSentencesAndTheOthersAreCounted() async throws {
    let sent = (1...4).map(boat)
    let test = try await record(sent, "-o", directory.path("a.nmea"), "--smooth")
    #expect(try !text("a.nmea").contains("MWV"))
    let loss =
      "left out: MWV sentences (4), DPT sentences (4), VDM sentences (4), MINE sentences (4)"
    #expect(test.errors.lines.contains("locate: \(loss)"), "\(test.errors.text)")
  }

  @Test func watchHasTheBytesOfItsSource() async throws {
    let sent = (1...4).map(boat)
    let live = WireEnvironment()
    #expect(await live.run("watch", try server(of: sent), "--format", "nmea") == 69)
    #expect(live.output.text == sent.joined())
    let path = try directory.file("a.nmea", sent.joined())
    for command in ["watch", "replay"] {
      let test = WireEnvironment()
      #expect(await test.run(command, path, "--rate", "max", "--format", "nmea") == 0)
      #expect(test.output.text == sent.joined())
      #expect(test.errors.text == "")
    }
    let followed = WireEnvironment()
    let options = ["--follow", "--format", "nmea", "--count", "4"]
    #expect(await followed.run(["watch", path] + options) == 0)
    #expect(followed.output.text.hasPrefix(sent.dropLast().joined()))
  }

  // MARK: Two devices

  @Test func twoSendersOfDatagramsDoNotTearEachOthersSentences() async throws {
    let port = try LoopbackSocket.freePort(datagrams: true)
    let senders = try (0..<2).map { _ in try LoopbackSocket(datagrams: true) }
    let receiver = Receiver(pace: 10) { epoch in
      let texts = [epoch, sentence("WIMWV,17,R,10.5,N,A")].map { Array($0.utf8) }
      // Each sender cuts its sentences, and the other one sends in between.
      for part in 0..<2 {
        for (sender, text) in zip(senders, texts) {
          let half = text.count / 2
          sender.send(Array(part == 0 ? text[..<half] : text[half...]), toPort: port)
        }
      }
    }
    let path = directory.path("a.nmea")
    let source = "udp://127.0.0.1:\(port)"
    #expect(await WireEnvironment().run("record", source, "-o", path, "--count", "20") == 0)
    let lines = try text("a.nmea").split(separator: "\r\n")
    #expect(lines.contains { $0.hasPrefix("$WIMWV") })
    #expect(lines.allSatisfy { containsSentence(Array("\($0)\r\n".utf8)) })
    withExtendedLifetime(receiver) {}
  }

  @Test func theFileOfADeviceHasNoSentencesOfAnother() async throws {
    let wind = tagBlock("s:mast") + sentence("WIMWV,17,R,10.5,N,A")
    let sent = (1...4).map { second in
      let lines = epoch(second).split(separator: "\r\n")
      return ["bow", "stern"].flatMap { name in lines.map { "\(tagBlock("s:\(name)"))\($0)\r\n" } }
        .joined() + wind
    }
    _ = try await record(sent, "-o", directory.path("a.nmea"))
    #expect(try text("a.nmea") == sent.joined())
    let folder = directory.path("fleet")
    let test = try await record(sent, "-o", folder, "--split", "device", "--format", "nmea")
    for name in ["bow", "stern"] {
      let recorded = try text("fleet/\(name).nmea")
      #expect(recorded.contains("GPRMC") && !recorded.contains("\\"))
    }
    #expect(test.errors.lines.contains("locate: left out: MWV sentences (4)"))
  }

  // MARK: Private places

  @Test func nothingThatIsNotReadIsCopiedNearAPrivatePlace() async throws {
    let test = TestEnvironment(log: (1...9).map(boat).joined())
    let place = ["--around", "48.15,11.5167", "--radius", "500m"]
    #expect(await test.run(["track", "trim", "a", "--to", "nmea"] + place) == 0)
    #expect(
      test.output.lines.contains { $0.contains("RMC,1200") },
      "\(test.output.text)\(test.errors.text)")
    #expect(test.errors.text.contains("MWV sentences (9)"))
    #expect(!["MWV", "VDM", "PMINE", "HDG"].contains { test.output.text.contains($0) })
  }
}
