import LocationCore
import NMEALocation

/// The sources of this version: NMEA 0183, recorded or live.
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
    for source: SourceDescription, playback: Playback
  ) throws(UserLocationError) -> any LocationProvider {
    switch source {
    case .file(let path) where playback.follows:
      return live(FollowingFileByteSource(path: path), playback)
    case .file, .standardInput:
      return NMEAReplayProvider(
        try recording(source), pace: playback.rate.pace, loops: playback.loops, clock: clock,
        now: now)
    case .serial(let device, let baudRate):
      return live(SerialByteSource(path: device, baud: baudRate), playback)
    case .tcp(let host, let port):
      return live(TCPByteSource(host: host, port: port), playback)
    case .udp(let host, let port):
      return live(UDPByteSource(host: host, port: port), playback)
    case .gpsd, .simulated:
      throw unread(source)
    }
  }

  package func recording(_ source: SourceDescription) throws(UserLocationError) -> any ByteSource {
    switch source {
    case .file(let path): return FileByteSource(path: path)
    case .standardInput: return StandardInputByteSource()
    case .gpsd, .serial, .tcp, .udp, .simulated: throw unread(source)
    }
  }

  private func live(_ bytes: any ByteSource, _ playback: Playback) -> NMEALiveProvider {
    NMEALiveProvider(
      bytes, retry: playback.retries ? RetryPolicy() : nil,
      willRetry: { [notice] error, pause in
        notice("\(error); trying again in \(HelpText.seconds(pause))")
      }, clock: clock, now: now)
  }

  private func unread(_ source: SourceDescription) -> UserLocationError {
    let kind =
      switch source {
      case .gpsd: "gpsd"
      case .simulated: "simulated receivers"
      case .file, .standardInput, .serial, .tcp, .udp: "that here"
      }
    return UserLocationError(
      .sourceUnavailable, source: source.description,
      detail: "this version does not read \(kind) yet; "
        + "to try it without a receiver: \(commandName) --source FILE")
  }
}

extension Rate {
  fileprivate var pace: ReplayPace {
    switch self {
    case .times(let factor): .times(factor)
    case .max: .unpaced
    }
  }
}
