import LocationCore
import NMEALocation

/// The sources of this version: recordings of NMEA 0183.
package struct StandardSourceFactory: SourceFactory {
  private let commandName: String
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> Date

  /// Makes the factory.
  ///
  /// - Parameters:
  ///   - commandName: what errors call the command when they say how to use it.
  ///   - clock: what a replay keeps its pace with.
  ///   - now: the time of day, for when something was received.
  package init(
    commandName: String, clock: any Clock<Duration>, now: @escaping @Sendable () -> Date
  ) {
    self.commandName = commandName
    self.clock = clock
    self.now = now
  }

  package func provider(
    for source: SourceDescription, playback: Playback
  ) throws(UserLocationError) -> any LocationProvider {
    let bytes = try recording(source)
    let pace: ReplayPace =
      switch playback.rate {
      case .times(1): .recorded
      case .times(let factor): .times(factor)
      case .max: .unpaced
      }
    return NMEAReplayProvider(bytes, pace: pace, loops: playback.loops, clock: clock, now: now)
  }

  package func recording(_ source: SourceDescription) throws(UserLocationError) -> any ByteSource {
    switch source {
    case .file(let path): return FileByteSource(path: path)
    case .standardInput: return StandardInputByteSource()
    case .gpsd, .serial, .tcp, .udp, .simulated:
      throw UserLocationError(
        .sourceUnavailable, source: source.description,
        detail: "this version does not read \(kind(source)) yet; "
          + "to try it without a receiver: \(commandName) --source FILE")
    }
  }

  private func kind(_ source: SourceDescription) -> String {
    switch source {
    case .gpsd: "gpsd"
    case .serial: "serial devices"
    case .tcp: "TCP servers"
    case .udp: "UDP datagrams"
    case .simulated: "simulated receivers"
    case .file, .standardInput: "recordings"
    }
  }
}
