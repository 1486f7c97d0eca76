import LocationCore

/// Somewhere bytes come from: a file, memory, standard input, a serial line, a socket.
public protocol ByteSource: Sendable {
  /// The source as its user would write it: `file:drive.nmea`, `tcp://host:10110`.
  var name: String { get }

  /// Whether the bytes arrive as they happen. A live source is read as fast as it speaks and the
  /// newest value wins; a recorded one waits for its consumer.
  var isLive: Bool { get }

  /// Whether this process may open the source, as far as that can be told without opening it.
  var authorizationStatus: AuthorizationStatus { get }

  /// What is missing, and what would help ("join the group dialout"), after a refusal.
  var authorizationRefusal: String? { get }

  /// Opens the source. Every call is a stream of its own, from the start where there is one.
  ///
  /// It never blocks: what takes time (a connection, finding a baud rate) happens in the stream's
  /// first `read`, which `close()` can end.
  ///
  /// - Throws: `.notAuthorized`, `.sourceNotFound`, `.sourceUnavailable`, `.invalidSource` …
  func open() throws(UserLocationError) -> any ByteStream
}

extension ByteSource {
  /// Authorized: opening will tell.
  public var authorizationStatus: AuthorizationStatus { .authorizedAlways }
  /// `nil`: there is nothing to say.
  public var authorizationRefusal: String? { nil }
}

/// The bytes of an opened ``ByteSource``, in order. One thread reads; any thread may close.
public protocol ByteStream: AnyObject, Sendable {
  /// Blocks until there are bytes, and returns how many it wrote to the start of `buffer`; 0 is
  /// the end, for good.
  ///
  /// - Throws: `.cancelled` once closed; `.inputOutput`, `.sourceUnavailable`, `.hostNotFound` …
  ///   when it breaks, or could not be opened after all.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(UserLocationError) -> Int

  /// The same, but returns `nil` when the source stayed silent for `timeout`. The time that the
  /// opening of the source takes does not count.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, timeout: Duration?
  ) throws(UserLocationError) -> Int?

  /// Ends the stream at once: a `read` that blocks on another thread returns, and what the stream
  /// held (a device, a port) is free. Any thread but from within `read`, any number of times.
  func close()
}

extension ByteStream {
  /// Reads without regard to `timeout`: right for streams that have their bytes at hand.
  public func read(
    into buffer: UnsafeMutableRawBufferPointer, timeout: Duration?
  ) throws(UserLocationError) -> Int? {
    try read(into: buffer)
  }
}

/// A stream that keeps to a timeout: one of zero can be tried where nothing may block.
package protocol PromptByteStream: ByteStream {}

extension WakeableStream: PromptByteStream {
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(UserLocationError) -> Int {
    while true {
      if let count = try read(into: buffer, timeout: nil) { return count }
    }
  }
}
