import ArgumentParser
import LocationSources
import LocationTracks

/// The option for recordings whose format is not to be recognized.
struct InputOption: ParsableArguments {
  private static let names = TrackInputFormat.allCases.map(\.rawValue)

  @Option(
    help: ArgumentHelp(
      "The format of a recording: \(names.joined(separator: ", ")).",
      discussion: "Default: the content decides. The recording may be compressed with gzip.",
      valueName: "format"),
    completion: .list(names), transform: InputOption.format(named:))
  var input: TrackInputFormat?

  /// The format, if one of `sources` is a recording.
  func format(of sources: [SourceDescription]) throws(CommandFailure) -> TrackInputFormat? {
    guard input != nil, !sources.haveRecording else { return input }
    throw CommandFailure(.usage, "\(sources.names): --input is for recordings, and this is none")
  }

  private static func format(
    named name: String
  ) throws(InvalidOptionValue) -> TrackInputFormat {
    guard let format = TrackInputFormat(rawValue: name.lowercased()) else {
      throw InvalidOptionValue("formats of recordings are \(names.joined(separator: ", "))")
    }
    return format
  }
}

extension [SourceDescription] {
  /// Whether one of them is a recording.
  var haveRecording: Bool { contains { $0.isFile || $0 == .standardInput } }
}
