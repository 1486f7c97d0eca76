import LocationReplay
import TestTurns
import Testing

@Suite(.inTurn) struct SensorValuesTests {
  private static let properties: [WritableKeyPath<SensorValues, Double?> & Sendable] = [
    \.heartRate, \.cadence, \.power, \.temperature,
  ]

  @Test func nothingIsMeasuredAtFirst() {
    let sensors = SensorValues()
    #expect(sensors.isEmpty)
    for property in Self.properties { #expect(sensors[keyPath: property] == nil) }
  }

  @Test(
    arguments: [
      (\.heartRate, 1, 255), (\.cadence, 0, 254), (\.power, 0, 65_534), (\.temperature, -128, 127),
    ] as [(WritableKeyPath<SensorValues, Double?> & Sendable, Double, Double)])
  func aValueOutOfItsRangeCountsAsNotMeasured(
    property: WritableKeyPath<SensorValues, Double?> & Sendable, lowest: Double, highest: Double
  ) {
    var sensors = SensorValues()
    for valid in [lowest, highest] {
      sensors[keyPath: property] = valid
      #expect(sensors[keyPath: property] == valid)
      #expect(!sensors.isEmpty)
    }
    for invalid in [lowest - 0.5, highest + 0.5, .nan, .infinity, -.infinity] {
      sensors[keyPath: property] = lowest
      sensors[keyPath: property] = invalid
      #expect(sensors.isEmpty, "\(invalid)")
    }
  }

  @Test func valuesHaveThreeDecimals() {
    var sensors = SensorValues()
    sensors.temperature = -12.3456
    #expect(sensors.temperature == -12.346)
    sensors.temperature = 21.5
    #expect(sensors.temperature == 21.5)
  }

  @Test func aPackedPointKeepsEachValue() {
    for (index, property) in Self.properties.enumerated() {
      var sensors = SensorValues()
      sensors[keyPath: property] = Double(index + 1)
      #expect(SensorValues(packed: sensors.packed) == sensors)
    }
    #expect(SensorValues(packed: SensorValues().packed).isEmpty)
  }

  /// Most items have no such values, so they must cost little.
  @Test func theValuesOfAPointAreSmall() {
    #expect(MemoryLayout<SensorValues>.size == 16)
  }
}
