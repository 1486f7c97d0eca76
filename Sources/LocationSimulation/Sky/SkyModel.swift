import LocationCore

/// The signals of the satellites above a receiver's horizon.
struct SkyModel: Sendable {
  /// A satellite above the horizon, as the receiver states it: in whole degrees and dB-Hz.
  struct VisibleSatellite: Hashable, Sendable {
    var satellite: SimulatedSatellite
    /// 0 … 90.
    var elevation: Double
    /// 0 ..< 360.
    var azimuth: Double
    /// `nil` if the receiver does not track it.
    var signalStrength: Double?
    var isUsed = false
  }

  /// The weakest signal that is tracked, and the weakest that is used, in dB-Hz.
  fileprivate static let trackingThreshold = 15.0
  fileprivate static let useThreshold = 20.0

  private let satellites: [SimulatedSatellite]
  private let environment: ReceiverEnvironment
  private var random: RandomStream
  private var fading: [GaussMarkov]

  init(systems: [Constellation], environment: ReceiverEnvironment, seed: UInt64) {
    satellites = Almanac.constellations.filter(systems.contains)
      .flatMap(Almanac.satellites(of:))
    self.environment = environment
    random = RandomStream(seed: seed, purpose: .signals)
    fading = Array(repeating: GaussMarkov(), count: satellites.count)
  }

  /// Begins with the signals of another seed.
  mutating func reseed(_ seed: UInt64) { random = RandomStream(seed: seed, purpose: .signals) }

  /// The satellites above the horizon, by system and number.
  ///
  /// - Parameters:
  ///   - time: true time, in seconds since 1970.
  ///   - step: the time in seconds since the last look.
  mutating func look(from horizon: TangentPlane, at time: Double, after step: Double)
    -> [VisibleSatellite]
  {
    var visible: [VisibleSatellite] = []
    for (index, satellite) in satellites.enumerated() {
      // Draws a random number for every satellite, visible or not. So the signal of one satellite
      // does not depend on the rise of another.
      let wavering = fading[index].advance(by: step, correlationTime: 10, &random)
      let direction = horizon.direction(to: satellite.orbit.position(at: time))
      guard direction.elevation > 0 else { continue }
      var one = VisibleSatellite(
        satellite: satellite, elevation: direction.elevation.rounded(),
        azimuth: wrapped(degrees: direction.azimuth.rounded()))
      if direction.elevation >= environment.elevationMask {
        let strength = signalStrength(at: direction.elevation) + environment.fading * wavering
        one.hear(min(max(0, strength.rounded()), 60))
      }
      visible.append(one)
    }
    return visible
  }

  /// C/N0 in dB-Hz of a patch antenna at an elevation, less the attenuation.
  private func signalStrength(at elevation: Double) -> Double {
    35 + 14 * sinCos(degrees: elevation).sin - environment.attenuation
  }
}

extension TangentPlane {
  /// The direction to a point: degrees above the horizon, and degrees from true north.
  func direction(to target: GeocentricPoint) -> (elevation: Double, azimuth: Double) {
    let point = point(target)
    let horizontal = (point.east * point.east + point.north * point.north).squareRoot()
    return (
      LocationSimulation.elevation(up: point.up, horizontal: horizontal),
      bearing(north: point.north, east: point.east)
    )
  }
}

extension SkyModel.VisibleSatellite {
  fileprivate mutating func hear(_ strength: Double) {
    guard strength >= SkyModel.trackingThreshold else { return }
    signalStrength = strength
    isUsed = strength >= SkyModel.useThreshold
  }

  /// The same satellite without a signal.
  mutating func lose() {
    signalStrength = nil
    isUsed = false
  }
}
