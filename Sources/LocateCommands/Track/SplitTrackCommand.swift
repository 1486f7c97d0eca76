import ArgumentParser
import LocationCore
import LocationIO
import LocationReplay
import LocationSources
import LocationText
import LocationTracks

/// `locate track split` divides tracks into parts.
struct SplitTrackCommand: LocateSubcommand {
  /// Whose midnight begins a day.
  enum Day: String, CaseIterable, ExpressibleByArgument {
    case utc, local
  }

  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "split", abstract: "Divide tracks at gaps, at midnight, or by length.",
      discussion: """
        If the output file has {number} or {date} in its name, each part gets its own file: {number} counts \
        from 1, and {date} is the day of its first point. Otherwise each part is a track of the same \
        file. A part of --length ends with the first point that makes it long enough, and the next part \
        begins there.

        \(HelpText.examples([
          "track split week.gpx --day local -o '{date}.gpx'",
          "track split drive.nmea --gap 10min -o 'drive-{number}.gpx'",
          "track split run.fit --length 1km -o laps.gpx",
        ]))
        """)
  }

  @OptionGroup var input: TrackInputOptions

  @Option(
    help: ArgumentHelp(
      "Divide at each pause that is longer, e.g. 10min.", valueName: "duration"),
    transform: Duration.init(argument:))
  var gap: Duration?

  @Option(help: ArgumentHelp("Divide at midnight: utc or local.", valueName: "zone")) var day: Day?

  @Option(
    help: ArgumentHelp("Divide after each such length, e.g. 10km.", valueName: "length"),
    transform: Length.init(argument:))
  var length: Length?

  @OptionGroup(title: "What comes out") var output: TrackOutputOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard [gap != nil, day != nil, length != nil].count(where: { $0 }) == 1 else {
      throw ValidationError("give one of --gap DURATION, --day ZONE and --length LENGTH")
    }
    if length?.meters == 0 { throw ValidationError("--length must be greater than 0") }
  }

  func run(in environment: LocateEnvironment) async throws {
    let format = try environment.namingPlaces(output.chosenFormat)
    let read = try await input.read(in: environment, for: format)
    var losses = read.losses
    let parts = read.collection.tracks.flatMap(split)
    guard let path = output.path, PartName.isPattern(path) else {
      var whole = read.collection
      whole.tracks = parts
      try environment.write(
        whole, as: format, to: output.path, copying: read.original, &losses)
      losses.report(in: environment)
      return try read.checkEnd()
    }
    let names = PartName.names(of: parts, pattern: path) { offset(at: $0) }
    if let twice = Dictionary(grouping: names, by: { $0 }).first(where: { $0.value.count > 1 }) {
      throw CommandFailure(
        .usage, "\(twice.key): \(twice.value.count) parts have this name; add {number} to -o")
    }
    // A waypoint belongs to no part.
    losses.add(from: read.collection, to: TrackCollection())
    for (name, part) in zip(names, parts) {
      try environment.write(
        TrackCollection(tracks: [part]), as: format, to: name, copying: read.original, &losses)
    }
    losses.report(in: environment)
    try read.checkEnd()
  }

  private func split(_ track: Track) -> [Track] {
    if let gap { return track.split(atGapsOver: gap) }
    if let length { return track.split(everyMeters: length.meters) }
    return track.splitByDay { offset(at: $0) }
  }

  /// The seconds that the zone of `--day` is ahead of UTC.
  private func offset(at time: Date) -> Int { day == .local ? LocalTime.offset(at: time) ?? 0 : 0 }
}

/// The names of the files of parts.
private enum PartName {
  static func isPattern(_ path: String) -> Bool {
    path.contains("{number}") || path.contains("{date}")
  }

  static func names(of parts: [Track], pattern: String, offset: (Date) -> Int) -> [String] {
    let width = "\(parts.count)".count
    return parts.enumerated().map { index, part in
      let number = "\(index + 1)"
      let padded = String(repeating: "0", count: width - number.count) + number
      return replace(
        "{date}", in: replace("{number}", in: pattern, by: padded), by: date(part, offset))
    }
  }

  /// The day of the first time of a part, as 2025-06-01.
  private static func date(_ part: Track, _ offset: (Date) -> Int) -> String {
    guard let time = part.segments.lazy.joined().compactMap(\.timestamp).first,
      let local = UTCTime(time.addingTimeInterval(Double(offset(time))))
    else { return "undated" }
    var text = ByteText()
    text.write(date: local)
    return text.string
  }

  private static func replace(_ field: String, in text: String, by value: String) -> String {
    var result = ""
    var rest = text[...]
    while let range = rest.firstRange(of: field) {
      result += rest[..<range.lowerBound] + value
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}
