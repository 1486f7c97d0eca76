import LocationPOSIX
import LocationText

/// A file in which a program keeps something from run to run.
///
/// Each text replaces the file as a whole, so that an interruption damages nothing. Only its owner may read a new
/// file.
package struct StateFile<Failure: Error>: Sendable {
  package let path: String
  private let limit: Int
  private let failure: @Sendable (SystemError) -> Failure

  /// Names a file. It and its folder are made by the first ``replace(with:isLocked:)``.
  ///
  /// - Parameters:
  ///   - limit: the largest file that is read, in bytes.
  ///   - failure: makes the error of a system call that failed.
  package init(
    _ path: String, limit: Int, failure: @escaping @Sendable (SystemError) -> Failure
  ) {
    self.path = path
    self.limit = limit
    self.failure = failure
  }

  /// The content; `nil` if there is no file.
  package func read() throws(Failure) -> [UInt8]? {
    do throws(SystemError) {
      return try FileContents.read(path, limit: limit)
    } catch {
      if error.isMissingFile { return nil }
      throw failure(error)
    }
  }

  /// Keeps other programs and threads away that change the file, until the lock is gone. All names of the file share it.
  package func lock() throws(Failure) -> FileLock {
    do throws(SystemError) {
      try Folder.create(for: path)
      return try FileLock(path: (realpath(path) ?? path) + ".lock")
    } catch {
      throw failure(error)
    }
  }

  /// Replaces the content. Makes missing folders.
  ///
  /// - Parameter isLocked: whether a lock keeps all other writers away; see ``ReplacingFile``.
  package func replace(
    with text: borrowing ByteText, isLocked: Bool = false
  ) throws(Failure) {
    do throws(SystemError) {
      try Folder.create(for: path)
      let file = try ReplacingFile(path: path, isLocked: isLocked)
      try text.withBytes { bytes throws(SystemError) in try file.write(bytes) }
      try file.commit()
    } catch {
      throw failure(error)
    }
  }
}
