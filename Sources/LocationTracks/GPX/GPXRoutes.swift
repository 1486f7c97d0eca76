public import LocationSimulation

extension Waypoint {
  /// The places in a GPX file: the points of its tracks, else of its routes, else its waypoints.
  ///
  /// Elevations become altitudes. Where every point has a time, and they go forward, the waypoints
  /// have them too, counted from the first: a `Route` without a speed then passes them as they were
  /// recorded. XML is read by Expat (Debian's package `libexpat1`, on nearly every system), which is
  /// loaded when it is first needed.
  ///
  /// - Throws: `ScenarioError` with the line, when it is not GPX or has no points.
  public static func waypoints(gpx bytes: [UInt8]) throws(ScenarioError) -> [Waypoint] {
    try GPXReader.waypoints(in: bytes)
  }
}

extension Scenario {
  /// Reads a scenario file and the GPX files that it refers to, whose paths are relative to it.
  ///
  /// The scenario is called by the file's name without its extension.
  ///
  /// - Throws: `ScenarioError`, with the file it is about.
  public init(path: String) throws(ScenarioError) {
    let name = path.split(separator: "/").last ?? ""
    let folder = path.dropLast(name.count)
    let json = try WholeFile.bytes(at: path)
    do throws(ScenarioError) {
      try self.init(
        json: json, name: name.withoutExtension,
        routes: { (route: String) throws(ScenarioError) in
          let file = route.first == "/" ? route : folder + route
          do throws(ScenarioError) {
            return try Waypoint.waypoints(gpx: try WholeFile.bytes(at: file))
          } catch {
            throw error.located(in: file)
          }
        })
    } catch {
      // The file's own errors bear the scenario's name.
      throw error.source == name.withoutExtension ? error.located(in: path) : error
    }
  }
}

extension ScenarioError {
  fileprivate func located(in file: String) -> ScenarioError {
    var error = self
    error.source = file
    return error
  }
}

extension Substring {
  fileprivate var withoutExtension: String {
    guard let dot = lastIndex(of: "."), dot > startIndex else { return String(self) }
    return String(self[..<dot])
  }
}
