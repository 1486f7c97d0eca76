import LocationCore
import TestTurns
import Testing

@Suite(.inTurn) struct CoordinateTests {
  @Test(arguments: [(0.0, 0.0), (90, 180), (-90, -180), (48.1173, 11.5167), (-0.0, -0.0)])
  func whatIsOnEarthIsKeptAsGiven(_ latitude: Double, _ longitude: Double) throws {
    let coordinate = try Coordinate(latitude: latitude, longitude: longitude)
    #expect(coordinate.latitude == latitude)
    #expect(coordinate.longitude == longitude)
  }

  @Test(arguments: [90.000_000_1, -90.000_000_1, .nan, .infinity, -.infinity, 180])
  func aLatitudeBeyondThePolesIsRefused(_ latitude: Double) {
    #expect {
      try Coordinate(latitude: latitude, longitude: 0)
    } throws: {
      if case .latitudeOutOfRange = $0 as? CoordinateError { true } else { false }
    }
  }

  @Test(arguments: [180.000_000_1, -180.000_000_1, .nan, .infinity, -.infinity, 360])
  func aLongitudeBeyondTheAntimeridianIsRefused(_ longitude: Double) {
    #expect {
      try Coordinate(latitude: 0, longitude: longitude)
    } throws: {
      if case .longitudeOutOfRange = $0 as? CoordinateError { true } else { false }
    }
  }

  @Test func aRefusalNamesTheValueAndTheRange() {
    #expect(
      CoordinateError.latitudeOutOfRange(91).description
        == "latitude 91.0 is not within -90...90 degrees")
  }
}
