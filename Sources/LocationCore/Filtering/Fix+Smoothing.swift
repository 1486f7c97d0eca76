extension Fix {
  /// The fix with the estimates of a filter.
  package func smoothed(by filter: MotionFilter) -> Fix {
    smoothed(at: filter.place, speed: filter.speed, course: filter.course, filter.step)
  }

  /// The fix with other values, as far as it states them, and with the former ones as its ``original``.
  func smoothed(
    at place: Coordinate, speed: Double, course: Double?, _ step: MotionFilter.Step
  ) -> Fix {
    var fix = self
    let climb = step.isStanding ? 0 : step.vertical?.velocity.x
    fix.coordinate = place
    if self.speed != nil { fix.speed = speed }
    if let course, self.course != nil || step.isStanding, self.speed != nil || self.course != nil {
      fix.course = course
      if self.course == nil { fix.derived = (fix.derived ?? []).union(.course) }
    }
    if let height = step.vertical?.place.x, let known = altitude ?? ellipsoidalAltitude {
      fix.altitude = altitude.map { $0 + height - known }
      fix.ellipsoidalAltitude = ellipsoidalAltitude.map { $0 + height - known }
    }
    if let climb, self.climb != nil { fix.climb = climb }
    fix.errors.reduce(horizontal: step.errors.horizontal, vertical: step.errors.vertical)
    fix.original = original ?? self
    fix.sentences = nil
    return fix
  }

  /// Fills in the values after a time in seconds without a fix.
  mutating func predict(from filter: MotionFilter, after seconds: Double) {
    let later = filter.predicted(after: seconds)
    let last = filter.lastFix
    coordinate = later.place
    // What a simulator made stays marked.
    status = last.status == .simulated ? .simulated : .deadReckoning
    mode = last.mode
    derived = .position
    if let height = later.step.vertical?.place.x,
      let known = last.altitude ?? last.ellipsoidalAltitude
    {
      altitude = last.altitude.map { $0 + height - known }
      ellipsoidalAltitude = last.ellipsoidalAltitude.map { $0 + height - known }
      geoidSeparation = last.geoidSeparation
      errors.vertical = later.step.errors.vertical
    }
    if last.speed != nil {
      speed = later.speed
      derived?.insert(.speed)
      course = later.course
      if course != nil { derived?.insert(.course) }
    }
    errors.horizontal = later.step.errors.horizontal
  }
}

extension ErrorEstimates {
  /// The share of a stated error that smoothing leaves at least: errors of the model last longer than it assumes.
  private static let leastShare = 0.5

  /// Replaces stated errors by smaller ones.
  fileprivate mutating func reduce(horizontal: Double, vertical: Double?) {
    if let known = self.horizontal, known > 0 {
      let share = min(max(horizontal / known, Self.leastShare), 1)
      self.horizontal = known * share
      latitude = latitude.map { $0 * share }
      longitude = longitude.map { $0 * share }
      spherical = nil
    }
    if let known = self.vertical, let vertical, known > 0 {
      self.vertical = known * min(max(vertical / known, Self.leastShare), 1)
      spherical = nil
    }
  }
}
