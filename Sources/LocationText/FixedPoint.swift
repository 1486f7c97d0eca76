/// A measured number rounded to a fixed number of decimals, ready to be written.
package struct FixedPoint: Hashable {
  /// The number times ten to the power of ``places``.
  package let scaled: Int64
  /// How many decimals there are, 0 … 9.
  package let places: Int

  /// Rounds half away from zero. `nil` for what is no measurement: not finite, or 10⁹ and more.
  // Inlined, so that the power of ten is a constant where the number of decimals is one.
  @inline(__always)
  package init?(_ value: Double, places: Int) {
    guard value.magnitude < 1e9 else { return nil }
    let exact = value * Self.power(places)
    // What `rounded()` does too, by a call. The difference is exact; beyond 2^53 there is none.
    let whole = Int64(exact)
    let rest = exact - Double(whole)
    scaled = whole + (rest >= 0.5 ? 1 : rest <= -0.5 ? -1 : 0)
    self.places = places
  }

  private init(scaled: Int64, places: Int) {
    self.scaled = scaled
    self.places = places
  }

  /// The same angle in 0 ..< 360, as rounded: 359.97 with one decimal is 0.
  package func wrappedTo360() -> FixedPoint {
    let circle = 360 * Int64(Self.power(places))
    let rest = scaled % circle
    return FixedPoint(scaled: rest < 0 ? rest + circle : rest, places: places)
  }

  /// The same longitude in −180 ..< 180, as rounded.
  package func wrappedTo180() -> FixedPoint {
    let half = 180 * Int64(Self.power(places))
    return scaled == half ? FixedPoint(scaled: -half, places: places) : self
  }

  @inline(__always)
  private static func power(_ places: Int) -> Double {
    switch places {
    case 0: 1
    case 1: 10
    case 2: 100
    case 3: 1e3
    case 4: 1e4
    case 5: 1e5
    case 6: 1e6
    case 7: 1e7
    case 8: 1e8
    default: 1e9
    }
  }
}
