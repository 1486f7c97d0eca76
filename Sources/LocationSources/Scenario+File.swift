import LocationIO
public import LocationSimulation
import LocationTracks

extension Scenario {
  /// Reads a scenario file and the tracks that it names, in any format that `TrackFileReader` reads. Their paths are relative to the scenario
  /// file.
  ///
  /// The name of the scenario is the file's name without its extension.
  ///
  /// - Throws: `ScenarioError`, which names the wrong file.
  public init(path: String) throws(ScenarioError) {
    let folder = path.dropLast(path.split(separator: "/").last?.count ?? 0)
    let name = Self.name(ofFile: path)
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
      guard error.source == name else { throw error }
      guard case .known(let format) = FileFormat.recognize(json, isWhole: true), format.isRead
      else { throw error.located(in: path) }
      throw ScenarioError(
        source: path,
        problem: "it is \(format.title) and no scenario; a speed or a motion travels it: "
          + "sim:\(path)?speed=50km/h")
    }
  }

  /// The name of the scenario in a file.
  static func name(ofFile path: String) -> String {
    path.split(separator: "/").last?.withoutExtension ?? ""
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
