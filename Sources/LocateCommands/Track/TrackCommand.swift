import ArgumentParser

/// `locate track` inspects and changes recorded tracks.
struct TrackCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "track",
      abstract:
        "Measure, compare, change and plot recorded tracks.",
      discussion: """
        Reads every format that convert reads, and writes every format that convert writes. The file itself \
        never changes, unless -o names it. Standard error says what the result lacks, such as waypoints in a \
        format that cannot hold them. Data of a file that a location cannot hold, such as a heart \
        rate, is not read.

        \(HelpText.examples([
          "track info walk.gpx",
          "track simplify walk.gpx --tolerance 5m -o small.gpx",
          "track crop drive.nmea --from 2025-06-01T08:00:00Z -o morning.gpx",
          "track split week.gpx --day utc -o '{date}.gpx'",
          "track join monday.gpx tuesday.fit -o both.gpx",
          "track trim walk.gpx --around 48.137,11.575 --radius 500m -o public.gpx",
          "track smooth walk.gpx -o smooth.gpx",
          "track plot walk.gpx -o walk.svg",
          "track compare phone.gpx receiver.nmea",
        ]))
        """,
      subcommands: [
        TrackInfoCommand.self, SimplifyTrackCommand.self, CropTrackCommand.self,
        SplitTrackCommand.self, JoinTracksCommand.self, ReverseTrackCommand.self,
        ResampleTrackCommand.self, SmoothTrackCommand.self, TrimTrackCommand.self,
        PlotTrackCommand.self,
        CompareTracksCommand.self,
      ])
  }
}
