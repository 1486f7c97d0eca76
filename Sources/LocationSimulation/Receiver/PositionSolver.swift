import LocationCore

/// Makes positions with the errors of their satellites, surroundings and faults.
struct PositionSolver: Sendable {
  /// With a larger dilution a receiver gives no position.
  private static let worstDilution = 20.0
  /// The error of a speed in m/s for each meter of range error, and its duration in seconds.
  private static let velocityShare = 0.02
  private static let velocityCorrelation = 2.0

  private let environment: ReceiverEnvironment
  private let geoidSeparation: Double?
  private let faults: [Fault]
  private var error: PositionError
  private var random: RandomStream
  private var velocity = (GaussMarkov(), GaussMarkov(), GaussMarkov())
  private var last: ReceiverReport.Position?

  init(_ scenario: Scenario) {
    environment = scenario.environment
    geoidSeparation = scenario.geoidSeparation.flatMap { $0.isFinite ? $0 : nil }
    faults = scenario.faults
    error = PositionError(scenario.environment, seed: scenario.seed)
    random = RandomStream(seed: scenario.seed, purpose: .velocityError)
  }

  /// Advances the errors by a time step in seconds, whether there is a position or not.
  mutating func advance(by step: Double) {
    error.advance(by: step)
    velocity.0.advance(by: step, correlationTime: Self.velocityCorrelation, &random)
    velocity.1.advance(by: step, correlationTime: Self.velocityCorrelation, &random)
    velocity.2.advance(by: step, correlationTime: Self.velocityCorrelation, &random)
  }

  /// The position from the used satellites; `nil` if they give none.
  mutating func position(
    of truth: GroundTruth, from satellites: [SkyModel.VisibleSatellite], at time: Duration
  ) -> ReceiverReport.Position? {
    // The rounded directions of GSV, so that dilutions computed from the sentences are the same.
    let directions = satellites.filter(\.isUsed).map { ($0.elevation, $0.azimuth) }
    guard let geometry = SatelliteGeometry(directions), geometry.pdop < Self.worstDilution
    else { return nil }
    if let last, faults.contains(where: { $0.kind == .stuck && $0.isActive(at: time) }) {
      return last.stuck(geometry, usingSatellites: directions.count, error: environment.rangeError)
    }
    let offset = error.offset(for: geometry)
    let place = displaced(truth.coordinate, at: time).moved(
      north: offset.north, east: offset.east)
    let way = sinCos(degrees: truth.course)
    let size = Self.velocityShare * environment.rangeError * geometry.hdop
    let climb = truth.climb + size * (velocity.2.value ?? 0)
    let position = ReceiverReport.Position(
      at: place, height: geometry.vertical == nil ? nil : truth.altitude + offset.up,
      geoidSeparation: geoidSeparation,
      velocity: (
        truth.speed * way.cos + size * (velocity.0.value ?? 0),
        truth.speed * way.sin + size * (velocity.1.value ?? 0)
      ),
      climb: climb,
      accuracy: StatedAccuracy(geometry, rangeError: environment.rangeError),
      geometry: geometry, satellitesUsed: directions.count)
    last = position
    return position
  }

  /// The place, moved by the active jumps and drifts.
  private func displaced(_ place: Coordinate, at time: Duration) -> Coordinate {
    faults.reduce(place) { place, fault in
      guard fault.isActive(at: time) else { return place }
      switch fault.kind {
      case .jump(let meters, let bearing) where meters.isFinite && bearing.isFinite:
        return place.destination(bearing: bearing, distance: meters)
      case .drift(let speed, let bearing) where speed.isFinite && bearing.isFinite:
        let distance = speed * (time - fault.start).seconds
        // The product of two finite numbers can be infinite.
        return distance.isFinite ? place.destination(bearing: bearing, distance: distance) : place
      default: return place
      }
    }
  }
}

extension ReceiverReport.Position {
  /// The same position and altitude with the satellites of this moment.
  fileprivate func stuck(
    _ geometry: SatelliteGeometry, usingSatellites count: Int, error: Double
  ) -> Self {
    var position = self
    position.geometry = geometry
    position.satellitesUsed = count
    position.accuracy = StatedAccuracy(geometry, rangeError: error)
    if geometry.vertical == nil {
      (position.altitude, position.geoidSeparation, position.climb) = (nil, nil, nil)
    }
    return position
  }
}
