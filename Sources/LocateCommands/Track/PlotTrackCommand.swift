import ArgumentParser
import LocationCore
import LocationIO
import LocationSources
import LocationTracks

/// `locate track plot` draws a track.
struct PlotTrackCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "plot", abstract: "Draw a map, and altitude and speed over the distance.",
      discussion: """
        With -o the picture is SVG, whose colors follow the light or dark scheme of its reader. Without -o it is \
        text for a terminal. If no point states a speed, speeds are computed from positions and times over \
        5 s. Waypoints are marks on the map, and routes are dashed lines.

        \(HelpText.examples([
          "track plot walk.gpx",
          "track plot drive.nmea --units imperial -o drive.svg",
        ]))
        """)
  }

  @OptionGroup var input: TrackInputOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The SVG file to write; - for standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @OptionGroup var presentation: UnitsOption

  @OptionGroup var common: CommonOptions

  func run(in environment: LocateEnvironment) async throws {
    let read = try await input.read(in: environment, for: nil)
    let source = try input.source.recording(input.file, in: environment)
    let title = read.collection.tracks.lazy.compactMap(\.title.name).first ?? source.fileName
    let plot = TrackPlot(read.collection, title: title, units: presentation.units ?? .metric)
    guard var plot else {
      throw UserLocationError(nothingLeft: "\(source.name) has no place to draw")
    }
    if let output {
      try environment.write(plot.svg(), to: output)
    } else {
      plot.title = PrintableText.line(title)
      // Wider lines of dots are hard to see as a whole.
      let columns = min(environment.textOutput.terminalWidth ?? 80, 100)
      try environment.textOutput.write(
        plot.text(columns: columns, isASCII: environment.terminal.encoding == .ascii))
    }
    try read.checkEnd()
  }
}

extension LocateEnvironment {
  /// Writes a document to a file, or to standard output for `-`.
  func write(_ document: [UInt8], to path: String) throws {
    guard path != "-" else { return try output.write(document) }
    let file = try createFile(path)
    defer { file.discard() }
    try file.write(document)
    try Task.checkCancellation()
    try file.commit()
  }
}

extension SourceDescription {
  /// The name of the file without its folder, or the name of another source.
  var fileName: String {
    guard case .file(let path) = self, let last = path.split(separator: "/").last else {
      return name
    }
    return String(last).printablePath
  }
}
