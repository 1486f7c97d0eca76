import LocationCore
import Logging
import NMEALocation

/// The sources of this version: NMEA 0183, recorded or live, and simulated receivers.
package struct StandardSourceFactory: SourceFactory {
  private let commandName: String
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> Date
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
    return live(try bytes(of: source), playback, logger)
  }

  package func servableProvider(
    for source: SourceDescription, playback: Playback, logger: Logger?
  ) throws(UserLocationError) -> any ServableProvider {
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
    case .simulated: return try simulations.bytes(of: source)
    case .gpsd: throw unread(source)
    }
  }

  private var simulations: SimulationFactory { SimulationFactory(clock: clock, now: now) }

  private func live(
    _ bytes: any ByteSource, _ playback: Playback, _ logger: Logger?
  ) -> NMEALiveProvider {
    NMEALiveProvider(
      bytes, retry: playback.retries ? RetryPolicy() : nil,
      willRetry: { [notice] error, pause in
        // A log tells of it by itself.
        if logger == nil { notice("\(error); trying again in \(HelpText.seconds(pause))") }
      }, logger: logger, clock: clock, now: now)
  }

  private func unread(_ source: SourceDescription) -> UserLocationError {
    let kind =
      switch source {
      case .gpsd: "gpsd"
      case .file, .standardInput, .serial, .tcp, .udp, .simulated: "that here"
      }
    return UserLocationError(
      .sourceUnavailable, source: source.description,
      detail: "this version does not read \(kind) yet; "
        + "to try it without a receiver: \(commandName) --source FILE")
  }
}
