import Testing

@testable import LocationTracks

/// The installed Expat has the functions with the signatures that ``Expat`` states.
@Suite struct ExpatTests {
  private final class Events: XMLEvents {
    var told: [String] = []
    var stopsAt: String?

    func begin(_ element: String, _ attributes: [String: String]) -> Bool {
      told.append("<\(element) \(attributes.sorted { $0.key < $1.key }.map { "\($0)=\($1)" })>")
      return element != stopsAt
    }

    func end(_ element: String) { told.append("</\(element)>") }
    func text(_ text: String) { told.append(text) }
  }

  private static func read(_ text: String, _ events: Events) throws {
    try Expat.shared.get().read(Array(text.utf8), events)
  }

  @Test func elementsAttributesAndTextAreReported() throws {
    let events = Events()
    try Self.read("<a x='1' y='2'><p:b>ü</p:b></a>", events)
    #expect(events.told == ["<a [\"x=1\", \"y=2\"]>", "<b []>", "ü", "</b>", "</a>"])
  }

  @Test func anErrorHasItsLineAndExpatsWords() {
    let failure = #expect(throws: XMLFailure.self) { try Self.read("<a>\n\n</b>", Events()) }
    #expect(failure?.line == 3)
    #expect(failure?.text == "mismatched tag")
  }

  @Test func aStoppedParserReportsNothingMore() {
    let events = Events()
    events.stopsAt = "b"
    let failure = #expect(throws: XMLFailure.self) {
      try Self.read("<a>\n<b>text</b></a>", events)
    }
    #expect(failure?.line == 2)
    #expect(failure?.text == nil)
    #expect(events.told.suffix(1) == ["<b []>"])
  }
}
