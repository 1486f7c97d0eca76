package import LocationCore
import Synchronization

/// A recording that is open already. Its first bytes were read to recognize the format, and are read
/// again.
package struct OpenedByteSource: ByteSource {
  package let name: String
  private let stream: any ByteStream

  /// - Parameters:
  ///   - source: the recording.
  ///   - stream: its stream, which this source takes over.
  ///   - head: the bytes that were read from the stream.
  ///   - failure: the error of the last read, which comes again after the head.
  package init(
    _ source: any ByteSource, stream: any ByteStream, head: [UInt8],
    failure: UserLocationError? = nil
  ) {
    name = source.name
    self.stream = ResumedStream(head, stream, failure)
  }

  package var isLive: Bool { false }

  /// The stream. There is only one, so this may be called once.
  package func open() throws(UserLocationError) -> any ByteStream { stream }
}

/// A stream after bytes that were read from it.
private final class ResumedStream: PromptByteStream {
  private let head: Mutex<ArraySlice<UInt8>>
  private let stream: any ByteStream
  private let failure: UserLocationError?
  private let isPrompt: Bool

  init(_ head: [UInt8], _ stream: any ByteStream, _ failure: UserLocationError?) {
    self.head = Mutex(head[...])
    self.stream = stream
    self.failure = failure
    isPrompt = stream is any PromptByteStream
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(UserLocationError) -> Int {
    if let count = readHead(into: buffer) { return count }
    if let failure { throw failure }
    return try stream.read(into: buffer)
  }

  func read(
    into buffer: UnsafeMutableRawBufferPointer, timeout: Duration?
  ) throws(UserLocationError) -> Int? {
    if let count = readHead(into: buffer) { return count }
    if let failure { throw failure }
    // The stream may block although the timeout is zero. The caller then reads on another thread.
    if !isPrompt, timeout == .zero { return nil }
    return try stream.read(into: buffer, timeout: timeout)
  }

  func close() { stream.close() }

  /// Reads from the head; `nil` if all of it was read.
  private func readHead(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    head.withLock { head in
      if head.isEmpty { return nil }
      let count = min(buffer.count, head.count)
      buffer.copyBytes(from: head.prefix(count))
      head = head.dropFirst(count)
      return count
    }
  }
}
