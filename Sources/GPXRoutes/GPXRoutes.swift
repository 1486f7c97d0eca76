import Foundation
public import LocationSimulation

extension Waypoint {
  /// The places in a GPX file: the points of its tracks, else of its routes, else its waypoints.
  ///
  /// Elevations become altitudes. Where every point has a time, and they go forward, the waypoints
  /// have them too, counted from the first: a ``LocationSimulation/Route`` without a speed then
  /// passes them as they were recorded.
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
    let file = URL(filePath: path)
    try self.init(
      json: try Self.bytes(of: file, named: path),
      name: file.deletingPathExtension().lastPathComponent,
      routes: { (name: String) throws(ScenarioError) in
        let route = URL(filePath: name, relativeTo: file.deletingLastPathComponent())
        let bytes = try Self.bytes(of: route, named: route.path)
        do throws(ScenarioError) {
          return try Waypoint.waypoints(gpx: bytes)
        } catch {
          var located = error
          located.source = route.path
          throw located
        }
      })
  }

  private static func bytes(of file: URL, named name: String) throws(ScenarioError) -> [UInt8] {
    do {
      return [UInt8](try Data(contentsOf: file))
    } catch {
      throw ScenarioError(source: name, problem: "can not be read: \(error.localizedDescription)")
    }
  }
}
