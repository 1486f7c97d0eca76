package import LocationCore
import LocationText

extension Scenario {
  /// A description of the whole scenario in several lines. The last one has no end of line.
  public var details: String {
    var lines = [summary.isEmpty ? name : "\(name): \(summary)"]
    func say(_ what: String, _ text: String) {
      lines.append("  " + what + String(repeating: " ", count: max(1, 10 - what.count)) + text)
    }
    say("motion", motion.details)
    say("time", "\(start.utcText), \(rate) Hz, \(durationText)")
    say("sky", systems.isEmpty ? "none" : systems.map { "\($0)" }.joined(separator: ", "))
    say("signals", environment.signalDetails)
    say("error", environment.errorDetails)
    say("geoid", geoidSeparation.map { "\($0.plain) m above the ellipsoid" } ?? "not known")
    say("seed", "\(seed)")
    for fault in faults { say("fault", fault.details) }
    return lines.joined(separator: "\n")
  }

  private var durationText: String {
    duration.map { "for \($0.plainSeconds)" }
      ?? (motion.isFinite ? "until it arrives" : "without end")
  }
}

extension Motion {
  fileprivate var details: String {
    switch self {
    case .standing(let place, let altitude):
      return "standing at \(place), \(altitude.plain) m above the sea"
    case .circle(let circle):
      return "round \(circle.center) at \(circle.radius.plain) m, \(circle.speed.plain) m/s"
    case .randomWalk(let walk):
      return "a random walk from \(walk.start), up to \(walk.range.plain) m away,"
        + " \(walk.speed.plain) m/s"
    case .route(let route):
      let ends = (route.waypoints.first, route.waypoints.last)
      var text = "\(route.waypoints.count) waypoints"
      if let first = ends.0, let last = ends.1 {
        text += " from \(first.coordinate) to \(last.coordinate)"
      }
      switch route.ending {
      case .stop: break
      case .loop: text += " and round again"
      case .return: text += " and back"
      }
      switch route.speed {
      case .constant(let speed)?: text += ", \(speed.plain) m/s"
      case .profile(let changes)?:
        text += ", up to \((changes.map(\.speed).max() ?? 0).plain) m/s"
      case nil: text += ", at their own times"
      }
      return text
    }
  }
}

extension ReceiverEnvironment {
  fileprivate var signalDetails: String {
    "from \(elevationMask.plain)° up, weakened by \(attenuation.plain) dB,"
      + " wavering by \(fading.plain) dB"
  }

  fileprivate var errorDetails: String {
    rangeError > 0
      ? "\(rangeError.plain) m for each range, lasting \(correlationTime.plain) s" : "off"
  }
}

extension Fault {
  fileprivate var details: String {
    let time = "at \(start.plainSeconds)" + (length.map { " for \($0.plainSeconds)" } ?? "")
    return "\(kind.details), \(time)"
  }
}

extension Fault.Kind {
  fileprivate var details: String {
    switch self {
    case .noFix: "no fix"
    case .coldStart: "cold start"
    case .dropout: "no signal"
    case .jump(let meters, let bearing): "off by \(meters.plain) m toward \(bearing.plain)°"
    case .stuck: "the position is stuck"
    case .drift(let speed, let bearing): "drifts with \(speed.plain) m/s toward \(bearing.plain)°"
    case .fewSatellites(let count): "\(count) satellites at most"
    case .satelliteLoss(let interval): "loses a satellite every \(interval.plainSeconds)"
    case .timeStep(let step): "its time is wrong by \(step.plainSeconds)"
    case .weekRollover: "its time is 1024 weeks in the past"
    case .leapSecond: "a leap second at the next midnight"
    case .badChecksum(let share): "wrong checksums in \((share * 100).plain) %"
    case .truncated(let share): "cut off sentences in \((share * 100).plain) %"
    case .interleaved(let share): "interleaved sentences in \((share * 100).plain) %"
    case .garbage(let bytes): "\(bytes) bytes of garbage a second"
    case .staleRepeats: "repeats its last report"
    case .silence: "reports nothing"
    case .denied: "authorization denied"
    case .revoked: "authorization revoked"
    case .granted: "authorization granted only at this time"
    case .end(let isFailure): isFailure ? "the source breaks" : "the source ends"
    }
  }
}

extension Double {
  fileprivate var plain: String { ScenarioReader.plain(self) }
}

extension Duration {
  fileprivate var plainSeconds: String { "\(seconds.plain) s" }
}

extension Date {
  fileprivate var utcText: String {
    UTCTimestamp.text(self) ?? "\(timeIntervalSince1970) s after 1970"
  }
}

/// Times in scenario files and in the options of simulated sources.
package enum UTCTimestamp {
  /// The date of an ISO 8601 text such as `2025-06-01T08:00:00Z`; `nil` for other text. The second
  /// may have decimals, and the text may end with an offset such as `+01:00` instead of `Z`.
  package static func date(_ text: String) -> Date? {
    ISO8601Time(text).map { Date(timeIntervalSince1970: $0.secondsSince1970) }
  }

  /// The ISO 8601 text of a date in whole seconds, rounded down; `nil` outside the years 1 … 9999.
  static func text(_ date: Date) -> String? {
    let seconds = date.timeIntervalSinceReferenceDate.rounded(.down)
    guard let time = UTCTime(secondsSince2001: seconds) else { return nil }
    var text = ByteText()
    text.write(wholeSecondsOf: time)
    return text.string
  }
}
