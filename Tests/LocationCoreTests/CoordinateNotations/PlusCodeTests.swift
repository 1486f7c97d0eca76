import Foundation
import LocationCore
import LocationSimulation
import TestSupport
import TestTurns
import Testing

/// Plus Codes against the reference implementation in Python.
@Suite(.inTurn) struct PlusCodeTests {
  @Test(
    arguments: [
      (48.1173, 11.516_666_666_7, 2, "8F000000+"), (48.1173, 11.516_666_666_7, 4, "8FWH0000+"),
      (48.1173, 11.516_666_666_7, 6, "8FWH4G00+"), (48.1173, 11.516_666_666_7, 8, "8FWH4G88+"),
      (48.1173, 11.516_666_666_7, 10, "8FWH4G88+WM"),
      (48.1173, 11.516_666_666_7, 15, "8FWH4G88+WMF3333"),
      (47.365_59, 8.524_997, 11, "8FVC9G8F+6XQ"), (47.365_59, 8.524_997, 15, "8FVC9G8F+6XQQ435"),
      // The pole belongs to the last cell, and 180° to the first one.
      (90, 0, 10, "CFX2X2X2+X2"), (90, 0, 15, "CFX2X2X2+X2RRRRR"),
      (-90, 180, 10, "22222222+22"), (0, 0, 10, "6FG22222+22"),
    ])
  func knownPlacesHaveTheirCodes(
    latitude: Double, longitude: Double, length: Int, code: String
  ) throws {
    let place = try Coordinate(latitude: latitude, longitude: longitude)
    #expect(place.plusCode(length: length) == code)
  }

  @Test(
    .enabled(
      if: isInstalled,
      "openlocationcode is not installed (make tools puts it into .build/openlocationcode)"))
  func thousandsOfPlacesAgreeWithTheReference() async throws {
    let lengths = [2, 4, 6, 8, 10, 11, 12, 13, 14, 15]
    let script = """
      import sys
      from openlocationcode import openlocationcode as olc
      for line in open(sys.argv[1]):
        place = [float(word) for word in line.split()]
        for length in \(lengths):
          code = olc.encode(place[0], place[1], length)
          area = olc.decode(code)
          print(code, "%.12f %.12f" % (area.latitudeCenter, area.longitudeCenter))
      """
    let places = Self.places()
    let lines = try await ReferenceProgram.run(
      Self.python, places.map(ReferenceProgram.line), variables: ["PYTHONPATH": Self.folder]
    ) { ["-c", script, $0] }
    try #require(lines.count == places.count * lengths.count)
    for (index, line) in lines.enumerated() {
      let place = places[index / lengths.count]
      let words = line.split(separator: " ").map(String.init)
      let code = place.plusCode(length: lengths[index % lengths.count])
      #expect(code == words[0], "\(place)")
      let center = try #require(Coordinate(plusCode: code))
      #expect(abs(center.latitude - (Double(words[1]) ?? .nan)) < 1e-11, "\(code)")
      #expect(abs(center.longitude - (Double(words[2]) ?? .nan)) < 1e-11, "\(code)")
    }
  }

  @Test func aPlaceOnABorderBelongsToTheCellInTheNorthEast() throws {
    var random = RandomStream(test: 16)
    for _ in 0..<5000 {
      let corner = (
        Double(Int.random(in: -719_999...719_998, using: &random)) / 8000,
        Double(Int.random(in: -1_439_999...1_439_998, using: &random)) / 8000
      )
      let place = try Coordinate(latitude: corner.0, longitude: corner.1)
      let inside = try Coordinate(latitude: corner.0 + 1e-6, longitude: corner.1 + 1e-6)
      #expect(place.plusCode() == inside.plusCode())
    }
  }

  /// Random places, and places beside the borders of cells. None is on a border, because the reference adds
  /// 90° before it multiplies, and the rounding of the sum moves some of those places into another cell.
  private static func places() -> [Coordinate] {
    var random = RandomStream(test: 15)
    var places: [(Double, Double)] = [(90, 0.000_001), (-90, 17.123_456), (0.000_001, 179.999_999)]
    for _ in 0..<2000 {
      let place = (
        Double.random(in: -90...90, using: &random), Double.random(in: -180...180, using: &random)
      )
      let corner = ((place.0 * 8000).rounded() / 8000, (place.1 * 8000).rounded() / 8000)
      places += [place, (corner.0 + 1e-9, corner.1 - 1e-9), (corner.0 - 1e-9, corner.1 + 1e-9)]
      places.append((90 - .random(in: 0...1e-4, using: &random), place.1))
    }
    func isInside(_ cells: Double) -> Bool {
      (0.001...0.999).contains(cells - cells.rounded(.down))
    }
    return ReferenceProgram.coordinates(places).filter {
      isInside($0.longitude * 8_192_000)
        && (isInside($0.latitude * 25_000_000) || abs($0.latitude) == 90)
    }
  }

  private static let python = ChildProcess.path(of: "python3")

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: ".build/openlocationcode").path

  private static var isInstalled: Bool {
    python != nil && FileManager.default.fileExists(atPath: folder + "/openlocationcode")
  }
}
