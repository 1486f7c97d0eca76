import LocationCore
import LocationIO
import LocationSimulation

/// The parameters of a `sim:` source: `sim:walk?seed=7&start=now`.
package struct SimulationSettings: Equatable {
  /// The seed of all random values; replaces the scenario's.
  package var seed: UInt64?
  /// The receiver's time at the start; replaces the scenario's.
  package var start: Start?
  /// A way from one place to another; replaces the scenario's motion.
  package var way: Way?
  /// How a recording is traveled; `nil` for a scenario.
  package var travel: Travel?
  /// Positions a second, 1 to 20.
  package var positionRate: Int?
  /// The duration of the run, in track time.
  package var duration: Duration?
  /// The number of devices of a fleet; `nil` for one receiver without a name.
  package var devices: Int?

  /// The receiver's time at the start.
  package enum Start: Equatable {
    case at(Date)
    /// The host's time.
    case now
  }

  /// The way from one place to another.
  package struct Way: Equatable {
    package var origin, destination: Coordinate
    /// In m/s.
    package var speed: Double
    /// The limits of acceleration and turns; `nil` for a constant speed.
    package var mode: TravelMode?
  }

  /// How the track, the route or the waypoints of a recording are traveled.
  package struct Travel: Equatable {
    package var mode: TravelMode
    /// In m/s; `nil` for the usual speed of the mode.
    package var speed: Double?
  }

  /// The valid keys, for help and errors.
  package static let keys = "seed, start, start-at, end-at, speed, motion, hz, for and devices"

  /// The key that makes a fleet.
  static let devicesKey = "devices"

  /// Reads the parameters of a source.
  ///
  /// - Throws: `.invalidSource` with the mistake and the expected form.
  package init(
    _ parameters: [SourceDescription.Parameter], of source: SourceDescription
  ) throws(UserLocationError) {
    var origin, destination: Coordinate?
    var speed: Speed?
    var mode: TravelMode?
    for parameter in parameters {
      do throws(InvalidOptionValue) {
        switch parameter.key {
        case "seed": seed = try Self.seed(parameter.value)
        case "start": start = try Start(argument: parameter.value)
        case "start-at": origin = try Coordinate(argument: parameter.value)
        case "end-at": destination = try Coordinate(argument: parameter.value)
        case "speed": speed = try Speed(argument: parameter.value)
        case "motion": mode = try TravelMode(argument: parameter.value)
        case "hz": positionRate = try Self.positionRate(parameter.value)
        case "for": duration = try Duration(argument: parameter.value)
        case Self.devicesKey: devices = try Self.devices(parameter.value)
        default:
          throw InvalidOptionValue("there is no option '\(parameter.key)'; there are \(Self.keys)")
        }
      } catch {
        throw UserLocationError(
          .invalidSource, source: source.description, detail: "\(parameter.key): \(error)")
      }
    }
    switch (origin, destination) {
    case (let origin?, let destination?):
      way = Way(
        origin: origin, destination: destination,
        speed: speed?.metersPerSecond ?? (mode ?? .drive).speed, mode: mode)
    case (nil, nil):
      guard speed != nil || mode != nil else { break }
      travel = Travel(mode: mode ?? .drive, speed: speed?.metersPerSecond)
    default:
      throw UserLocationError(
        .invalidSource, source: source.description,
        detail: "start-at and end-at belong together: a way needs a start and an end")
    }
  }

  private static func seed(_ text: String) throws(InvalidOptionValue) -> UInt64 {
    guard let seed = UInt64(text) else {
      throw InvalidOptionValue("a seed is a whole number, 0 or more")
    }
    return seed
  }

  private static func positionRate(_ text: String) throws(InvalidOptionValue) -> Int {
    guard let rate = Int(text), (1...20).contains(rate) else {
      throw InvalidOptionValue("the number of positions a second is a whole number from 1 to 20")
    }
    return rate
  }

  private static func devices(_ text: String) throws(InvalidOptionValue) -> Int {
    guard let count = Int(text), SimulatedFleet.sizes.contains(count) else {
      throw InvalidOptionValue(
        "the number of devices is a whole number from 1 to \(SimulatedFleet.sizes.upperBound)")
    }
    return count
  }

  /// Applies the parameters to a scenario.
  ///
  /// - Throws: `ScenarioError` if there is no way between the two places.
  package func apply(
    to scenario: inout Scenario, now: @Sendable () -> Date
  ) throws(ScenarioError) {
    if let seed { scenario.seed = seed }
    switch start {
    case .at(let date): scenario.start = date
    case .now: scenario.start = now()
    case nil: break
    }
    if let positionRate { scenario.rate = positionRate }
    if let way {
      try scenario.travel(
        from: way.origin, to: way.destination, speed: way.speed, by: way.mode)
    }
  }
}

extension SimulationSettings.Start {
  /// Reads `now`, or a UTC time such as `2025-06-01T08:00:00Z`.
  package init(argument: String) throws(InvalidOptionValue) {
    if argument.lowercased() == "now" {
      self = .now
      return
    }
    guard let date = UTCTimestamp.date(argument) else {
      throw InvalidOptionValue("a time is now, or in UTC as 2025-06-01T08:00:00Z")
    }
    self = .at(date)
  }
}

extension TravelMode {
  /// The names, for help.
  package static let names = allCases.map(\.rawValue)

  /// Reads a name.
  package init(argument: String) throws(InvalidOptionValue) {
    guard let mode = TravelMode(rawValue: argument.lowercased()) else {
      throw InvalidOptionValue("a motion is one of \(Self.names.joined(separator: ", "))")
    }
    self = mode
  }
}
