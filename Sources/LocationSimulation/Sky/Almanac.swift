import LocationCore
import NMEA0183

struct SimulatedSatellite: Hashable, Sendable {
  var constellation: Constellation
  /// Its number within its constellation.
  var id: Int
  var orbit: Orbit

  /// Its usual name.
  var identity: SatelliteIdentity {
    SatelliteIdentity(
      system: SatelliteSystem(rawValue: UInt8(constellation.rawValue)) ?? .gps, id: id)
  }

  /// NMEA 4.11's number of its civil signal at 1.6 GHz: GPS L1 C/A, GLONASS G1, Galileo E1,
  /// BeiDou B1I.
  var signalID: UInt8 { constellation == .galileo ? 7 : 1 }
}

/// The simulated satellites: circular orbits with the constellations' nominal radii, inclinations
/// and spacings. The places of single satellites in their planes are invented, and so are the
/// numbers of GPS satellites in their planes.
///
/// Parameters: IS-GPS-200 and the GPS performance standard (6 planes, 55°, half a sidereal day);
/// the GLONASS ICD (24 slots in 3 planes, 64.8°); Galileo's Walker 24/3/1 at 56°; the BeiDou ICD
/// (Walker 24/3/1 at 55°, three inclined geosynchronous, three geostationary).
enum Almanac {
  static func satellites(of constellation: Constellation) -> [SimulatedSatellite] {
    switch constellation {
    case .gps: gps
    case .glonass: walker(.glonass, radius: 25_508_200, inclination: 64.8, node: 20)
    case .galileo: walker(.galileo, radius: 29_599_800, inclination: 56, node: 5)
    case .beidou: beidou
    case .sbas, .imes, .qzss, .navic: []
    }
  }

  /// The systems that can be simulated.
  static let constellations: [Constellation] = [.gps, .glonass, .galileo, .beidou]

  /// 31 satellites in 6 planes: five in each, six in the last.
  private static let gps: [SimulatedSatellite] = (0..<31).map { number in
    let plane = min(number / 5, 5)
    let count = plane == 5 ? 6 : 5
    let slot = number - 5 * plane
    return SimulatedSatellite(
      constellation: .gps, id: number + 1,
      orbit: Orbit(
        radius: 26_559_700, inclination: 55, node: 60 * Double(plane) + 12,
        phase: 360 * Double(slot) / Double(count) + 24 * Double(plane)))
  }

  private static let beidou: [SimulatedSatellite] = {
    let geosynchronous = 42_164_170.0
    let still = [140.0, 80, 110.5].enumerated().map { index, longitude in
      SimulatedSatellite(
        constellation: .beidou, id: index + 1,
        orbit: Orbit(radius: geosynchronous, inclination: 0, node: longitude, phase: 0))
    }
    // One figure of eight over 118° E; the three satellites are a third of a day apart.
    let inclined = (0..<3).map { index in
      SimulatedSatellite(
        constellation: .beidou, id: index + 6,
        orbit: Orbit(
          radius: geosynchronous, inclination: 55, node: 118 + 120 * Double(index),
          phase: -120 * Double(index)))
    }
    return still + inclined
      + walker(.beidou, firstID: 19, radius: 27_906_100, inclination: 55, node: 35)
  }()

  /// A Walker constellation 24/3/1: three planes of eight, each 15° ahead of the previous plane.
  private static func walker(
    _ constellation: Constellation, firstID: Int = 1, radius: Double, inclination: Double,
    node: Double
  ) -> [SimulatedSatellite] {
    (0..<24).map { number in
      let (plane, slot) = number.quotientAndRemainder(dividingBy: 8)
      return SimulatedSatellite(
        constellation: constellation, id: firstID + number,
        orbit: Orbit(
          radius: radius, inclination: inclination, node: node + 120 * Double(plane),
          phase: 45 * Double(slot) + 15 * Double(plane)))
    }
  }
}
