import LocationPOSIX

// The only file of this module that imports the C library, for its mathematical functions. They may
// differ between machines in the last bit of a `Double`. All output of this module is rounded to
// the digits of a sentence, which are eight digits coarser, so bytes and fixes do not differ.

/// The sine and cosine of an angle in degrees.
func sinCos(degrees: Double) -> (sin: Double, cos: Double) { sinCos(radians: degrees * .pi / 180) }

/// The sine and cosine of an angle in radians.
func sinCos(radians: Double) -> (sin: Double, cos: Double) { (sin(radians), cos(radians)) }

/// The tangent of an angle in degrees.
func tangent(degrees: Double) -> Double { tan(degrees * .pi / 180) }

/// The direction of a vector in degrees from north, 0 ..< 360.
func bearing(north: Double, east: Double) -> Double {
  wrapped(degrees: atan2(east, north) * 180 / .pi)
}

/// The angle above the horizontal of a vector in degrees, −90 … 90.
func elevation(up: Double, horizontal: Double) -> Double { atan2(up, horizontal) * 180 / .pi }

/// The same direction, within 0 ..< 360 degrees.
func wrapped(degrees: Double) -> Double {
  let rest = degrees.truncatingRemainder(dividingBy: 360)
  let positive = rest < 0 ? rest + 360 : rest
  return positive < 360 ? positive : 0
}

/// The shortest turn from one direction to another in degrees, −180 … 180, positive to the right.
func turn(from one: Double, to other: Double) -> Double {
  (other - one).remainder(dividingBy: 360)
}

/// e to the power of a number.
func exponential(_ value: Double) -> Double { exp(value) }

func naturalLogarithm(_ value: Double) -> Double { log(value) }
