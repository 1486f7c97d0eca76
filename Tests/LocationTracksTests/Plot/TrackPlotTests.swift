import LocationCore
import TestSupport
import TestTurns
import Testing

@testable import LocationTracks

@Suite(.inTurn) struct TrackPlotTests {
  private func fixes(_ count: Int, altitudes: Bool = true) throws -> [Fix] {
    try (0..<count).map { index in
      var fix = try Fix.bare(48 + Double(index % 7) * 0.001, 11 + Double(index) * 0.001)
      fix.timestamp = Date(timeIntervalSince1970: 1_748_764_800 + Double(index))
      if altitudes { fix.altitude = 500 + Double(index % 20) }
      return fix
    }
  }

  private func profile(_ segments: [[Fix]]) throws -> TrackProfile {
    try #require(TrackProfile(TrackCollection(tracks: [Track(fixes: segments)])))
  }

  private func svg(_ profile: TrackProfile, title: String = "Walk") -> String {
    String(
      decoding: SVGPlot(profile: profile, title: title, units: .metric).document(), as: UTF8.self)
  }

  @Test func aPictureHasAMapAndTwoCharts() throws {
    let text = svg(try profile([try fixes(50)]))
    #expect(text.hasPrefix("<svg ") && text.hasSuffix("</svg>\n"))
    #expect(text.contains("Altitude, m") && text.contains("Speed from positions, km/h"))
    #expect(text.contains("prefers-color-scheme: dark"))
    #expect(text.ranges(of: "class=\"track\"").count == 3)
  }

  @Test func aTrackWithoutAltitudesHasNoChartOfThem() throws {
    #expect(!svg(try profile([try fixes(50, altitudes: false)])).contains("Altitude"))
  }

  @Test func theLineIsInterruptedBetweenSegments() throws {
    let all = try fixes(40)
    let text = svg(try profile([Array(all[..<20]), Array(all[20...])]))
    #expect(text.ranges(of: "class=\"track\"").count == 6)
  }

  @Test func aTitleIsEscaped() throws {
    #expect(svg(try profile([try fixes(3)]), title: "A <b> & c").contains("A &lt;b&gt; &amp; c"))
  }

  @Test func aLongTrackMakesASmallPicture() throws {
    #expect(svg(try profile([try fixes(30_000)])).utf8.count < 500_000)
  }

  @Test func aSinglePointIsAPicture() throws {
    let text = svg(try profile([[try Fix.bare()]]))
    #expect(!text.contains("nan") && !text.contains("inf"))
  }

  @Test func aTrackAcrossTheAntimeridianIsInOnePiece() throws {
    let east = (0..<10).map { 179.9 + Double($0) * 0.01 }
    let west = (0...10).map { -180 + Double($0) * 0.01 }
    let fixes = try (east + west).map { try Fix.bare(-17, $0) }
    let map = MapProjection(try profile([fixes]).box)
    let places = fixes.map { map.point($0.coordinate).x }
    #expect(places == places.sorted() && places.allSatisfy { $0 >= 0 && $0 <= map.width * 1.001 })
    #expect(svg(try profile([fixes])).contains("179.95° W"))
  }

  @Test func theTextFitsTheTerminal() throws {
    for columns in [40, 80] {
      for isASCII in [false, true] {
        let plot = TextPlot(
          profile: try profile([try fixes(200)]), title: "Walk", units: .metric, columns: columns,
          isASCII: isASCII)
        let lines = String(decoding: plot.text(), as: UTF8.self).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= columns })
        let isBraille = lines.contains { $0.unicodeScalars.contains { $0.value > 0x2800 } }
        #expect(isBraille != isASCII)
      }
    }
  }

  @Test func aDiagonalOfDotsIsDrawn() {
    var canvas = DotCanvas(columns: 2, rows: 1)
    canvas.draw([(0, 0), (3, 3)])
    #expect(canvas.lines(isASCII: false) == ["⠑⢄"])
    #expect(canvas.lines(isASCII: true) == ["**"])
  }

  @Test(arguments: [(0.0...10, 5, 2.0), (0...9.9, 5, 2), (437...561, 3, 50), (0...0.007, 4, 0.002)])
  func marksAreRoundNumbers(values: ClosedRange<Double>, count: Int, step: Double) {
    let axis = PlotAxis(values, marks: count, isWidened: true)
    #expect(abs(axis.step - step) < 1e-9)
    #expect(
      axis.range.lowerBound <= values.lowerBound && axis.range.upperBound >= values.upperBound)
    #expect(axis.marks.first == axis.range.lowerBound)
  }
}
