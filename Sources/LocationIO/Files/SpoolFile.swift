import LocationPOSIX

/// Keeps bytes on the disk, or in memory, until they are read again, in the order in which they were written.
///
/// The file has no name, so nothing of it remains when the object or the process ends.
package final class SpoolFile {
  private let file: OwnedDescriptor
  private var hasBegunReading = false

  /// Creates the file in the folder of `$TMPDIR`, or in `/tmp`.
  ///
  /// - Parameter isSmall: whether the file is in memory, where the system has such files: then it needs no folder and no disk.
  /// - Throws: the error of `mkstemp`.
  package init(isSmall: Bool = false) throws(SystemError) {
    if isSmall, let memory = Self.memory() {
      file = memory
      return
    }
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var path = Array("\(folder)/swift-location.XXXXXX".utf8CString)
    file = try OwnedDescriptor(mkstemp(&path), from: "mkstemp")
    _ = fcntl(file.number, F_SETFD, FD_CLOEXEC)
    unlink(&path)
  }

  private static func memory() -> OwnedDescriptor? {
    #if os(Linux)
      // Swift does not import it. 1 is MFD_CLOEXEC.
      typealias Create = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32
      guard let symbol = dlsym(nil, "memfd_create") else { return nil }
      let descriptor = unsafeBitCast(symbol, to: Create.self)("swift-location", 1)
      return descriptor < 0 ? nil : OwnedDescriptor(descriptor)
    #else
      return nil
    #endif
  }

  /// Appends bytes. Call it before the first ``read(into:)`` only.
  ///
  /// - Throws: the error of `write`. A part of the bytes may then be in the file.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    try Descriptor.write(file.number, bytes)
  }

  /// The file's descriptor, before its first byte, for a program that shall read it. It closes with the
  /// object.
  package func rewind() throws(SystemError) -> Int32 {
    guard lseek(file.number, 0, SEEK_SET) == 0 else { throw .last("lseek") }
    return file.number
  }

  /// Reads the next bytes.
  ///
  /// - Returns: the number of bytes, 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    if !hasBegunReading {
      guard lseek(file.number, 0, SEEK_SET) == 0 else { throw .last("lseek") }
      hasBegunReading = true
    }
    return try Descriptor.read(file.number, into: buffer) ?? 0
  }
}
