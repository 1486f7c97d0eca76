import LocationCore
import LocationText

extension Scenario {
  /// Returns the places of a track file, by its name in the scenario file.
  public typealias RouteReader = (_ path: String) throws(ScenarioError) -> [Waypoint]

  /// Reads a scenario file: JSON, whose members are documented in <doc:SimulatingAReceiver>.
  ///
  /// - Parameters:
  ///   - json: the file's bytes, UTF-8.
  ///   - name: the scenario's name.
  ///   - routes: reads the track file of a route. This module reads no files; without this closure
  ///     such a route is an error.
  /// - Throws: ``ScenarioError`` with the line, the path (`faults[2].kind`) and the expected value.
  public init(
    json: [UInt8], name: String, routes: RouteReader? = nil
  ) throws(ScenarioError) {
    do throws(ScenarioError) {
      try self.init(Self.root(of: json), name: name, routes: routes)
    } catch {
      var located = error
      located.source = located.source ?? name
      throw located
    }
  }

  private static func root(of json: [UInt8]) throws(ScenarioError) -> ScenarioReader {
    do throws(JSONMistake) {
      return ScenarioReader(value: try JSONValue(handwritten: json), path: "")
    } catch {
      throw ScenarioError(line: error.line, problem: error.problem)
    }
  }

  private init(
    _ root: ScenarioReader, name: String, routes: RouteReader?
  ) throws(ScenarioError) {
    let members = try root.members([
      "description", "start", "rate", "duration", "seed", "motion", "geoidSeparation",
      "environment", "sky", "error", "faults",
    ])
    guard let motion = members["motion"] else { throw root.error("motion is missing") }
    self.init(name: name, motion: try Motion(motion, routes: routes))
    summary = try members["description"]?.string() ?? summary
    start = try members["start"]?.date() ?? start
    rate = try members["rate"]?.integer(1...20) ?? rate
    duration = try members["duration"]?.seconds()
    seed =
      try members["seed"].map { reader throws(ScenarioError) in
        // Larger JSON numbers are not exact.
        UInt64(try reader.integer(0...(1 << 53)))
      } ?? seed
    geoidSeparation = try members["geoidSeparation"]?.number(-200...200, "meters")
    environment =
      try members["environment"]?.choice("environment", ReceiverEnvironment.presets)
      ?? environment
    if let sky = members["sky"] { try read(sky: sky) }
    if let error = members["error"] { try environment.read(error: error) }
    for fault in try members["faults"]?.elements() ?? [] { faults.append(try Fault(fault)) }
  }

  private mutating func read(sky: ScenarioReader) throws(ScenarioError) {
    let members = try sky.members(["systems", "mask", "attenuation", "fading"])
    if let list = members["systems"] {
      let choices = Almanac.constellations.map { (name: "\($0)", value: $0) }
      systems = []
      for element in try list.elements() { systems.append(try element.choice("system", choices)) }
    }
    if let mask = members["mask"] { environment.elevationMask = try mask.number(0...90, "degrees") }
    if let loss = members["attenuation"] { environment.attenuation = try loss.number(0...60, "dB") }
    if let fading = members["fading"] { environment.fading = try fading.number(0...30, "dB") }
  }
}

extension ReceiverEnvironment {
  /// `"off"`, a preset's name, or an object.
  fileprivate mutating func read(error reader: ScenarioReader) throws(ScenarioError) {
    if reader.value.object != nil {
      let members = try reader.members(["rangeError", "correlationTime"])
      if let size = members["rangeError"] { rangeError = try size.number(0...10_000, "meters") }
      if let time = members["correlationTime"] {
        correlationTime = try time.number(0...1e6, "seconds")
      }
      return
    }
    let off = (name: "off", value: withoutError)
    let preset = try reader.choice("error", [off] + Self.presets)
    rangeError = preset.rangeError
    correlationTime = preset.correlationTime
  }
}

