package import LocationCore
import Synchronization

/// A stream of bytes that one thread reads and any thread may close.
///
/// Closing wakes the reading thread, waits until it is out, which takes microseconds, and only then
/// closes the descriptors: none is closed, and its number given to somebody else, while a read is
/// still using it. Once closed, the device is free for the next.
///
/// It is not generic in its reader: a read would have to look its types up anew each time.
package final class WakeableStream: Sendable {
  private let wake: WakeChannel
  private let isClosed = Atomic(false)
  /// Held while a read is under way; `nil` once released.
  private let reader: Mutex<(any StreamReader)?>

  /// Takes the reader over, and releases it when it fails.
  package init(_ reader: some StreamReader, source: String) throws(UserLocationError) {
    var reader = reader
    do throws(SystemError) {
      wake = try WakeChannel()
    } catch {
      reader.release()
      throw UserLocationError(error, source: source, code: .inputOutput)
    }
    self.reader = Mutex(reader)
  }

  deinit { release() }

  /// Blocks until there are bytes, and returns how many it wrote to the start of `buffer`: 0 at the
  /// end, `nil` when the source stayed silent for `timeout`. The time that the opening of the source
  /// takes does not count.
  ///
  /// - Throws: `.cancelled` once closed; what the reader throws.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, timeout: Duration?
  ) throws(UserLocationError) -> Int? {
    try reader.withLock { reader throws(UserLocationError) in
      if isClosed.load(ordering: .sequentiallyConsistent) { throw .cancelled }
      let count = try reader?.read(into: buffer, until: Deadline(after: timeout), wake: wake)
      // What arrived while somebody closed the stream is nobody's any more.
      if isClosed.load(ordering: .sequentiallyConsistent) { throw .cancelled }
      return count ?? nil
    }
  }

  /// Ends the stream at once: a `read` that blocks on another thread returns, and what the stream
  /// held is free. Any thread but from within `read`, any number of times.
  package func close() {
    isClosed.store(true, ordering: .sequentiallyConsistent)
    wake.signal()
    release()
  }

  private func release() {
    reader.withLock { reader in
      wake.spare()
      reader?.release()
      reader = nil
    }
  }
}
