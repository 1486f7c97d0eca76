import LocationIO
import LocationSimulation

/// Reads scenario files and the GPX files that they name.
enum WholeFile {
  /// The largest file, in bytes.
  private static let limit = 256 << 20

  static func bytes(at path: String) throws(ScenarioError) -> [UInt8] {
    do throws(SystemError) {
      return try FileContents.read(path, limit: limit)
    } catch {
      throw ScenarioError(source: path, problem: "can not be read: \(error.message)")
    }
  }
}
