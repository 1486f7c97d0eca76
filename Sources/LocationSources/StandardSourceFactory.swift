import LocationCore
import LocationIO
import LocationReplay
import LocationText
import LocationTracks
import Logging
import NMEALocation

/// The sources of this version: gpsd, NMEA 0183, recorded or live, and simulated receivers.
package struct StandardSourceFactory: SourceFactory {
  package let commandName: String
  package let clock: any Clock<Duration>
  package let now: @Sendable () -> Date
  private let notice: @Sendable (String) -> Void

  /// Makes the factory.
  ///
  /// - Parameters:
  ///   - commandName: what errors call the command when they say how to use it.
  ///   - clock: what a replay keeps its pace with.
  ///   - now: the time of day, for when something was received.
  ///   - notice: says a line to the user while a command runs.
  package init(
    commandName: String, clock: any Clock<Duration>, now: @escaping @Sendable () -> Date,
    notice: @escaping @Sendable (String) -> Void
  ) {
    self.commandName = commandName
    self.clock = clock
    self.now = now
    self.notice = notice
  }

  package func provider(
    for source: SourceDescription, playback: Playback, logger: Logger?
  ) throws(UserLocationError) -> any LocationProvider {
    if case .file(let path) = source, playback.follows {
      return live(FollowingFileByteSource(path: path), playback, logger)
    }
    if source.isServable {
      return try servableProvider(for: source, playback: playback, logger: logger)
    }
    if case .gpsd(let host, let port, let device) = source {
      return try gpsd(host: host, port: port, device: device, playback, logger)
    }
    return live(try bytes(of: source), playback, logger)
  }

  package func servableProvider(
    for source: SourceDescription, playback: Playback, logger: Logger?
  ) throws(UserLocationError) -> any TrackProvider {
    if source.isSimulated { return try simulations.source(for: source, playback) }
    guard source.isRecording else {
      throw UserLocationError(
        .invalidSource, source: source.description,
        detail: "only a recording or a simulation can be served")
    }
    return NMEAReplayProvider(
      try bytes(of: source), pace: playback.rate.pace, loops: playback.loops, logger: logger,
      clock: clock, now: now)
  }

  package func bytes(of source: SourceDescription) throws(UserLocationError) -> any ByteSource {
    switch source {
    case .file(let path): return FileByteSource(path: path)
    case .standardInput: return StandardInputByteSource()
    case .serial(let device, let baudRate): return SerialByteSource(path: device, baud: baudRate)
    case .tcp(let host, let port): return TCPByteSource(host: host, port: port)
    case .udp(let host, let port): return UDPByteSource(host: host, port: port)
    case .gpsd:
      throw UserLocationError(
        .invalidSource, source: source.description,
        detail: "gpsd gives locations, not a receiver's bytes; see '\(commandName) watch --help'")
    case .simulated: return try simulations.bytes(of: source)
    }
  }

  package func conversation(
    host: String, port: UInt16, greeting: String, connectTimeout: Duration
  ) throws(UserLocationError) -> any ByteStream {
    let name = "\(host):\(port)"
    let reader = TCPReader(
      host: host, port: port, source: name, connectTimeout: connectTimeout, greeting: greeting
    ) {
      SocketAddress.find(host, port: port, for: .connecting)
    }
    return try WakeableStream(reader, source: name)
  }

  private var simulations: SimulationFactory { SimulationFactory(clock: clock, now: now) }

  private func live(
    _ bytes: any ByteSource, _ playback: Playback, _ logger: Logger?
  ) -> NMEALiveProvider {
    NMEALiveProvider(
      bytes, retry: playback.retries ? RetryPolicy() : nil,
      willRetry: notice(ofRetriesBeside: logger), logger: logger, clock: clock, now: now)
  }

  /// Tells the user that a source is tried again, unless a log does.
  package func notice(
    ofRetriesBeside logger: Logger?
  ) -> @Sendable (UserLocationError, Duration) -> Void {
    { [notice] error, pause in
      if logger == nil { notice("\(error); trying again in \(seconds(pause))") }
    }
  }

  /// A duration in seconds as people write it, "1.5 s".
  private func seconds(_ duration: Duration) -> String {
    var text = ByteText()
    if let number = FixedPoint(duration / .seconds(1), places: 3) { text.write(trimming: number) }
    return text.string + " s"
  }
}
