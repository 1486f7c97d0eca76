import TestTurns
import Testing

@testable import LocationTracks

/// The installed Expat has the functions with the signatures that ``Expat`` states.
@Suite(.inTurn) struct XMLPushParserTests {
  private final class Events: XMLEvents {
    var told: [String] = []
    var stopsAt: String?
    var openElement = ""

    func begin(_ name: XMLName, _ attributes: XMLAttributes) throws(FormatProblem) {
      let values = [attributes["x"], attributes["y"]].map { $0 ?? "-" }.joined(separator: " ")
      told.append("<\(name.string) \(values)>")
      openElement = name.string
      if name.string == stopsAt { throw FormatProblem("stopped") }
    }

    func end(_ name: XMLName, at offset: Int) { told.append("</\(name.string)> \(offset)") }
    func text(_ text: UnsafeRawBufferPointer) { told.append(String(decoding: text, as: UTF8.self)) }
  }

  private static func parse(_ text: String, _ events: Events) throws {
    let parser = try XMLPushParser(events)
    try Array(text.utf8).withUnsafeBytes { try parser.parse($0) }
    try parser.finish()
  }

  @Test func elementsAttributesAndTextAreReported() throws {
    let events = Events()
    try Self.parse("<a x='1' y='2 &amp; 3'><p:b>ü</p:b><c p:y='4'/></a>", events)
    #expect(
      events.told == [
        "<a 1 2 & 3>", "<b - ->", "ü", "</b> 36", "<c - 4>", "</c> 48", "</a> 52",
      ])
  }

  @Test func anErrorHasItsLineItsElementAndExpatsWords() {
    let error = #expect(throws: TrackFileError.self) { try Self.parse("<a>\n\n</b>", Events()) }
    #expect(
      error
        == TrackFileError(line: 3, element: "a", problem: "not well-formed XML: mismatched tag"))
    #expect(error?.description == "line 3: a: not well-formed XML: mismatched tag")
  }

  @Test func aStoppedParserReportsNothingMore() {
    let events = Events()
    events.stopsAt = "b"
    let error = #expect(throws: TrackFileError.self) {
      try Self.parse("<a>\n<b>text</b></a>", events)
    }
    #expect(error == TrackFileError(line: 2, element: "b", problem: "stopped"))
    #expect(events.told.suffix(1) == ["<b - ->"])
  }
}
