import LocationCore

/// The shift of the times of a track with which it fits a reference best.
public struct TimeShift: Hashable, Sendable {
  /// Shifts up to a minute are tried, in tenths of a second.
  private static let mostSeconds = 60
  /// So many fixes are enough to find the shift.
  private static let mostFixes = 2_000

  /// Seconds to add to the times of the measured track. A clock that is fast has a negative number.
  public let seconds: Double
  /// The root mean square of the horizontal errors with this shift, in meters.
  public let rms: Double

  /// Finds the shift; `nil` if no fix has a reference with any shift, or if the reference moves less than the errors, so
  /// that no shift is better than another one.
  ///
  /// First whole seconds are tried, and then the tenths around the best one.
  init?(of measured: TrackTimeline, to reference: TrackTimeline) {
    let stride = (measured.moments.count - 1) / Self.mostFixes + 1
    let offset = measured.epoch.timeIntervalSince(reference.epoch)
    let fixes = Swift.stride(from: 0, to: measured.moments.count, by: stride).map { index in
      let moment = measured.moments[index]
      return (
        time: moment.time + offset, place: GeocentricPoint(measured.fix(of: moment).coordinate)
      )
    }
    let line = reference.moments.map { GeocentricPoint(reference.fix(of: $0).coordinate) }
    func fit(_ tenths: Int) -> Fit {
      var fit = Fit(tenths: tenths)
      for fix in fixes {
        let place: GeocentricPoint
        switch reference.position(of: fix.time + Double(tenths) / 10) {
        case .at(let index): place = line[index]
        case .between(let index, let share)
        where reference.moments[index].segment == reference.moments[index + 1].segment:
          place = line[index].moved(by: share, to: line[index + 1])
        case .between, .inGap, .outside: continue
        }
        let distance = fix.place.chord(to: place)
        fit.count += 1
        fit.squares += distance * distance
      }
      return fit
    }
    // Small shifts first: of equal ones the smallest counts.
    let seconds = (0...Self.mostSeconds).flatMap { $0 == 0 ? [0] : [$0 * 10, $0 * -10] }
    guard let whole = Self.best(seconds.map(fit)) else { return nil }
    let tenths = (0...9).flatMap { $0 == 0 ? [0] : [$0, -$0] }.map { whole.tenths + $0 }
    guard let best = Self.best(tenths.map(fit)), let first = line.first else { return nil }
    let extent = line.lazy.map { $0.chord(to: first) }.max() ?? 0
    guard extent > best.meanSquare.squareRoot() else { return nil }
    self.seconds = Double(best.tenths) / 10
    rms = best.meanSquare.squareRoot()
  }

  /// The errors with a shift.
  private struct Fit {
    let tenths: Int
    var count = 0
    var squares = 0.0
    var meanSquare: Double { squares / Double(count) }
  }

  /// The fit with the smallest errors. A shift that leaves few fixes with a reference does not count.
  private static func best(_ fits: [Fit]) -> Fit? {
    let most = fits.lazy.map(\.count).max() ?? 0
    return fits.filter { $0.count > 0 && $0.count * 2 >= most }
      .min { $0.meanSquare < $1.meanSquare }
  }
}

extension GeocentricPoint {
  /// The point on the straight line to another one. Between two fixes it is near the surface.
  fileprivate func moved(by share: Double, to end: GeocentricPoint) -> GeocentricPoint {
    GeocentricPoint(
      x: x + (end.x - x) * share, y: y + (end.y - y) * share, z: z + (end.z - z) * share)
  }
}
