import TestTurns
import Testing

@testable import LocationTracks

@Suite(.inTurn) struct XMLElementNamesTests {
  private func element(_ name: String) -> KMLElement {
    name.withCString { KMLElement(XMLName($0)) }
  }

  @Test func everyNameIsFoundWithAndWithoutAPrefix() {
    for wanted in KMLElement.allCases where wanted != .other {
      #expect(element(wanted.rawValue) == wanted)
      #expect(element("gx:\(wanted.rawValue)") == wanted)
    }
  }

  @Test(arguments: [
    "", "x", "Coord", "coor", "coord2", "coordinate", "coordinatez", "SimpleArrayDatb",
    "SimpleArray", "gx:", "coord:x",
  ])
  func anyOtherNameIsNotFound(name: String) {
    #expect(element(name) == .other)
  }

  @Test func aPrefixIsKeptApart() {
    "osmand:speed".withCString { name in
      let name = XMLName(name)
      #expect(name.string == "speed")
      #expect(name.prefix.elementsEqual("osmand".utf8))
    }
    "speed".withCString { #expect(XMLName($0).prefix.isEmpty) }
  }
}
