package import LocationCore
import LocationPOSIX

/// Reads a file, a pipe or a terminal to its end.
package struct DescriptorReader: StreamReader {
  private let descriptor: OwnedDescriptor
  private let source: String

  /// Takes over a descriptor. It may be in blocking mode, because reads wait with `poll` first.
  package init(_ descriptor: OwnedDescriptor, source: String) {
    self.descriptor = descriptor
    self.source = source
  }

  package func read(
    into buffer: UnsafeMutableRawBufferPointer, until deadline: Deadline, wake: WakeChannel
  ) throws(UserLocationError) -> Int? {
    while true {
      guard try wake.wait(for: descriptor.number, until: deadline) != nil else { return nil }
      do throws(SystemError) {
        if let count = try Descriptor.read(descriptor.number, into: buffer) { return count }
      } catch {
        throw UserLocationError(error, source: source, code: .inputOutput)
      }
    }
  }
}

extension OwnedDescriptor {
  /// Opens a file for reading, without waiting for anything.
  ///
  /// - Throws: `.sourceNotFound`, also for a directory; `.notAuthorized` with advice; …
  convenience init(reading path: String, source: String) throws(UserLocationError) {
    do throws(SystemError) {
      try self.init(
        open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC), from: "open")
    } catch {
      let advice = error.code == .notAuthorized ? FileAccess(path).advice : nil
      throw UserLocationError(error, source: source, detail: advice)
    }
    if fileType == S_IFDIR {
      throw UserLocationError(
        SystemError("open", EISDIR), source: source, code: .sourceNotFound,
        detail: "it is a directory; name a file in it")
    }
  }

  /// The kind of file, as `S_IFREG`; `nil` if the system does not say.
  var fileType: mode_t? {
    var info = stat()
    return fstat(number, &info) == 0 ? info.st_mode & S_IFMT : nil
  }
}
