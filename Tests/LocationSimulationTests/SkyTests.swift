import LocationCore
import TestTurns
import Testing

@testable import LocationSimulation

/// The sky over a place resembles the real one.
@Suite(.inTurn) struct SkyTests {
  @Test(arguments: [
    (Constellation.gps, 31), (.glonass, 24), (.galileo, 24), (.beidou, 30),
  ])
  func hasTheNominalNumberOfSatellites(_ constellation: Constellation, _ count: Int) {
    let satellites = Almanac.satellites(of: constellation)
    #expect(satellites.count == count)
    #expect(Set(satellites.map(\.identity)).count == count)
    #expect(Set(satellites.map(\.orbit)).count == count)
  }

  /// The number of satellites above five degrees, through a day.
  @Test(arguments: [
    (Constellation.gps, 6...16), (.glonass, 5...12), (.galileo, 5...12), (.beidou, 4...18),
  ])
  func hasAsManySatellitesAsTheRealSky(
    _ constellation: Constellation, _ range: ClosedRange<Int>
  ) {
    for latitude in [-60.0, -30, 0, 35, 52, 70] {
      let horizon = TangentPlane(at: place(latitude, 13))
      for hour in 0..<24 {
        let time = 1_750_000_000 + 3600 * Double(hour)
        let count = Almanac.satellites(of: constellation).count {
          horizon.direction(to: $0.orbit.position(at: time)).elevation >= 5
        }
        #expect(range.contains(count), "\(latitude)° at \(hour) h")
      }
    }
  }

  @Test func orbitsHaveTheirPublishedPeriods() throws {
    // 1/2, 8/17, 10/17 and 1 sidereal day.
    for (constellation, id, period) in [
      (Constellation.gps, 1, 43_082.0), (.glonass, 1, 40_544), (.galileo, 1, 50_685),
      (.beidou, 6, 86_164),
    ] {
      let orbit = try #require(
        Almanac.satellites(of: constellation).first { $0.id == id }
      ).orbit
      let radius = orbit.radius
      // Crossings of the equator northward are one period apart.
      let heights = (0..<300).map { orbit.position(at: 1_750_000_000 + 600 * Double($0)).z }
      let crossings = heights.indices.dropFirst().filter { heights[$0 - 1] < 0 && heights[$0] >= 0 }
      let seen = Double(crossings[1] - crossings[0]) * 600
      #expect(abs(seen - period) <= 600, "\(constellation)")
      let p = orbit.position(at: 1_750_000_000)
      #expect(abs((p.x * p.x + p.y * p.y + p.z * p.z).squareRoot() - radius) < 1e-3)
    }
  }

  @Test func gpsGroundTracksRepeatEverySiderealDay() {
    let horizon = TangentPlane(at: berlin)
    for satellite in Almanac.satellites(of: .gps) {
      let one = horizon.direction(to: satellite.orbit.position(at: 1_750_000_000))
      let next = horizon.direction(to: satellite.orbit.position(at: 1_750_086_164))
      #expect(abs(one.elevation - next.elevation) < 0.5)
    }
  }

  @Test func geostationarySatellitesStandStill() throws {
    let orbit = try #require(Almanac.satellites(of: .beidou).first { $0.id == 2 }).orbit
    let horizon = TangentPlane(at: place(0, 80))
    for hour in 0..<24 {
      let direction = horizon.direction(to: orbit.position(at: 1_735_689_600 + 3600 * Double(hour)))
      #expect(direction.elevation > 89.5)
    }
  }

  @Test func gpsLeavesAHoleOverThePole() {
    let horizon = TangentPlane(at: place(89.9, 0))
    let highest = Almanac.satellites(of: .gps).flatMap { satellite in
      (0..<48).map { half in
        horizon.direction(to: satellite.orbit.position(at: 1_750_000_000 + 1800 * Double(half)))
          .elevation
      }
    }.max()
    // 55° of inclination at 26,560 km: the zenith angle at the pole is 46° or more.
    #expect((highest ?? 90) < 47)
    #expect((highest ?? 0) > 40)
  }

  @Test func directionsAreRight() {
    let horizon = TangentPlane(at: place(0, 0))
    func see(_ x: Double, _ y: Double, _ z: Double) -> (elevation: Double, azimuth: Double) {
      horizon.direction(to: GeocentricPoint(x: x, y: y, z: z))
    }
    #expect(see(1e7, 0, 0).elevation == 90)
    #expect(abs(see(6_378_137, 1e6, 0).azimuth - 90) < 1e-9)
    #expect(abs(see(6_378_137, -1e6, 0).azimuth - 270) < 1e-9)
    #expect(see(6_378_137, 0, 1e6).azimuth == 0)
    #expect(abs(see(6_378_137 + 1e6, 0, -1e6).elevation - 45) < 1e-9)
    #expect(abs(see(6_378_137 + 1e6, 0, -1e6).azimuth - 180) < 1e-9)
    let north = TangentPlane(at: place(90, 0)).direction(to: GeocentricPoint(x: 0, y: 0, z: 1e7))
    #expect(north.elevation > 89.999)
  }

  @Test func signalsAreStrongerFromHighSatellites() {
    let scenario = Scenario.standing(seconds: 60)
    let satellites = scenario.steps().updates.skies.flatMap(\.satellites)
    func mean(_ range: Range<Double>) -> Double {
      let strengths = satellites.filter { range.contains($0.elevation ?? -1) }
        .compactMap(\.signalStrength)
      return strengths.reduce(0, +) / Double(strengths.count)
    }
    #expect(mean(5..<15) < mean(25..<40) - 3)
    #expect(mean(25..<40) < mean(60..<91) - 3)
    #expect((30...45).contains(mean(5..<15)))
    #expect((44...55).contains(mean(60..<91)))
  }

  @Test func satellitesBelowTheMaskAreNeitherHeardNorUsed() {
    var environment = ReceiverEnvironment.openSky
    environment.elevationMask = 30
    let scenario = Scenario.standing(seconds: 5, environment: environment)
    let satellites = scenario.steps().updates.skies.flatMap(\.satellites)
    #expect(satellites.contains { ($0.elevation ?? 0) < 29 })
    for satellite in satellites where (satellite.elevation ?? 0) < 29.5 {
      #expect(satellite.signalStrength == nil && satellite.isUsed == false)
    }
  }

  @Test func onlyReceivedSystemsAreInTheSky() {
    var scenario = Scenario.standing(seconds: 3)
    scenario.systems = [.galileo]
    let skies = scenario.steps().updates.skies
    #expect(Set(skies.flatMap(\.satellites).map(\.constellation)) == [.galileo])
    scenario.systems = []
    let nothing = scenario.steps()
    #expect(nothing.fixes.isEmpty && nothing.updates.losses.count == 3)
  }
}
