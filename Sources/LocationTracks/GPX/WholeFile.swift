import LocationIO
import LocationSimulation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads files at once.
enum WholeFile {
  /// What neither a scenario nor a track of its is larger than.
  private static let limit = 256 << 20

  static func bytes(at path: String) throws(ScenarioError) -> [UInt8] {
    do throws(SystemError) {
      let bytes = try contents(of: path)
      if bytes.count <= limit { return bytes }
    } catch {
      throw ScenarioError(source: path, problem: "can not be read: \(error.message)")
    }
    throw ScenarioError(source: path, problem: "larger than \(limit >> 20) MB")
  }

  /// What is in a file, or a little more of it than the limit allows.
  private static func contents(of path: String) throws(SystemError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last("open") }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var failure: SystemError?
    while bytes.count <= limit {
      let chunk = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        do throws(SystemError) {
          count = try Descriptor.read(descriptor, into: UnsafeMutableRawBufferPointer(buffer)) ?? 0
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      if chunk.isEmpty { break }
      bytes += chunk
    }
    return bytes
  }
}
