import GPSDProtocol
import LocationCore
import LocationIO
import LocationServing
import LocationSources
import LocationText
import LocationTracks
import NMEALocation

/// The lines of a live stream, for who has only so much time for them.
struct TimedLines {
  /// Why there is no further line.
  enum End: Error {
    /// The time is up.
    case timeout
    /// The other side closed.
    case closed
  }

  /// A longer line is none, and what came of it is handed on.
  private static let limit = 1 << 16

  private let stream: any ByteStream
  private var deadline: Date
  private let now: @Sendable () -> Date
  private var pending: [UInt8] = []

  /// - Parameters:
  ///   - deadline: until when to read; opening the stream is not counted.
  ///   - now: the time of day.
  init(of stream: any ByteStream, until deadline: Date, now: @escaping @Sendable () -> Date) {
    self.stream = stream
    self.deadline = deadline
    self.now = now
  }

  /// The next line, without its end.
  ///
  /// - Throws: ``End``, `UserLocationError`.
  mutating func next() async throws -> [UInt8] {
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        let line = pending[..<end]
        pending.removeFirst(end + 1)
        return Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
      }
      if pending.count > Self.limit { return pending }
      pending += try await more()
    }
  }

  /// Gives the reading so much time from now.
  mutating func allow(_ time: Duration) {
    deadline = now().addingTimeInterval(time / .seconds(1))
  }

  /// Has the reading end in so much time from now, if that is earlier.
  mutating func hurry(within time: Duration) {
    deadline = min(deadline, now().addingTimeInterval(time / .seconds(1)))
  }

  /// What was read of a line that has not ended.
  var rest: [UInt8] { pending }

  private func more() async throws -> [UInt8] {
    let left = deadline.timeIntervalSince(now())
    guard left > 0, let bytes = try await stream.chunk(upTo: 1 << 14, timeout: .seconds(left))
    else { throw End.timeout }
    guard !bytes.isEmpty else { throw End.closed }
    return bytes
  }
}
