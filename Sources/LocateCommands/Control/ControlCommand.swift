import LocationReplay
import LocationSources

/// One line of `--control`: what a test does to the receiver while it runs.
enum ControlCommand: Hashable, Sendable {
  case pause
  case resume
  case seek(to: Duration)
  case lose(for: Duration)
  case jump(meters: Double)
  case deny

  /// An example of each command, for help and errors.
  static let examples = "pause, resume, seek 60s, lose 10s, jump 500m, deny"

  /// The longest part of a simulation that is computed to seek in it.
  private static let longestSimulation = Duration.seconds(86_400)

  /// Reads a command. A quantity has the form that it has in options.
  init(_ line: String) throws(InvalidOptionValue) {
    let words = line.split(whereSeparator: \.isWhitespace)
    let name = words.first.map(String.init) ?? ""
    let value = words.dropFirst().joined(separator: " ")
    if ["pause", "resume", "deny"].contains(name), !value.isEmpty {
      throw InvalidOptionValue("'\(name)' takes no value, but there is '\(value)'")
    }
    switch name {
    case "pause": self = .pause
    case "resume": self = .resume
    case "seek": self = .seek(to: try Duration(argument: value))
    case "lose": self = .lose(for: try Duration(argument: value))
    case "jump": self = .jump(meters: try Length(argument: value).meters)
    case "deny": self = .deny
    default:
      throw InvalidOptionValue("there is no command '\(name)'; there are \(Self.examples)")
    }
    if case .jump(let meters) = self, meters > 20_000_000 {
      throw InvalidOptionValue("a jump is at most 20000km, half way round the Earth")
    }
  }

  /// Does it to the player of a source.
  ///
  /// - Throws: why it makes no sense for the source.
  func perform(
    on player: TrackPlayer, of source: SourceDescription
  ) throws(InvalidOptionValue) {
    switch self {
    case .pause: player.pause()
    case .resume: player.resume()
    case .seek(let position):
      if source == .standardInput {
        throw InvalidOptionValue("standard input can be read only once; seek needs a file")
      }
      if case .simulated = source, position > Self.longestSimulation {
        throw InvalidOptionValue(
          "a simulation is computed from its start to there, so seek goes to 24h at most")
      }
      player.seek(to: position)
    case .lose(let duration): player.lose(for: duration)
    case .jump(let meters): player.jump(meters: meters)
    case .deny: player.deny()
    }
  }
}
