import LocationCore
import Synchronization

/// What a stream does on its reading thread. One thread at a time calls it, so it is a plain value
/// without locks; ``WakeableStream`` does the rest.
protocol StreamReader: Sendable {
  /// Reads as ``ByteStream/read(into:timeout:)`` does, and waits only through `wake`.
  mutating func read(
    into buffer: UnsafeMutableRawBufferPointer, until deadline: Deadline, wake: WakeChannel
  ) throws(UserLocationError) -> Int?

  /// Closes what the reader holds. Called once; no read comes after it.
  mutating func release()
}

/// A ``ByteStream`` that one thread reads and any thread may close.
///
/// Closing wakes the reading thread, waits until it is out, which takes microseconds, and only then
/// closes the descriptors: none is closed, and its number given to somebody else, while a read is
/// still using it. Once closed, the device is free for the next.
final class WakeableStream<Reader: StreamReader>: ByteStream {
  private let wake: WakeChannel
  private let isClosed = Atomic(false)
  /// Held while a read is under way; `nil` once released.
  private let reader: Mutex<Reader?>

  /// Takes the reader over, and releases it when it fails.
  init(_ reader: Reader, source: String) throws(UserLocationError) {
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

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(UserLocationError) -> Int {
    while true {
      if let count = try read(into: buffer, timeout: nil) { return count }
    }
  }

  func read(
    into buffer: UnsafeMutableRawBufferPointer, timeout: Duration?
  ) throws(UserLocationError) -> Int? {
    let result = reader.withLock { reader -> Result<Int?, UserLocationError> in
      if isClosed.load(ordering: .sequentiallyConsistent) { return .failure(.cancelled) }
      do throws(UserLocationError) {
        let count = try reader?.read(
          into: buffer, until: Deadline(after: timeout), wake: wake)
        // What arrived while somebody closed the stream is nobody's any more.
        if isClosed.load(ordering: .sequentiallyConsistent) { return .failure(.cancelled) }
        return .success(count ?? nil)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  func close() {
    isClosed.store(true, ordering: .sequentiallyConsistent)
    wake.signal()
    release()
  }

  private func release() {
    reader.withLock { reader in
      reader?.release()
      reader = nil
    }
  }
}
