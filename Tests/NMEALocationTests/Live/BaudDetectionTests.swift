import LocationCore
import TestTurns
import Testing

@testable import LocationIO
@testable import NMEALocation

@Suite(.inTurn) struct BaudDetectionTests {
  private static let sentence = "$GPGLL,4916.45,N,12311.12,W,225444,A,*1D\r\n"
  private static let noise = String(repeating: "\u{01}$*~\u{1F}$A*42", count: 20)

  /// A line with a receiver at one rate. Other rates give noise.
  private struct Line {
    var rate = 9600
    var tried: [Int] = []
    var reads = 0
  }

  /// Detects the rate of a line. `text` returns its bytes for a rate and the number of the read.
  private func detect(
    current: Int? = 9600, _ text: (_ rate: Int, _ read: Int) -> String?
  ) -> (result: Result<[UInt8], UserLocationError>, tried: [Int]) {
    var line = Line()
    do throws(UserLocationError) {
      let bytes = try BaudDetection(listening: .seconds(3600), recognizes: containsSentence).run(
        from: current, source: "serial:x",
        changeRate: { rate in
          line.rate = rate
          line.tried.append(rate)
          line.reads = 0
        },
        receive: { room, _ in
          line.reads += 1
          guard let text = text(line.rate, line.reads) else { return nil }
          let bytes = Array(text.utf8.prefix(room.count))
          room.copyBytes(from: bytes)
          return bytes.count
        })
      return (.success(bytes), line.tried)
    } catch {
      return (.failure(error), line.tried)
    }
  }

  @Test(arguments: BaudDetection.rates)
  func eachRateIsDetectedAndKept(right: Int) throws {
    let (result, tried) = detect { rate, _ in rate == right ? Self.sentence : Self.noise }
    #expect(try result.get() == Array(Self.sentence.utf8))
    #expect(tried.last == right)
    #expect(Set(tried).count == tried.count)
  }

