import ArgumentParser
import LocationSources
import LocationTracks

/// The option for recordings whose format is not to be recognized.
struct InputOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The format of a recording: \(TrackInputFormat.names.joined(separator: ", ")).",
      discussion: "Default: the content decides. The recording may be compressed with gzip.",
      valueName: "format"),
    completion: .list(TrackInputFormat.names),
    transform: TrackInputFormat.init(argument:))
  var input: TrackInputFormat?
}

extension TrackInputFormat {
  /// Reads the name of a format.
  init(argument: String) throws(InvalidOptionValue) {
    guard let format = TrackInputFormat(name: argument) else {
      throw InvalidOptionValue(
        "formats of recordings are \(Self.names.joined(separator: ", "))")
    }
    self = format
  }
}

extension [SourceDescription] {
  var haveRecording: Bool { contains(where: \.isRecording) }

  /// The format of `--input`, if one of the sources is a recording.
  func format(_ format: TrackInputFormat?) throws(CommandFailure) -> TrackInputFormat? {
    guard format != nil, !haveRecording else { return format }
    throw CommandFailure(.usage, "\(names): --input is for recordings, and this is none")
  }
}
