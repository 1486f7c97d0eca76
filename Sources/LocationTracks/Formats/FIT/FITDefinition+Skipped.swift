extension FITDefinition {
  /// The names of the fields of a record that are not read.
  var skippedFields: [String] {
    let names = fields.compactMap {
      Self.readFields.contains($0.number) ? nil : Self.name($0.number)
    }
    return hasDeveloperFields ? names + ["developer fields"] : names
  }

  /// The fields of a record that become values of a fix: its place, time, altitudes, speeds, accuracy and
  /// climb; and the fields of sensors.
  private static let readFields = Set(
    [0, 1, 2, 6, 31, 32, 73, 78, 253] + SensorField.all.map(\.fit))

  /// The name that the profile gives to a field of a record.
  static func name(_ number: UInt8) -> String {
    switch number {
    case 3: "heart_rate"
    case 4: "cadence"
    case 5: "distance"
    case 7: "power"
    case 9: "grade"
    case 13: "temperature"
    case 29: "accumulated_power"
    case 30: "left_right_balance"
    case 33: "calories"
    case 39: "vertical_oscillation"
    case 41: "stance_time"
    case 53: "fractional_cadence"
    default: "field \(number)"
    }
  }
}
