package import LocationCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads a file, a pipe or a terminal to its end.
package struct DescriptorReader: StreamReader {
  private let descriptor: Int32
  private let source: String

  /// Takes the descriptor over. It may be a blocking one: it is read only when there is something.
  package init(_ descriptor: Int32, source: String) {
    self.descriptor = descriptor
    self.source = source
  }

  /// Opens for reading without waiting for anything, and refuses directories.
  package static func openFile(_ path: String, source: String) throws(UserLocationError) -> Int32 {
    #if canImport(Glibc)
      let opened = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    #elseif canImport(Musl)
      let opened = Musl.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    #else
      let opened = Darwin.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    #endif
    guard opened >= 0 else {
      let error = SystemError.last("open")
      let advice = error.code == .notAuthorized ? FileAccess(path).advice : nil
      throw UserLocationError(error, source: source, detail: advice)
    }
    var info = stat()
    if fstat(opened, &info) == 0, info.st_mode & S_IFMT == S_IFDIR {
      _ = close(opened)
      throw UserLocationError(
        SystemError("open", EISDIR), source: source, detail: "it is a directory, not a file")
    }
    return opened
  }

  package func read(
    into buffer: UnsafeMutableRawBufferPointer, until deadline: Deadline, wake: WakeChannel
  ) throws(UserLocationError) -> Int? {
    while true {
      guard try wake.wait(for: descriptor, until: deadline) != nil else { return nil }
      do throws(SystemError) {
        if let count = try Descriptor.read(descriptor, into: buffer) { return count }
      } catch {
        throw UserLocationError(error, source: source, code: .inputOutput)
      }
    }
  }

  package func release() { _ = close(descriptor) }
}
