import GPSDProtocol
import LocationCore

/// A fix that waits for SKYs that may come at once after it, and the updates since.
struct HeldFix {
  let device: String?
  /// The time of the fix, and when it arrived.
  private let time: Date?
  private let arrival: Duration
  /// How many SKYs are missing; `nil` if a pause shows that no more come.
  private var missing: Int?
  /// The fix, and what arrived after it: further fixes of the same time, and views of the sky.
  private(set) var updates: [LocationUpdate]

  /// Makes a fix that waits; `nil` if no SKY is expected.
  init?(
    _ fix: LocationUpdate, of device: String?, at time: Date?, arrival: Duration,
    expecting expected: EpochSky.Expectation
  ) {
    switch expected {
    case .none: return nil
    case .number(let number): missing = number
    case .untilPause: missing = nil
    }
    self.device = device
    self.time = time
    self.arrival = arrival
    updates = [fix]
  }

  /// Whether the expected number of SKYs has come.
  var isComplete: Bool { missing == 0 }
  /// Whether a pause shows that the last SKY is the one of this fix.
  var endsWithPause: Bool { missing == nil }

  /// Whether it is too late at a time for a SKY that comes at once.
  func isLate(_ now: Duration) -> Bool { now - arrival > EpochSky.atOnce }

  /// Takes a SKY.
  ///
  /// - Parameters:
  ///   - sky: the view; `nil` if no subscription reads it.
  ///   - isOwn: whether it is of the receiver of the fix.
  mutating func take(sky: LocationUpdate?, isOwn: Bool) {
    if isOwn, let number = missing { missing = number - 1 }
    if let sky { updates.append(sky) }
  }

  /// Takes a fix that waits too. Returns false, and does nothing, if it is of another epoch.
  mutating func take(_ next: HeldFix) -> Bool {
    guard time != nil, next.time == time, next.device == device, endsWithPause, next.endsWithPause
    else { return false }
    updates += next.updates
    return true
  }

  /// Gives the fixes the values of their SKY. A TPV has no DOPs and no satellites.
  mutating func complete(with sky: SkySummary) {
    for index in updates.indices { updates[index] = updates[index].with(sky) }
  }
}

extension LocationUpdate {
  /// A fix with the values of a SKY; every other update unchanged.
  func with(_ sky: SkySummary) -> LocationUpdate {
    guard case .fix(var fix) = self else { return self }
    fix.satellitesUsed = sky.satellitesUsed
    fix.dilution = sky.dilution
    return .fix(fix)
  }
}
