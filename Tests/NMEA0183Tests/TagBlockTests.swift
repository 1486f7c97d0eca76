import NMEA0183
import TestTurns
import TestValues
import Testing

@Suite(.inTurn) struct TagBlockTests {
  private let zda = sealed("GPZDA,123519.00,01,03,2025,00,00")
  private let vtg = sealed("GPVTG,84.4,T,,M,22.4,N,41.5,K,A")

  private func seen(_ text: String) -> [SeenFrame] { frames([Array((text + "\r\n").utf8)]) }

  @Test func aSentenceHasTheBlockInFrontOfIt() throws {
    let frames = seen(
      tagBlock("g:1-2-1234,s:r003669945,n:17,x:unknown,c:1120959341") + zda + "\r\n" + vtg)
    #expect(frames.map(\.text) == [zda, vtg])
    let tag = try #require(frames.first?.tag)
    #expect(tag.source == ShortName("r003669945"))
    #expect(tag.receiptMilliseconds == 1_120_959_341_000)
    #expect(tag.group == TagBlock.Group(index: 1, size: 2, id: 1234))
    #expect(tag.lineNumber == 17)
    #expect(frames.last?.tag == nil)
  }

  @Test(arguments: [
    ("1120959341", 1_120_959_341_000), ("1120959341123", 1_120_959_341_123),
    ("1120959341.5", 1_120_959_341_500), ("99999999999", 99_999_999_999_000),
    ("100000000000", 100_000_000_000), ("0", nil), ("-5", nil), ("x", nil), ("", nil),
  ])
  func theTimeOfReceiptIsInSecondsOrMilliseconds(text: String, milliseconds: Int?) {
    #expect(seen(tagBlock("s:a,c:\(text)") + zda).map(\.tag?.receiptMilliseconds) == [milliseconds])
  }

  @Test(arguments: ["g:1-2", "g:1-2-3-4", "g:a-2-3", "g:--", "n:x", "n:12345678901", "q", "q:", ""])
  func aFieldThatCanNotBeReadIsNil(field: String) {
    let tags = seen(tagBlock("s:a,\(field)") + zda).map(\.tag)
    var only = TagBlock()
    only.source = ShortName("a")
    #expect(tags == [only])
  }

  @Test(arguments: [
    "\\c:1120959341*00\\", "\\c:1120959341\\", "\\c:1120959341*\\", "\\c:1*5\\", "\\c:1*zz\\",
  ])
  func aBlockWithAWrongChecksumStatesNothing(block: String) {
    let frames = seen(block + zda)
    #expect(frames.map(\.text) == [zda])
    #expect(frames.map(\.fault) == [nil])
    var damaged = TagBlock()
    damaged.isDamaged = true
    #expect(frames.map(\.tag) == [damaged])
  }

  @Test func aDamagedBlockTakesNothingFromItsNeighbors() {
    let damaged = "\\c:1120959341*00\\"
    for blocks in [tagBlock("s:a") + damaged, damaged + tagBlock("s:a")] {
      let frames = seen(blocks + zda + "\r\n" + vtg)
      #expect(frames.map(\.tag?.source) == [ShortName("a"), nil])
      #expect(frames.map(\.tag?.isDamaged) == [true, nil])
    }
  }

  @Test func aDollarInABlockIsText() {
    #expect(seen(tagBlock("s:a,d:$GPGGA,1") + zda).map(\.text) == [zda])
    #expect(seen(tagBlock("s:!AIVDM,1") + zda).map(\.text) == [zda])
  }

  @Test func severalBlocksOfOneSentenceAddUp() {
    let frames = seen(tagBlock("s:a,c:1") + tagBlock("c:2,n:3") + zda)
    #expect(frames.map(\.tag?.source) == [ShortName("a")])
    #expect(frames.map(\.tag?.receiptMilliseconds) == [2000])
    #expect(frames.map(\.tag?.lineNumber) == [3])
  }

  @Test func onlyTheSentenceRightBehindABlockHasIt() {
    for between in [" ", "\r\n", "noise", "\u{0}"] {
      #expect(seen(tagBlock("c:1") + between + zda).map(\.tag) == [nil], "\(between)")
    }
    #expect(seen(tagBlock("c:1") + zda + vtg).map(\.tag?.receiptMilliseconds) == [1000, nil])
  }

  @Test(arguments: [
    "\\", "\\\\", "\\s", "\\s:", "C:\\track\\", "\\s:abc", "\\S:abc*00\\", "\\1:2\\", "\\s:\u{1}\\",
  ])
  func aBackslashThatBeginsNoBlockHidesNoSentence(text: String) {
    for text in [text + zda + "\r\n" + vtg, text + zda, text + "\r\n" + zda] {
      let whole = frames([Array(text.utf8)])
      #expect(whole.first?.text == zda, "\(text)")
      #expect(frames(Array(text.utf8).map { [$0] }) == whole, "\(text)")
    }
  }

  @Test func aBlockIsNotLongerThanItsBound() {
    let fields = { (count: Int) in "s:" + String(repeating: "a", count: count) }
    #expect(seen(tagBlock(fields(240)) + zda).map { $0.tag == nil } == [false])
    #expect(seen(tagBlock(fields(300)) + zda).map(\.text) == [zda])
    #expect(seen(tagBlock(fields(300)) + zda).map(\.tag) == [nil])
  }

  @Test func anEpochHasTheTimeOfReceiptOfItsLastSentence() {
    var framer = SentenceFramer()
    var assembler = EpochAssembler()
    var seen: [Int?] = []
    let gga = { (second: Int) in
      sealed("GPGGA,1235\(second),4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,")
    }
    let lines = [
      tagBlock("c:1740832510") + gga(10), tagBlock("c:1740832511") + vtg,
      tagBlock("c:1740832512") + gga(11), gga(12),
    ]
    let bytes = Array((lines.joined(separator: "\r\n") + "\r\n").utf8)
    framer.push(bytes.span) { frame in
      do throws(SentenceError) {
        try assembler.add(frame) { epoch, _ in seen.append(epoch.receiptMilliseconds) }
      } catch {
        Issue.record("\(error)")
      }
    }
    assembler.flush { epoch, _ in seen.append(epoch.receiptMilliseconds) }
    #expect(seen == [1_740_832_511_000, 1_740_832_512_000, nil])
  }
}
