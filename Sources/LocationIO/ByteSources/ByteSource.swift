public import LocationCore

/// A source of bytes: a file, memory, standard input, a serial line or a socket.
///
/// A receiver on another kind of wire needs only a type that conforms to this protocol; see
/// <doc:LocationIO>.
public protocol ByteSource: Sendable {
  /// The source as its user writes it: `file:drive.nmea`, `tcp://host:10110`.
  var name: String { get }

  /// Whether the bytes arrive while they are produced.
  var isLive: Bool { get }

  /// Whether the first byte may be in the middle of what its producer sends together, such as a receiver's cycle. By
  /// default it may be if the source is live.
  var isJoinedAnywhere: Bool { get }

  /// What happens when the bytes arrive faster than their consumer reads. By default a live source is
  /// read at its own speed, and a slow consumer gets the newest value; a recorded source waits.
  var delivery: LocationUpdates.Delivery { get }

  /// Whether this process may open the source, as far as this is known without opening it.
  var authorizationStatus: AuthorizationStatus { get }

  /// The missing permission and how to get it ("join the group dialout"); `nil` if none is missing.
  var authorizationRefusal: String? { get }

  /// Opens the source. Each call returns a stream of its own. A recorded source starts at its
  /// beginning.
  ///
  /// This method never waits. Slow work, such as connecting or finding a baud rate, happens in the
  /// stream's first `read`, which `close()` can end.
  ///
  /// - Throws: `.notAuthorized`, `.sourceNotFound`, `.sourceUnavailable`, `.invalidSource` …
  func open() throws(UserLocationError) -> any ByteStream
}

extension ByteSource {
  /// A live source is joined while it sends.
  public var isJoinedAnywhere: Bool { isLive }
  /// A live source does not wait.
  public var delivery: LocationUpdates.Delivery { isLive ? .newestWins : .waitsForConsumer }
  /// Authorized. An error of ``open()`` can still refuse.
  public var authorizationStatus: AuthorizationStatus { .authorizedAlways }
  /// `nil`: no permission is missing.
  public var authorizationRefusal: String? { nil }

  /// The error of a source that this process may not open; `nil` if it may.
  package var refusal: UserLocationError? {
    guard authorizationStatus.isRefused else { return nil }
    return UserLocationError(.notAuthorized, source: name, detail: authorizationRefusal ?? "")
  }
}

/// The bytes of an open ``ByteSource``, in order. One thread reads; any thread may close.
public protocol ByteStream: AnyObject, Sendable {
  /// Waits for bytes and writes them to the start of `buffer`, which has room for one byte at least.
  ///
  /// - Returns: the number of bytes; 0 at the end, and in every later call.
  /// - Throws: `.cancelled` after ``close()``; `.inputOutput`, `.sourceUnavailable`, `.hostNotFound` …
  ///   if the source breaks or can not be opened.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(UserLocationError) -> Int

  /// Waits for bytes no longer than `timeout`, and writes them to the start of `buffer`.
  ///
  /// - Returns: as ``read(into:)``; `nil` if the source was silent for `timeout`. The time that
  ///   connecting takes does not count. A timeout of `nil` waits without limit, and one of zero or
  ///   less does not wait.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, timeout: Duration?
  ) throws(UserLocationError) -> Int?

  /// Ends the stream immediately: a `read` that waits on another thread throws, and the stream's
  /// device or port is free. Any thread may call this repeatedly, but not from within `read`.
  func close()
}

extension ByteStream {
  /// Reads without a timeout, which is correct for streams that never wait.
  public func read(
    into buffer: UnsafeMutableRawBufferPointer, timeout: Duration?
  ) throws(UserLocationError) -> Int? {
    try read(into: buffer)
  }
}

/// A stream that respects timeouts. A read with a timeout of zero never blocks.
package protocol PromptByteStream: ByteStream {}

extension WakeableStream: PromptByteStream {
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(UserLocationError) -> Int {
    while true {
      if let count = try read(into: buffer, timeout: nil) { return count }
    }
  }
}
