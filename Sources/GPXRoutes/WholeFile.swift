import LocationSimulation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads files at once.
enum WholeFile {
  /// What neither a scenario nor a track of its is larger than.
  private static let limit = 256 << 20

  static func bytes(at path: String) throws(ScenarioError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path, errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(path, errno) }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= limit else {
        throw ScenarioError(source: path, problem: "larger than \(limit >> 20) MB")
      }
    }
  }

  private static func failure(_ path: String, _ code: CInt) -> ScenarioError {
    ScenarioError(source: path, problem: "can not be read: \(String(cString: strerror(code)))")
  }
}
