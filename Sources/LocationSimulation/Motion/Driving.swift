import LocationCore

/// Travels a route at the planned speed, within the limits of acceleration and turn rate.
struct Driving: Mover {
  /// The length of a step. It is fixed, so that the path does not depend on the rate of positions.
  private static let interval = Duration.milliseconds(50)
  private static let tick = 0.05

  private let path: RoutePath
  private let plan: SpeedPlan
  private let acceleration: Double?
  private let turnRate: Double?
  private var ticks = 0
  private var distance = 0.0
  private var speed = 0.0
  /// The remaining time of a turn at a halt, in seconds.
  private var pause = 0.0

  init(_ route: Route, speed plan: SpeedPlan) {
    self.plan = plan
    acceleration = route.acceleration
    turnRate = route.turnRate
    path = RoutePath(route, topSpeed: plan.topSpeed)
    if acceleration == nil { speed = wantedSpeed(at: .zero) }
  }

  var hasArrived: Bool { !path.isClosed && distance >= path.length }

  mutating func point(at time: Duration) -> GroundTruth {
    while Self.interval * (ticks + 1) <= time, !hasArrived {
      advance()
      ticks += 1
    }
    let rest = hasArrived || pause > 0 ? 0 : (time - Self.interval * ticks).seconds
    var index = path.piece(at: distance)
    var place = distance + speed * rest
    let end = path.pieces[index].start + path.pieces[index].length
    if place > end {
      if path.pieces[index].turnAtEnd != nil || (index + 1 == path.pieces.count && !path.isClosed) {
        place = end
      } else {
        place.formTruncatingRemainder(dividingBy: path.length)
        index = path.piece(at: place)
      }
    }
    let piece = path.pieces[index]
    return piece.point(at: place - piece.start, speed: hasArrived ? 0 : speed)
  }

  private mutating func advance() {
    if pause > 0 {
      pause -= Self.tick
      return
    }
    let wanted = wantedSpeed(at: .seconds(Double(ticks) * Self.tick))
    if let acceleration {
      speed = min(wanted, speed + acceleration * Self.tick)
    } else {
      speed = wanted
    }
    distance += speed * Self.tick
    if let turn = turnReached() {
      if let turnRate, acceleration != nil { pause = turn / turnRate }
      speed = acceleration == nil ? speed : 0
    }
    // At a high speed one tick is longer than the path.
    if path.isClosed { distance.formTruncatingRemainder(dividingBy: path.length) }
    if hasArrived { distance = path.length }
  }

  /// The angle to turn at a halt, if this tick reaches the place of that halt. Moves there.
  private mutating func turnReached() -> Double? {
    guard acceleration != nil else { return nil }
    let piece = path.pieces[path.piece(at: distance - speed * Self.tick)]
    guard let turn = piece.turnAtEnd, distance >= piece.start + piece.length - 0.001 else {
      return nil
    }
    distance = piece.start + piece.length
    return turn
  }

  /// The speed for the next tick: the planned speed, or the lower speed that the path ahead allows.
  private func wantedSpeed(at time: Duration) -> Double {
    let planned = plan.speed(at: time)
    var index = path.piece(at: distance)
    var wanted = min(planned, path.pieces[index].topSpeed)
    guard let acceleration else { return wanted }
    // Braking keeps to the limit, even if the planned speed drops at once.
    wanted = max(wanted, speed - acceleration * Self.tick)
    let horizon = distance + speed * speed / (2 * acceleration) + speed + 1
    var start = path.pieces[index].start
    while start + path.pieces[index].length < horizon {
      let end = start + path.pieces[index].length
      let isLast = index + 1 == path.pieces.count
      let allowed: Double
      if path.pieces[index].turnAtEnd != nil || (isLast && !path.isClosed) {
        allowed = 0
      } else {
        allowed = path.pieces[(index + 1) % path.pieces.count].topSpeed
      }
      if allowed < .infinity, end > distance {
        wanted = min(wanted, braking(to: allowed, within: end - distance, acceleration))
      }
      if isLast, !path.isClosed || allowed == 0 { break }
      start = end
      index = (index + 1) % path.pieces.count
    }
    return wanted
  }

  /// The highest speed for one tick after which braking still reaches `speed` within `distance`.
  private func braking(
    to speed: Double, within distance: Double, _ acceleration: Double
  ) -> Double {
    let step = acceleration * Self.tick
    let limit = (step * step + speed * speed + 2 * acceleration * distance).squareRoot() - step
    // The last tick reaches the end exactly.
    return max(limit, min(distance / Self.tick, step))
  }
}

extension SpeedPlan {
  /// The highest speed of the plan.
  fileprivate var topSpeed: Double {
    switch self {
    case .constant(let speed): speed
    case .profile(let changes): changes.map(\.speed).max() ?? 0
    }
  }
}
