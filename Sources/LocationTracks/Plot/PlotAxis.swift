import LocationText

/// An axis with marks at round numbers.
package struct PlotAxis {
  /// The numbers at the ends of the axis.
  let range: ClosedRange<Double>
  /// The distance between two marks: 1, 2 or 5 times a power of ten.
  let step: Double

  /// Makes an axis for values.
  ///
  /// - Parameters:
  ///   - values: the values that the axis must contain.
  ///   - marks: about how many marks it has.
  ///   - isWidened: whether the ends are marks too.
  package init(_ values: ClosedRange<Double>, marks: Int, isWidened: Bool) {
    let span = max(values.upperBound - values.lowerBound, 1e-9)
    let rough = span / Double(max(marks, 1))
    var unit = 1.0
    while unit > rough { unit /= 10 }
    while unit * 10 <= rough { unit *= 10 }
    step = ([1.0, 2, 5].first { $0 * unit >= rough } ?? 10) * unit
    guard isWidened else {
      range = values
      return
    }
    let first = (values.lowerBound / step).rounded(.down) * step
    let last = (values.upperBound / step).rounded(.up) * step
    range = first...max(last, first + step)
  }

  var marks: [Double] {
    let first = (range.lowerBound / step - 1e-9).rounded(.up)
    let last = (range.upperBound / step + 1e-9).rounded(.down)
    guard first <= last, last - first < 1000 else { return [] }
    return (0...Int(last - first)).map { (first + Double($0)) * step }
  }

  /// The place of a number on the axis, 0 … 1.
  func share(_ value: Double) -> Double {
    (value - range.lowerBound) / (range.upperBound - range.lowerBound)
  }

  /// The text of a mark, with as many decimals as the step needs.
  package func text(_ mark: Double) -> String {
    var places = 0
    var unit = step
    while unit < 0.999, places < 6 {
      unit *= 10
      places += 1
    }
    var text = ByteText()
    if let number = FixedPoint(mark, places: places) { text.write(number) }
    return text.string
  }
}

/// A unit in which an axis shows lengths along a track.
package struct PlotUnit {
  package let symbol: String
  /// Meters.
  package let size: Double

  package init(forDistance meters: Double, _ units: UnitSystem) {
    (symbol, size) =
      switch units {
      case .metric: meters < 2000 ? ("m", 1) : ("km", 1000)
      case .nautical: ("nmi", 1852)
      case .imperial: ("mi", 1609.344)
      }
  }
}
