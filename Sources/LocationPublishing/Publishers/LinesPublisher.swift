import LocationIO

/// Appends each message to a file or a named pipe, as a line.
///
/// A line is written as a whole or not at all. A file is created when the first message comes. A pipe
/// without a reader, or with a slow one, is ``PublishErrorCode/unreachable``, so a ``PublishingQueue``
/// keeps the messages until somebody reads.
public struct LinesPublisher: LocationPublisher {
  private let path: String
  private let file: AppendedFile

  /// Names the file or the pipe.
  public init(path: String) {
    self.path = path
    file = AppendedFile(path: path)
  }

  /// Appends the payload and a line feed.
  public func publish(_ message: PublishedMessage) async throws(PublishError) {
    do throws(SystemError) {
      try file.append(message.payload + [UInt8(ascii: "\n")])
    } catch {
      throw PublishError(error, path: path)
    }
  }
}
