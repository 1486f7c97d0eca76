import LocationCore

extension LocationUpdate {
  /// The first value outside its documented range, with its name; `nil` if all are valid.
  var implausibleValue: String? {
    switch self {
    case .fix(let fix):
      fault(fix, Fix.dates) ?? fault(fix, Fix.numbers) ?? fault(fix, Fix.integers)
        ?? fault(fix.errors, ErrorEstimates.numbers) { "errors.\($0)" }
        ?? faultOfDilution(fix.dilution)
    case .sky(let sky):
      fault(sky, SkyView.dates) ?? fault(sky, SkyView.integers) ?? faultOfDilution(sky.dilution)
        ?? sky.satellites.lazy.compactMap { faultOfSatellite($0) }.first
    case .fixLost(let loss):
      fault(loss, FixLoss.dates) ?? fault(loss, FixLoss.numbers)
        ?? fault(loss.reported, FixLoss.ReportedValues.numbers) { "reported.\($0)" }
        ?? fault(loss.reported.errors, ErrorEstimates.numbers) { "errors.\($0)" }
    case .authorization: nil
    }
  }

  private func faultOfDilution(_ dilution: DilutionOfPrecision) -> String? {
    fault(dilution, DilutionOfPrecision.numbers) { "dilution.\($0)" }
  }

  private func faultOfSatellite(_ satellite: Satellite) -> String? {
    if satellite.prn < 0 { return "a satellite's prn is \(satellite.prn)" }
    let name = { (value: String) in "\(value) of satellite \(satellite.prn)" }
    return fault(satellite, Satellite.integers, name) ?? fault(satellite, Satellite.numbers, name)
  }

  /// The first of some values that is outside its range; `nil` if all are valid.
  private func fault<Root, Value: Ranged>(
    _ root: Root, _ values: [StatedValue<Root, Value>], _ name: (String) -> String = { $0 }
  ) -> String? {
    for value in values {
      guard let number = value.get(root)?.number, !value.isPlausible(number) else { continue }
      return "\(name(value.name)) is \(number)"
    }
    return nil
  }
}

/// A value that is in a range or not.
private protocol Ranged {
  var number: Double { get }
}

extension Double: Ranged {
  fileprivate var number: Double { self }
}

extension Int: Ranged {
  fileprivate var number: Double { Double(self) }
}

extension Date: Ranged {
  fileprivate var number: Double { timeIntervalSince1970 }
}
