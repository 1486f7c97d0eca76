import TestTurns
import Testing

@testable import LocateCommands

@Suite(.inTurn) struct FrameDifferenceTests {
  private let size = ViewSize(columns: 20, rows: 3)

  private func frame(_ lines: [String], _ style: ViewStyle = .plain) -> ViewFrame {
    var frame = ViewFrame(size, encoding: .unicode)
    let area = ViewArea(row: 0, column: 0, rows: size.rows, columns: size.columns)
    for (row, line) in lines.enumerated() { frame.write(line, style, in: area, row: row) }
    return frame
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func theSameFrameWritesNothing() {
    let frame = frame(["48.1° N"], .bold)
    #expect(FrameDifference(usesColor: true).bytes(from: frame, to: frame) == [])
  }

  @Test func onlyChangedCellsAreWritten() {
    let bytes = FrameDifference(usesColor: true)
      .bytes(from: frame(["Speed 12.0 m/s"]), to: frame(["Speed 12.7 m/s"]))
    #expect(text(bytes) == "\u{1B}[1;10H7")
  }

  @Test func aShorterTextErasesTheRestOfTheLongerOne() {
    let bytes = FrameDifference(usesColor: true)
      .bytes(from: frame(["no fix"]), to: frame(["no"]))
    #expect(text(bytes) == "\u{1B}[1;4H   ")
  }

  @Test func changesFarFromEachOtherAreWrittenApart() {
    let bytes = FrameDifference(usesColor: true)
      .bytes(from: frame(["a         b"]), to: frame(["c         d"]))
    #expect(text(bytes) == "\u{1B}[1;1Hc\u{1B}[1;11Hd")
  }

  @Test func aChangedStyleIsAChange() {
    let bytes = FrameDifference(usesColor: true)
      .bytes(from: frame(["on"]), to: frame(["on"], ViewStyle(color: .green, isBold: true)))
    #expect(text(bytes) == "\u{1B}[1;1H\u{1B}[0;1;32mon\u{1B}[0m")
  }

  @Test func withoutColorsTheOtherStylesStay() {
    let bytes = FrameDifference(usesColor: false)
      .bytes(from: frame(["on"]), to: frame(["on"], ViewStyle(color: .green, isBold: true)))
    #expect(text(bytes) == "\u{1B}[1;1H\u{1B}[0;1mon\u{1B}[0m")
  }

  @Test func anUnknownScreenIsErasedFirst() {
    let bytes = FrameDifference(usesColor: true).bytes(from: nil, to: frame(["a"]))
    #expect(text(bytes) == "\u{1B}[0m\u{1B}[2J\u{1B}[1;1Ha")
    let other = ViewFrame(ViewSize(columns: 10, rows: 3), encoding: .unicode)
    #expect(FrameDifference(usesColor: true).bytes(from: other, to: frame(["a"])) == bytes)
  }

  @Test func theBytesTurnOneFrameIntoTheOther() {
    let contents = [
      ["", "", ""], ["abc", "", "xyz"], ["漢字 a", "x漢", "12345678901234567890"],
      ["a漢字", "漢x", "1234567890 234567890"], ["ab漢", "é°", "漢漢漢漢漢漢漢漢漢漢"],
    ]
    for one in contents {
      for other in contents {
        var screen = VirtualScreen(size)
        let difference = FrameDifference(usesColor: true)
        screen.write(difference.bytes(from: nil, to: frame(one, .dim)))
        screen.write(difference.bytes(from: frame(one, .dim), to: frame(other)))
        #expect(screen.lines == frame(other).lines)
      }
    }
  }

  @Test func textBeyondTheBorderOfItsAreaIsLeftOut() {
    var frame = ViewFrame(size, encoding: .unicode)
    let area = ViewArea(row: 1, column: 16, rows: 1, columns: 10)
    #expect(frame.write("abc漢def", in: area, row: 0) == 3)
    frame.write("below", in: area, row: 1)
    frame.write("above", in: area, row: -1)
    #expect(frame.lines == ["", "                abc", ""])
  }

  @Test func controlCharactersOfANameAreHarmless() {
    #expect(frame(["a\u{1B}[2Jb\u{202E}c\u{300}"]).lines[0] == "a?[2Jb?c\u{300}")
    var frame = ViewFrame(size, encoding: .ascii)
    let area = ViewArea(row: 0, column: 0, rows: 1, columns: 20)
    frame.write("48° N ± 2 m é", in: area, row: 0)
    #expect(frame.lines[0] == "48 deg N +/- 2 m ?")
  }
}
