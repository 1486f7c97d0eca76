import LocationPOSIX

/// An angle as its sine and cosine. That keeps full precision near every multiple of 90° and saves
/// most calls of trigonometric functions.
struct GeodesicAngle {
  var sin: Double
  var cos: Double

  /// The angle of a direction, which need not have length one.
  init(sin: Double, cos: Double) {
    let length = (sin * sin + cos * cos).squareRoot()
    self.sin = sin / length
    self.cos = cos / length
  }

  /// For a sine and a cosine that are already normalized.
  init(normalizedSin sin: Double, cos: Double) {
    self.sin = sin
    self.cos = cos
  }

  init(radians: Double) {
    sin = _sin(radians)
    cos = _cos(radians)
  }

  /// An angle in degrees; multiples of 90° give exactly 0 and ±1.
  init(degrees: Double) {
    let inQuadrant = degrees.remainder(dividingBy: 90)
    let quarters = Int(((degrees - inQuadrant) / 90).remainder(dividingBy: 4))
    let (s, c) = (_sin(inQuadrant * .pi / 180), _cos(inQuadrant * .pi / 180))
    (sin, cos) =
      switch quarters {
      case 0: (s, c)
      case 1: (c, -s)
      case -1: (-c, s)
      default: (-s, -c)
      }
  }

  /// −π … π.
  var radians: Double { atan2(sin, cos) }

  /// −180 … 180; exact where ``init(degrees:)`` is.
  var degrees: Double {
    if abs(sin) <= abs(cos) {
      let small = atan2(sin, abs(cos)) * (180 / .pi)
      return cos >= 0 ? small : (sin < 0 ? -180 : 180) - small
    }
    let small = atan2(cos, abs(sin)) * (180 / .pi)
    return sin >= 0 ? 90 - small : small - 90
  }

  static func + (a: Self, b: Self) -> Self {
    Self(
      normalizedSin: a.sin * b.cos + a.cos * b.sin, cos: a.cos * b.cos - a.sin * b.sin)
  }

  static func - (a: Self, b: Self) -> Self {
    Self(
      normalizedSin: a.sin * b.cos - a.cos * b.sin, cos: a.cos * b.cos + a.sin * b.sin)
  }
}

// The C functions under names that the members above do not hide.
private func _sin(_ radians: Double) -> Double { sin(radians) }
private func _cos(_ radians: Double) -> Double { cos(radians) }
