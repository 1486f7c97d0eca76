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
  /// - Throws: `.notAuthorized`, `.sourceNotFound`, `.sourceUnavailable`, `.hostNotFound` …
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
  /// - Throws: `.cancelled` once closed; `.inputOutput`, `.sourceUnavailable` … when it breaks.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(UserLocationError) -> Int

  /// Ends the stream at once: a `read` that blocks on another thread returns. Any thread, any
  /// number of times.
  func close()
}
