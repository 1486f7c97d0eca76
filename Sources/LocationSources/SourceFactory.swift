import LocationCore
import LocationIO
import LocationReplay
import Logging
import NMEALocation

/// Makes sources of what a user described. The command's one way to the outside for locations.
package protocol SourceFactory: Sendable {
  /// A provider of locations, which tells `logger` what it does, if there is one.
  ///
  /// - Throws: `.sourceUnavailable` for a source that can not be read at all; what goes wrong
  ///   when it is opened comes from the provider.
  func provider(
    for source: SourceDescription, playback: Playback, logger: Logger?
  ) throws(UserLocationError) -> any LocationProvider

  /// A provider whose receiver can be served to other programs.
  ///
  /// - Throws: as ``provider(for:playback:logger:)``; `.invalidSource` for one that can not.
  func servableProvider(
    for source: SourceDescription, playback: Playback, logger: Logger?
  ) throws(UserLocationError) -> any TrackProvider

  /// The bytes of a recording or of a receiver, to be converted or decoded.
  func bytes(of source: SourceDescription) throws(UserLocationError) -> any ByteSource

  /// A conversation with a server, to be examined: it is told `greeting`, and says what it says.
  /// Connecting is the first read's work.
  func conversation(
    host: String, port: UInt16, greeting: String, connectTimeout: Duration
  ) throws(UserLocationError) -> any ByteStream
}

/// How a source is used.
package struct Playback: Hashable, Sendable {
  /// How fast a recording is played.
  package var rate: Rate
  /// Whether a recording starts over when it ends.
  package var loops: Bool = false
  /// Whether a file is waited for to grow when it ends.
  package var follows: Bool = false
  /// Whether a live source that broke, or is not there yet, is tried again.
  package var retries: Bool = false

  package init(rate: Rate, loops: Bool = false, follows: Bool = false, retries: Bool = false) {
    self.rate = rate
    self.loops = loops
    self.follows = follows
    self.retries = retries
  }
}

/// How fast a recording is played.
package enum Rate: Hashable, Sendable {
  /// So many times as fast as it was recorded.
  case times(Double)
  /// As fast as its consumer takes it.
  case max
}
