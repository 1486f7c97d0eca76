import TestTurns
import Testing

@testable import LocateCommands

@Suite(.inTurn) struct ViewKeyTests {
  private func keys(_ chunks: String...) -> [ViewKey] {
    var reader = ViewKeyReader()
    return chunks.flatMap { reader.read(Array($0.utf8)) }
  }

  @Test func charactersAreKeys() {
    #expect(keys("q1 ?") == [.character("q"), .character("1"), .character(" "), .character("?")])
    #expect(keys("\t\u{0C}") == [.tab, .character("\u{0C}")])
  }

  @Test func arrowsComeInBothModesOfTheKeyboard() {
    #expect(keys("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D") == [.up, .down, .right, .left])
    #expect(
      keys("\u{1B}OA\u{1B}OD\u{1B}[H\u{1B}[1~\u{1B}[Z") == [.up, .left, .home, .home, .backTab])
  }

  @Test func aSequenceMayArriveInPieces() {
    #expect(keys("\u{1B}", "[", "C", "q") == [.right, .character("q")])
  }

  @Test func unknownSequencesAndBytesAreSkipped() {
    #expect(keys("\u{1B}[15~q") == [.character("q")])
    #expect(keys("\u{1B}[1;5Pq") == [.character("q")])
    #expect(keys("\u{1B}xq") == [.character("q")])
    #expect(keys("éq\u{01}") == [.character("q")])
    #expect(keys("\u{1B}\u{1B}[A") == [.up])
  }
}
