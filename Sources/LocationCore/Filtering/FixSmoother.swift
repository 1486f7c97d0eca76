/// Smooths the fixes of one device that are all known: each one gets the best estimate from those before and after it.
///
/// It does what ``SmoothingFilter`` does, and then goes back over its steps.
package struct FixSmoother {
  /// The smoothed fixes, with their indices among the given ones. The refused ones are missing.
  package private(set) var fixes: [(index: Int, fix: Fix)] = []
  /// How many fixes became what.
  package private(set) var counts = SmoothingFilter.Counts()
  /// The step of each fix; `nil` for a fix without a time.
  private var steps: [(step: MotionFilter.Step, course: Double?)?] = []

  /// Smooths fixes in the order of their times.
  package init(_ known: some Collection<Fix>) {
    var filter: MotionFilter?
    for (index, fix) in known.enumerated() {
      guard fix.timestamp != nil || fix.receivedAt != nil else {
        counts.untimed += 1
        append(index, fix, nil)
        continue
      }
      switch filter?.add(fix) {
      case nil: filter = MotionFilter(fix)
      case .refused(let reason):
        counts.refused[reason, default: 0] += 1
        continue
      case .restarted: counts.restarts += 1
      case .accepted: counts.smoothed += 1
      }
      append(index, fix, filter)
    }
    goBack()
  }

  private mutating func append(_ index: Int, _ fix: Fix, _ filter: MotionFilter?) {
    fixes.append((index, fix))
    steps.append(filter.map { ($0.step, $0.course) })
  }

  private mutating func goBack() {
    var later: MotionFilter.Step?
    for number in fixes.indices.reversed() {
      guard var (step, course) = steps[number] else { continue }
      let isAlone = step.transition == nil && later?.transition == nil
      if let later { step.smooth(by: later) }
      later = step
      // Nothing is known of a fix between two interruptions but what it says.
      if isAlone { continue }
      let velocity = step.horizontal.velocity
      if !step.isStanding, velocity.length > 0.3 { course = velocity.direction }
      fixes[number].fix = fixes[number].fix.smoothed(
        at: step.plane.place(step.horizontal.place), speed: step.isStanding ? 0 : velocity.length,
        course: course, step)
    }
  }
}

extension MotionFilter.Step {
  /// Takes into account what is known of the next step.
  fileprivate mutating func smooth(by next: MotionFilter.Step) {
    if let transition = next.transition {
      var later = next.horizontal
      if next.plane != plane { later.place = plane.meters(next.plane.place(later.place)) }
      horizontal = horizontal.smoothed(by: later, transition)
    }
    if let transition = next.verticalTransition, let later = next.vertical {
      vertical = vertical?.smoothed(by: later, transition)
    }
  }
}