extension Motion {
  fileprivate init(
    _ reader: ScenarioReader, routes: Scenario.RouteReader?
  ) throws(ScenarioError) {
    guard let kind = try reader.member("kind") else { throw reader.error("kind is missing") }
    switch try kind.choice("motion", Kind.allCases.map { ($0.rawValue, $0) }) {
    case .standing:
      let place = try reader.members(["kind", "at"]).needed("at", of: reader).place()
      self = .standing(at: place.coordinate, altitude: place.altitude ?? 0)
    case .circle: self = .circle(try Circle(reader))
    case .walk: self = .randomWalk(try RandomWalk(reader))
    case .route: self = .route(try Route(reader, routes: routes))
    }
  }

  private enum Kind: String, CaseIterable {
    case standing, circle, walk, route
  }
}

extension Motion.Circle {
  fileprivate init(_ reader: ScenarioReader) throws(ScenarioError) {
    let members = try reader.members(["kind", "center", "radius", "speed", "clockwise"])
    let center = try members.needed("center", of: reader).place()
    self.init(
      center: center.coordinate,
      radius: try members.needed("radius", of: reader).number(Self.radii, "meters"),
      speed: try members.needed("speed", of: reader).number(0...100_000, "m/s"),
      altitude: center.altitude ?? 0,
      isClockwise: try members["clockwise"]?.bool() ?? true)
  }
}

extension Motion.RandomWalk {
  fileprivate init(_ reader: ScenarioReader) throws(ScenarioError) {
    let members = try reader.members([
      "kind", "start", "speed", "turnRate", "correlationTime", "range",
    ])
    let place = try members.needed("start", of: reader).place()
    let usual = Motion.RandomWalk(start: place.coordinate)
    self.init(
      start: place.coordinate,
      speed: try members["speed"]?.number(0...1000, "m/s") ?? usual.speed,
      turnRate: try members["turnRate"]?.positive("degrees a second") ?? usual.turnRate,
      correlationTime: try members["correlationTime"]?.positive("seconds")
        ?? usual.correlationTime,
      range: try members["range"]?.positive("meters") ?? usual.range,
      altitude: place.altitude ?? 0)
  }
}

extension Route {
  fileprivate init(
    _ reader: ScenarioReader, routes: Scenario.RouteReader?
  ) throws(ScenarioError) {
    let members = try reader.members([
      "kind", "waypoints", "track", "speed", "acceleration", "turnRate", "ending",
    ])
    var waypoints: [Waypoint] = []
    switch (members["waypoints"], members["track"]) {
    case (let list?, nil):
      for element in try list.elements() {
        let place = try element.place()
        waypoints.append(Waypoint(place.coordinate, altitude: place.altitude))
      }
    case (nil, let file?):
      guard let routes else { throw file.error("this program does not read tracks") }
      waypoints = try routes(try file.string())
    default: throw reader.error("expected either waypoints or track")
    }
    let endings = Ending.allCases.map { (name: $0.rawValue, value: $0) }
    let speed = try members["speed"].map { reader throws(ScenarioError) in
      try SpeedPlan(reader)
    }
    let acceleration = try members["acceleration"]?.positive("m/s²")
    let turnRate = try members["turnRate"]?.positive("degrees a second")
    let ending = try members["ending"]?.choice("ending", endings) ?? .stop
    do throws(ScenarioError) {
      try self.init(
        waypoints, speed: speed, acceleration: acceleration, turnRate: turnRate, ending: ending)
    } catch {
      let place = members[error.path] ?? reader
      throw ScenarioError(
        line: place.value.line, path: "\(reader.path).\(error.path)", problem: error.problem)
    }
  }
}

extension SpeedPlan {
  /// A number of m/s, or an array of changes.
  fileprivate init(_ reader: ScenarioReader) throws(ScenarioError) {
    guard reader.value.array != nil else {
      self = .constant(try reader.positive("m/s"))
      return
    }
    var changes: [Change] = []
    for element in try reader.elements() {
      let members = try element.members(["at", "speed"])
      changes.append(
        Change(
          at: try members.needed("at", of: element).seconds(),
          speed: try members.needed("speed", of: element).number(0...100_000, "m/s")))
    }
    self = .profile(changes)
  }
}

extension [String: ScenarioReader] {
  /// A required member.
  func needed(_ name: String, of reader: ScenarioReader) throws(ScenarioError) -> ScenarioReader {
    guard let member = self[name] else { throw reader.error("\(name) is missing") }
    return member
  }
}
