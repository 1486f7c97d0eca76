import LocationCore
import LocationIO
import LocationText

/// Reads the lines of a live stream until a deadline.
struct TimedLines {
  /// Why there is no further line.
  enum End: Error {
    /// The deadline has passed.
    case timeout
    /// The other side closed the stream.
    case closed
  }

  /// Only the start of a longer line is returned.
  private static let limit = 1 << 16

  private let stream: any ByteStream
  private var deadline: Date
  private let now: @Sendable () -> Date
  private var splitter = LineSplitter(limit: Self.limit)
  /// Lines that were read and not returned yet.
  private var lines: [[UInt8]] = []

  /// - Parameters:
  ///   - deadline: when to stop. The time to open the stream does not count.
  ///   - now: the time of day.
  init(of stream: any ByteStream, until deadline: Date, now: @escaping @Sendable () -> Date) {
    self.stream = stream
    self.deadline = deadline
    self.now = now
  }

  /// The next line that is not empty, without its end.
  ///
  /// - Throws: ``End``, `UserLocationError`.
  mutating func next() async throws -> [UInt8] {
    while lines.isEmpty {
      let bytes = try await more()
      bytes.withUnsafeBytes { piece in
        splitter.split(piece) { line in
          switch line {
          case .whole(let line), .tooLong(let line): lines.append(Array(line))
          }
        }
      }
    }
    return lines.removeFirst()
  }

  /// Moves the deadline: reading may take `time` from now on.
  mutating func allow(_ time: Duration) {
    deadline = now().addingTimeInterval(time / .seconds(1))
  }

  /// Moves the deadline to `time` from now, if that is earlier.
  mutating func shorten(to time: Duration) {
    deadline = min(deadline, now().addingTimeInterval(time / .seconds(1)))
  }

  /// The start of a line that has not ended.
  var rest: [UInt8] { splitter.incomplete }

  private func more() async throws -> [UInt8] {
    let left = deadline.timeIntervalSince(now())
    guard left > 0, let bytes = try await stream.chunk(upTo: 1 << 14, timeout: .seconds(left))
    else { throw End.timeout }
    guard !bytes.isEmpty else { throw End.closed }
    return bytes
  }
}
