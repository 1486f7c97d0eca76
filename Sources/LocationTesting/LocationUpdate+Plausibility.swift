import LocationCore

extension LocationUpdate {
  /// The first value outside its documented range that the type itself does not refuse; `nil` if all are valid.
  var implausibleValue: String? {
    switch self {
    case .fix(let fix): fault(fix, Fix.dates)
    case .sky(let sky):
      fault(sky, SkyView.dates)
        ?? sky.satellites.first { $0.prn < 0 }.map { "a satellite's prn is \($0.prn)" }
    case .fixLost(let loss): fault(loss, FixLoss.dates)
    case .authorization: nil
    }
  }

  /// The first of some dates that no calendar has; `nil` if all are valid.
  private func fault<Root>(_ root: Root, _ dates: [StatedValue<Root, Date>]) -> String? {
    for date in dates {
      guard let seconds = date.get(root)?.timeIntervalSince1970, !(-1e12...1e12 ~= seconds)
      else { continue }
      return "\(date.name) is \(seconds)"
    }
    return nil
  }
}
