package import LocationCore
import Synchronization

/// A stream of bytes that one thread reads and any thread may close.
///
/// Closing wakes the reading thread, waits microseconds until its read returns, and then releases the
/// reader. No descriptor closes during a read, when the system could give its number to another file.
/// After closing, the device or port is free.
///
/// The type is not generic in its reader, because each read would then look the reader's type up.
package final class WakeableStream: Sendable {
  private let source: String
  private let wake: WakeChannel
  private let isClosed = Atomic(false)
  /// Locked during a read; `nil` after closing.
  private let reader: Mutex<(any StreamReader)?>

  /// Takes over a reader. If that fails, the reader is released.
  package init(_ reader: some StreamReader, source: String) throws(UserLocationError) {
    self.source = source
    do throws(SystemError) {
      wake = try WakeChannel()
    } catch {
      throw UserLocationError(error, source: source, code: .inputOutput)
    }
    self.reader = Mutex(reader)
  }

  deinit { release() }

  /// Waits for bytes and writes them to the start of `buffer`.
  ///
  /// - Returns: the number of bytes, 0 at the end, `nil` if the source was silent for `timeout`. The
  ///   time that connecting takes does not count.
  /// - Throws: `.cancelled` after ``close()``; the reader's errors.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, timeout: Duration?
  ) throws(UserLocationError) -> Int? {
    try reader.withLock { reader throws(UserLocationError) in
      if isClosed.load(ordering: .sequentiallyConsistent) { throw .cancelled }
      let count = try reader?.read(into: buffer, until: Deadline(after: timeout), wake: wake)
      // Bytes that arrive while another thread closes the stream are discarded.
      if isClosed.load(ordering: .sequentiallyConsistent) { throw .cancelled }
      return count ?? nil
    }
  }

  /// Ends the stream immediately: a `read` that waits on another thread throws, and the stream's
  /// descriptors close. Any thread may call this repeatedly, but not from within `read`.
  package func close() {
    isClosed.store(true, ordering: .sequentiallyConsistent)
    wake.signal()
    release()
  }

  private func release() {
    reader.withLock { reader in
      wake.forgetConnection()
      reader = nil
    }
  }
}

/// The reading part of a ``WakeableStream``, which calls it from one thread at a time.
///
/// A reader owns its descriptors and closes them when it is released.
package protocol StreamReader: Sendable {
  /// Reads as ``WakeableStream/read(into:timeout:)`` does. It may wait only through `wake`.
  mutating func read(
    into buffer: UnsafeMutableRawBufferPointer, until deadline: Deadline, wake: WakeChannel
  ) throws(UserLocationError) -> Int?
}
