import LocationCore

/// A circular orbit round the Earth.
struct Orbit: Hashable, Sendable {
  /// GM of the Earth in m³/s² (WGS 84).
  private static let gravity = 3.986_004_418e14
  /// The Earth's rotation in rad/s (WGS 84).
  private static let rotation = 7.292_115e-5
  /// The epoch of the angles: 2025-01-01T00:00:00Z, in seconds since 1970.
  private static let epoch = 1_735_689_600.0

  /// Meters from the center of the Earth.
  var radius: Double
  /// Degrees between the orbit's plane and the equator's.
  var inclination: Double
  /// Degrees east of Greenwich at the epoch where the orbit crosses the equator northward.
  var node: Double
  /// Degrees along the orbit from there, at the epoch.
  var phase: Double

  /// The place of the satellite at a time, in seconds since 1970: meters in the frame that turns
  /// with the Earth, toward (0°, 0°), (0°, 90° E) and the north pole.
  func position(at time: Double) -> GeocentricPoint {
    let elapsed = time - Self.epoch
    let motion = (Self.gravity / (radius * radius * radius)).squareRoot()
    let along = sinCos(radians: phase * .pi / 180 + motion * elapsed)
    let plane = sinCos(radians: node * .pi / 180 - Self.rotation * elapsed)
    let tilt = sinCos(degrees: inclination)
    return GeocentricPoint(
      x: radius * (along.cos * plane.cos - along.sin * tilt.cos * plane.sin),
      y: radius * (along.cos * plane.sin + along.sin * tilt.cos * plane.cos),
      z: radius * along.sin * tilt.sin)
  }
}
