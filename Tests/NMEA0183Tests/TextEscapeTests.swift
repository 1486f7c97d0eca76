import NMEA0183
import TestTurns
import Testing

@Suite(.inTurn) struct TextEscapeTests {
  private static let table: [(field: String, text: String)] = [
    (field: "50^25", text: "50%"), (field: "a^2Cb^2a", text: "a,b*"), (field: "^5E2C", text: "^2C"),
    (field: "caf^E9", text: "café"), (field: "^0D^0A", text: "\r\n"),
    (field: "^24^21^5C", text: "$!\\"),
    (field: "^", text: "^"), (field: "^4", text: "^4"), (field: "^ZZ", text: "^ZZ"),
    (field: "a^b", text: "a^b"),
    (field: "^_^", text: "^_^"),
  ]

  @Test(arguments: table)
  func escapesInTextAreResolved(field: String, text: String) throws {
    guard case .txt(let txt) = try decode("GPTXT,01,01,02,\(field)").payload,
      case .wpl(let wpl) = try decode("GPWPL,,,,,\(field)").payload
    else {
      Issue.record("not the types they are")
      return
    }
    #expect(txt.text.description == text)
    #expect(wpl.name?.description == text)
  }

  @Test(arguments: ["50%", "a*b", "$!\\^~", "café", "\u{7F}\r\n", "ÿ\u{80}", "^2C", "plain, text"])
  func reservedCharactersAreWrittenAsEscapes(text: String) throws {
    var txt = TXT()
    txt.text = ShortText(text)
    guard case .txt(let again) = try decode(body(.txt(txt))).payload else {
      Issue.record("no TXT")
      return
    }
    #expect(again.text == txt.text)
    var wpl = WPL()
    wpl.name = ShortName(text)
    #expect(try decode(body(.wpl(wpl))).payload == .wpl(wpl))
  }

  @Test func aCommaIsEscapedInANameOnly() throws {
    var (txt, wpl) = (TXT(), WPL())
    (txt.text, wpl.name) = (ShortText("a,b"), ShortName("a,b"))
    #expect(try body(.txt(txt)) == "GPTXT,,,,a,b")
    #expect(try body(.wpl(wpl)) == "GPWPL,,,,,a^2Cb")
  }

  @Test func aCharacterIsNotCutInTwo() throws {
    let text = String(repeating: "a", count: 63) + "^E9"
    guard case .txt(let txt) = try decode("GPTXT,01,01,02,\(text)").payload else {
      Issue.record("no TXT")
      return
    }
    #expect(txt.text.count == 63)
  }
}
