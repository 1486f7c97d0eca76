import ArgumentParser
import LocationTracks

/// `locate track join` makes one track of several.
struct JoinTracksCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "join", abstract: "Make one track of all tracks of some files.",
      discussion: """
        The tracks are joined in the order of their first times, so the order of the files does not matter. \
        Tracks without times come last, in the order of the files. Segments stay apart. Waypoints and routes \
        of all files are kept.

        \(HelpText.examples([
          "track join monday.gpx tuesday.fit -o both.gpx",
          "track join several.gpx -o one.gpx",
        ]))
        """)
  }

  @OptionGroup var input: TrackInputsOptions
  @OptionGroup(title: "What comes out") var output: TrackOutputOptions
  @OptionGroup var common: CommonOptions

  func run(in environment: LocateEnvironment) async throws {
    let format = try environment.namingPlaces(output.chosenFormat)
    var all = TrackInput()
    var collections: [TrackCollection] = []
    for source in try input.sources {
      let read = try await environment.tracks(of: source, input.reading, for: format)
      all.original = all.original ?? read.original
      collections.append(read.collection)
      all.losses.add(read.losses)
      all.cut = all.cut ?? read.cut
    }
    try environment.write(
      TrackCollection(joining: collections), as: format, to: output.path, copying: all.original,
      &all.losses)
    all.losses.report(in: environment)
    try all.checkEnd()
  }
}
