import NMEA0183
import TestTurns
import TestValues
import Testing

@Suite(.inTurn) struct SentenceFramerTests {
  private let zda = sealed("GPZDA,123519.00,01,03,2025,00,00")
  private let vtg = sealed("GPVTG,84.4,T,,M,22.4,N,41.5,K,A")

  @Test(arguments: ["\n", "\r\n", "\r", "\r\r\n", "", "  \r\n", "\u{0}\u{1}\n"])
  func aSentenceEndsWithItsChecksumWhateverFollows(end: String) {
    let seen = frames([Array((zda + end + vtg + end).utf8)])
    #expect(seen.map(\.text) == [zda, vtg])
    #expect(seen.allSatisfy { $0.fault == nil })
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func everySplitGivesTheSameFrames(end: String) {
    let text = [
      "# a comment with $GPRMC in it", zda, "noise,*7D", "$GPGGA,0301" + vtg, "$GPTXT,no checksum",
      "!AIVDM,1,1,,A,13aDp<PP000IwSlN?Wm@0?wN2<1T,0*29", "$GPGGA,12*5", "$GPGGA*zz", "$", zda,
      "$GPVTG,1*4F2", "$GPVTG,1*00f",
      "$GPGGA,\u{1}", tagBlock("s:$GPX,c:1120959341") + vtg, "\\s:no block " + zda, "\\",
      "\\s:" + vtg,
      tagBlock("c:1") + tagBlock("n:2") + zda, "\\c:1*00\\" + zda, "$$" + zda, "C:\\$GPS\\" + zda,
      "$GPGGA,cut",
    ].joined(separator: end)
    let bytes = Array(text.utf8)
    let whole = frames([bytes])
    #expect(whole.count == 19)
    #expect(
      whole.map(\.tag?.receiptMilliseconds).filter { $0 != nil } == [1_120_959_341_000, 1000])
    #expect(frames(bytes.map { [$0] }) == whole)
    for offset in 0...bytes.count {
      #expect(frames([Array(bytes[..<offset]), Array(bytes[offset...])]) == whole)
    }
  }

  @Test func faultsSayWhatIsWrong() {
    func fault(_ text: String, limit: Int = 1024) -> FrameFault? {
      frames([Array(text.utf8)], limit: limit).first?.fault
    }
    #expect(
      fault("$GPVTG,1*5E\n")?.description == "checksum wrong: 5E found, 4F computed")
    #expect(fault("$GPVTG,1*5e\n") == .checksumMismatch(found: 0x5E, computed: 0x4F))
    #expect(fault("$GPVTG,1*4f\n") == nil)
    #expect(fault("$GPVTG,1*\n") == .checksumMalformed)
    #expect(fault("$GPVTG,1*4\n") == .checksumMalformed)
    #expect(fault("$GPVTG,1*G7\n") == .checksumMalformed)
    #expect(fault("$GPVTG,1*4F2\n") == .checksumMalformed)
    #expect(fault("$GPVTG,1*4F2") == .checksumMalformed)
    #expect(fault("$GPVTG,1*04F\n") == .checksumMalformed)
    #expect(fault("$GPVTG,1*4FG\n") == nil)
    #expect(fault("$GPVTG,1$GPVTG,1*4F") == .interrupted)
    #expect(fault("$GPVTG,1") == .truncated)
    #expect(fault("$GPVTG,1*4") == .truncated)
    #expect(fault("$GPVTG,\u{7}1*4F") == .unprintableByte(7))
    #expect(fault("$GPVTG,ü*7F") == .unprintableByte(0xC3))
    #expect(fault("$GPVTG,0123456789*00\n", limit: 16) == .tooLong(limit: 16))
  }

  @Test func aSentenceAtTheEndOfAChunkComesWithTheNextByteOrWhenTheSourceIsSilent() {
    var framer = SentenceFramer()
    var seen: [String] = []
    framer.push(Array(zda.utf8).span) { seen.append($0.text) }
    #expect(seen.isEmpty)
    framer.push(Array(vtg.utf8).span) { seen.append($0.text) }
    #expect(seen == [zda])
    framer.flush { seen.append($0.text) }
    framer.flush { seen.append($0.text) }
    #expect(seen == [zda, vtg])
    framer.push(Array("\r\n$GPZDA,12".utf8).span) { seen.append($0.text) }
    framer.flush { seen.append($0.text) }
    framer.push(Array(zda.dropFirst(9).utf8).span) { seen.append($0.text) }
    framer.finish { seen.append($0.text) }
    #expect(seen == [zda, vtg, zda])
  }

  @Test func aMissingChecksumIsNotAWrongOne() {
    let seen = frames([Array("$GPTXT,hello\r\n$GPVTG,1*4F\r\n".utf8)])
    #expect(seen.map(\.checksum) == [.missing, .verified(0x4F)])
    #expect(seen.map(\.fault) == [nil, nil])
  }

  @Test func theBoundIsAnyLengthUpToIt() {
    for count in [13, 14, 15, 16, 17, 18] {
      let body = "GPTXT," + String(repeating: "A", count: count - 7)
      for chunks in [[Array(("$" + body + "\n").utf8)], Array("$\(body)\n".utf8).map { [$0] }] {
        let fault = frames(chunks, limit: 16).first?.fault
        #expect(fault == (count < 16 ? nil : .tooLong(limit: 16)))
      }
    }
  }

  @Test(arguments: ["\n", "\r\n", "\r", "\r\r\n"])
  func linesAreCountedAsAnEditorCounts(end: String) {
    let text = ["noise", zda, "", "# $GPXXX", vtg, "$GPVTG,bad*00"].joined(separator: end)
    let seen = frames([Array(text.utf8)])
    #expect(seen.map(\.line) == [2, 5, 6])
    let bytes = Array(text.utf8)
    for frame in seen {
      let stated = Array(bytes[frame.offset..<frame.offset + frame.text.utf8.count])
      #expect(stated == Array(frame.text.utf8))
    }
  }

  @Test func aFlippedBitIsNoticed() {
    let bytes = Array((zda + "\r\n").utf8)
    for index in 1..<zda.utf8.count {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << bit
        let seen = frames([damaged])
        // A flip in the checksum's letters may change nothing but their case.
        if seen.count == 1, seen[0].fault == nil {
          #expect(seen[0].text.lowercased() == zda.lowercased() || seen[0].checksum == .missing)
        }
      }
    }
  }

  @Test func binaryBetweenSentencesIsSkipped() {
    var bytes: [UInt8] = [0xB5, 0x62, 0x01, 0x23, 0x0A, 0x23, 0x00, 0xFF]
    bytes += Array(zda.utf8) + [0xD3, 0x00, 0x13] + Array(vtg.utf8)
    #expect(frames([bytes]).map(\.text) == [zda, vtg])
  }

  @Test func finishingStartsOver() {
    var framer = SentenceFramer()
    var lines: [Int] = []
    for _ in 0..<2 {
      framer.push(Array(("\n\n" + zda + "\n").utf8).span) { lines.append($0.line) }
      framer.finish { _ in }
    }
    #expect(lines == [3, 3])
    #expect(framer.byteCount == 0)
  }
}