  @Test func theLinesPresentRateIsTriedFirst() {
    #expect(detect(current: 57600) { _, _ in Self.sentence }.tried == [57600])
    #expect(
      detect(current: 57600) { rate, _ in rate == 4800 ? Self.sentence : nil }.tried
        == [57600, 4800])
    #expect(detect(current: nil) { _, _ in Self.sentence }.tried == [4800])
  }

  @Test func anUnsupportedRateIsSkipped() throws {
    let bytes = try BaudDetection(listening: .seconds(3600), recognizes: containsSentence).run(
      from: nil, source: "serial:x",
      changeRate: { rate throws(UserLocationError) in
        if rate < 9600 { throw UserLocationError(.invalidSource) }
      },
      receive: { room, _ in
        room.copyBytes(from: Self.sentence.utf8)
        return Self.sentence.utf8.count
      })
    #expect(bytes == Array(Self.sentence.utf8))
  }

  @Test func allBytesReceivedAtTheRateAreReturned() throws {
    let pieces = ["PGLL,cut*00\r\n$GPG", "LL,4916.45,N,12311.12,W,2254", "44,A,*1D\r\n$GP", "X"]
    let (result, _) = detect { _, read in pieces[read - 1] }
    #expect(try result.get() == Array(pieces[..<3].joined().utf8))
  }

  @Test func aSentenceWithoutACorrectChecksumDoesNotDecide() {
    let bad = ["$GPGLL,4916.45,N,12311.12,W,225444,A,*1E\r\n", "$GPGLL,4916.45,N\r\n"]
    for text in bad {
      let (result, tried) = detect { _, _ in text }
      #expect(throws: UserLocationError.self) { try result.get() }
      #expect(tried.count == 2 * BaudDetection.rates.count)
    }
  }

  @Test func noiseAtEveryRateIsBadDataAfterTwoRounds() {
    let (result, tried) = detect { _, _ in Self.noise }
    guard case .failure(let error) = result else {
      Issue.record("noise was taken for a sentence")
      return
    }
    #expect(error.code == .badData)
    #expect(tried.count == 2 * BaudDetection.rates.count)
  }

  /// A message of each protocol, with four bytes of data.
  private static let messages: [(name: String, bytes: [UInt8])] = [
    ("UBX", [0xB5, 0x62, 1, 7, 4, 0, 1, 2, 3, 4, 0x12, 0x5A]),
    ("SiRF", [0xA0, 0xA2, 0, 4, 2, 1, 2, 3, 0, 8, 0xB0, 0xB3]),
    ("SkyTraq", [0xA0, 0xA1, 0, 4, 0xA8, 1, 2, 3, 0xAA, 0x0D, 0x0A]),
    ("RTCM 3", [0xD3, 0, 4, 0x3E, 0xD0, 0, 1, 9, 9, 9]),
    ("Allystar", [0xF1, 0xD9, 1, 7, 4, 0, 1, 2, 3, 4, 0x12, 0x5A]),
    ("CASIC", [0xBA, 0xCE, 4, 0, 1, 3, 1, 2, 3, 4, 1, 2, 3, 4]),
    ("TSIP", [0x10, 0x8F, 1, 0x10, 0x10, 3, 4, 0x10, 0x03]),
  ]

  @Test(arguments: messages, [true, false])
  func aBinaryProtocolIsNamed(message: (name: String, bytes: [UInt8]), isMixed: Bool) {
    // Some receivers send sentences between binary messages, too few for a rate.
    let next = isMixed ? Array("$GPTXT,1".utf8) : message.bytes
    #expect(throws: UserLocationError.self) {
      _ = try BaudDetection(listening: .seconds(3600), recognizes: containsSentence).run(
        from: 38400, source: "serial:x", changeRate: { _ in },
        receive: { room, _ in
          let bytes = [0x55] + message.bytes + next
          room.copyBytes(from: bytes)
          return bytes.count
        })
    }
    #expect(BinaryProtocol(in: [0x55] + message.bytes + next)?.rawValue == message.name)
    for size in 0...message.bytes.count {
      #expect(BinaryProtocol(in: Array(message.bytes[..<size])) == nil)
    }
  }

  @Test func theErrorSaysThatgpsdReadsABinaryProtocol() {
    let message = Self.messages[0].bytes
    let error = #expect(throws: UserLocationError.self) {
      _ = try BaudDetection(listening: .seconds(3600), recognizes: containsSentence).run(
        from: nil, source: "serial:x", changeRate: { _ in },
        receive: { room, _ in
          room.copyBytes(from: message + message)
          return message.count * 2
        })
    }
    #expect(error?.code == .badData)
    #expect(error?.detail.hasPrefix("it sends UBX, a binary protocol; gpsd reads it") == true)
  }

  @Test func theATPortOfAModemIsNamedAtOnce() {
    let (result, tried) = detect { _, _ in "\r\n+CREG: 0,1\r\n\r\nOK\r\n" }
    guard case .failure(let error) = result else {
      Issue.record("answers were taken for a sentence")
      return
    }
    #expect(error.code == .badData && error.detail.contains("often /dev/ttyUSB1"))
    #expect(tried.count == 1)
  }

  @Test(
    arguments: [
      ("ATI\r\r\nQuectel\r\nEC25\r\n\r\nOK\r\n", .modem), ("^RSSI: 17\r\n", .modem),
      ("HTTP/1.1 400 Bad Request\r\n", .web), ("\n<!DOCTYPE HTML><html>", .web),
      ("{\"class\":\"VERSION\"}\n", .json), ("It is OK.\n+1: 2\n", .text), ("", .text),
      ("\u{1}\u{2}", .data), ("\u{B5}\u{62}\u{1}", .binary(.ubx)), (noise, .data),
    ] as [(String, ForeignBytes)])
  func foreignBytesAreNamed(text: String, kind: ForeignBytes) {
    // Each character is a byte.
    #expect(ForeignBytes(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }) == kind)
  }

  @Test func noiseIsNoBinaryProtocol() {
    #expect(BinaryProtocol(in: Array(Self.noise.utf8)) == nil)
    #expect(BinaryProtocol(in: [UInt8](repeating: 0, count: 4096)) == nil)
    #expect(BinaryProtocol(in: [UInt8](repeating: 0x10, count: 4096)) == nil)
  }

  @Test func silenceAtEveryRateIsAnUnavailableSource() {
    guard case .failure(let error) = detect({ _, _ in nil }).result else {
      Issue.record("silence was taken for a sentence")
      return
    }
    #expect(error.code == .sourceUnavailable)
  }

  @Test func aReceiverThatStartsLateIsFoundInTheSecondRound() {
    var count = 0
    let (result, tried) = detect { rate, _ in
      guard rate == 38400 else { return nil }
      count += 1
      return count > 1 ? Self.sentence : nil
    }
    #expect((try? result.get()) != nil)
    #expect(tried.last == 38400)
    #expect(tried.count > BaudDetection.rates.count)
  }
}
