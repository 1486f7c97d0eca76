import LocationIO
public import LocationSimulation

extension Scenario {
  /// Reads a scenario file and the tracks that it names, in any format that `TrackFileReader` reads. Their paths are relative to the scenario
  /// file.
  ///
  /// The name of the scenario is the file's name without its extension.
  ///
  /// - Throws: `ScenarioError`, which names the wrong file.
  public init(path: String) throws(ScenarioError) {
    let fileName = path.split(separator: "/").last ?? ""
    let folder = path.dropLast(fileName.count)
    let name = fileName.withoutExtension
    let json: [UInt8]
    do throws(SystemError) {
      json = try FileContents.read(path, limit: 16 << 20)
    } catch {
      throw ScenarioError(source: path, problem: "cannot be read: \(error.message)")
    }
    do throws(ScenarioError) {
      try self.init(
        json: json, name: name,
        routes: { (route: String) throws(ScenarioError) in
          let file = route.first == "/" ? route : folder + route
          do throws(ScenarioError) {
            return try Waypoint.waypoints(of: FileByteSource(path: file))
          } catch {
            throw error.located(in: file)
          }
        })
    } catch {
      // An error in the scenario file itself has the scenario's name as its source.
      throw error.source == name ? error.located(in: path) : error
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
