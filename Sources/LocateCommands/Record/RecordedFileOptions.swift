import ArgumentParser
import LocationCore
import LocationIO
import LocationSources
import LocationTracks

/// The options for the files of `record`.
struct RecordedFileOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to record to; with --split the folder of the files.", valueName: "path"),
    completion: .file())
  var output: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "\(RecordedFormats.list).",
      discussion: "Default: by the extension of the file; gpx with --split.", valueName: "format"),
    completion: .list(RecordingFormat.names),
    transform: RecordingFormat.init(argument:))
  var format: RecordingFormat?

  @Option(
    help: ArgumentHelp(
      "Begin a new file: day, gap (or gap=30min), distance (or distance=50km), or device.",
      discussion: "A gap is 10 min, and a distance is 10 km, if you give none.",
      valueName: "when"),
    completion: .list(["day", "gap", "distance", "device"]),
    transform: RecordedSplit.init(argument:))
  var split: RecordedSplit?

  @Option(
    help: ArgumentHelp(
      "The names of the files of --split, with {date} and {time} of the first location, and {device}.",
      discussion: """
        Default: {date} for --split day, {device} for --split device, else {date}T{time}; the extension \
        is added.
        """,
      valueName: "template"))
  var name: String?

  @Flag(help: "Days and times of file names in the local time zone; the default is UTC.")
  var localTime = false

  @Option(
    help: ArgumentHelp(
      "How much a power failure may lose, e.g. 5s; 0s stores each location at once.",
      discussion: "Default: what the system keeps in memory, which can be half a minute.",
      valueName: "duration"),
    transform: Duration.init(argument:))
  var sync: Duration?

  func validate() throws {
    if split == nil {
      if name != nil { throw ValidationError("--name is for the files of --split") }
      if localTime { throw ValidationError("--local-time is for the file names of --split") }
    }
    _ = try chosenFormat
    if split != nil { _ = try names }
  }

  /// The format from the option, or from the extension.
  private var chosenFormat: RecordingFormat {
    get throws {
      if let format { return format }
      guard let path = split == nil ? output : name else { return .gpx }
      if case .track(let format) = OutputFormat(path: path) {
        if let format = RecordingFormat(format) { return format }
        throw ValidationError("\(path): \(RecordedFormats.refusal)")
      }
      guard split == nil else { return .gpx }
      throw ValidationError(
        "\(path): its extension names no format that is recorded; give --format, one of "
          + RecordedFormats.list)
    }
  }

  /// The names of the files of `--split`.
  private var names: RecordingName {
    get throws {
      var template = name ?? split?.defaultName ?? ""
      let suffix = ".\(try chosenFormat.name)"
      if !template.lowercased().hasSuffix(suffix) { template += suffix }
      let result: RecordingName
      do {
        result = try RecordingName(template, usesLocalTime: localTime)
      } catch {
        throw ValidationError("--name: \(error)")
      }
      if split == .device, !result.isForEachDevice {
        throw ValidationError("--name: with --split device a name has {device} in it")
      }
      return result
    }
  }

  /// Whether the files are NMEA.
  var isNMEA: Bool { (try? chosenFormat) == .nmea }

  /// Whether each device has its own files.
  var isForEachDevice: Bool { split != nil && (try? names)?.isForEachDevice == true }

  /// Makes the recorder.
  ///
  /// - Parameter report: receives the recorder's events.
  func recorder(
    in environment: LocateEnvironment,
    report: @escaping @Sendable (LocationRecorder.Event) -> Void
  ) throws -> LocationRecorder {
    if let split {
      let name = try names
      if name.isForEachDevice { Descriptor.raiseLimit() }
      return try LocationRecorder(
        folder: output, split: split.parts, name: name, format: chosenFormat, syncInterval: sync,
        clock: environment.clock, report: report)
    }
    return try LocationRecorder(
      path: output, format: chosenFormat, syncInterval: sync, clock: environment.clock,
      report: report)
  }
}

/// Texts about the formats of recordings.
enum RecordedFormats {
  /// The names, for the help and for errors.
  static let list = RecordingFormat.names.joined(separator: ", ")

  static let refusal =
    "this format cannot be recorded, because its end is not valid at any time; record one of "
    + "\(list), and 'convert' it afterwards"
}

extension RecordingFormat {
  /// Parses the name of a format.
  fileprivate init(argument: String) throws(InvalidOptionValue) {
    if let format = RecordingFormat(name: argument) {
      self = format
      return
    }
    throw InvalidOptionValue(
      (try? OutputFormat(argument: argument)) == nil
        ? "the formats are \(RecordedFormats.list)" : RecordedFormats.refusal)
  }
}

/// When `--split` begins a file.
enum RecordedSplit: Hashable, Sendable {
  /// For each device.
  case device
  case part(RecordingSplit)

  /// How the files follow each other; `nil` for one file of each device.
  var parts: RecordingSplit? { if case .part(let split) = self { split } else { nil } }

  fileprivate var defaultName: String {
    switch self {
    case .device: "{device}"
    case .part(.day): "{date}"
    case .part: "{date}T{time}"
    }
  }

  /// Parses `day`, `gap`, `gap=30min`, `distance`, `distance=50km` or `device`.
  fileprivate init(argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    switch (parts.first, parts.dropFirst().first) {
    case ("device", nil): self = .device
    case ("day", nil): self = .part(.day)
    case ("gap", nil): self = .part(.gap(.seconds(600)))
    case ("gap", let text?): self = .part(.gap(try Duration(argument: text)))
    case ("distance", nil): self = .part(.distance(10_000))
    case ("distance", let text?): self = .part(.distance(try Length(argument: text).meters))
    default:
      throw InvalidOptionValue("it is day, gap, gap=30min, distance, distance=50km or device")
    }
  }
}
