import ArgumentParser
import LocationCore
import LocationPlaces
import LocationSources
import LocationTracks

/// `locate view` shows everything at a glance.
struct ViewCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "view",
      abstract: "Show everything at a glance, in the terminal.",
      discussion: """
        Shows the location and its age, the satellites with their signals, the sky, the recent track, the \
        nearest places, events and counters on the whole screen. The screen may have any size from \
        \(ViewScreen.leastSize.columns) columns and \(ViewScreen.leastSize.rows) rows; the least important \
        parts are left out first.

        KEYS:
          1 to 5, Tab      pages: overview, satellites, track, log, devices
          d, D             the next device of a source with several, the one before;
                           on page 5 also down and up
          u, c             the next units, the next notation of coordinates
          space            pause; a live source goes on unseen
          + -              a recording or a simulation faster or slower
          left, right      10 s back or on in a recording or a simulation
          down, up         a minute back or on;  Home  the start
          ?                the keys;  q  quit

        The end of a recording stays on the screen. A live source that fails ends the command. The \
        locale decides whether the screen has UTF-8 or ASCII characters, and the variable NO_COLOR that \
        it has no colors.

        \(HelpText.examples([
          "view",
          "view /dev/ttyACM0 --retry",
          "view drive.nmea --rate 10",
          "view sim:drive --units nautical",
        ]))
        """)
  }

  @Argument(help: "The source, in the same form as --source.", completion: .sources)
  var named: String?

  @OptionGroup(title: "Where from") var source: SourceOptions
  @OptionGroup(title: "Where from") var reading: ReadingOptions
  @OptionGroup(title: "Where from") var derivation: DeriveOption
  @Flag(help: HelpText.follow) var follow = false
  @OptionGroup(title: "What it shows") var presentation: PresentationOptions
  @Flag(help: HelpText.noRemember) var noRemember = false
  @OptionGroup var common: CommonOptions

  func run(in environment: LocateEnvironment) async throws {
    let wanted = try source.descriptions(named, in: environment)
    let access = try source.access(to: wanted, in: environment)
    if follow { try wanted.checkFollowing(derives: derivation.derive) }
    var settings = try reading.settings(for: wanted, access)
    settings.derivesMotion = try derivation.applies(to: wanted)
    settings.follows = follow
    let terminal = try environment.openViewTerminal(
      environment.terminal, wanted.contains(.standardInput))
    var run = try SourceRun(
      of: wanted, settings: settings, isVerbose: common.verbose, in: environment)
    run.showsOnlyPresent = true
    defer { run.finish() }
    run.memory = FixMemory(isOff: noRemember, isVerbose: common.verbose, in: environment)
    var shown = ViewSettings()
    shown.presentation = presentation.presentation(defaults: try environment.configuration())
    let session = ViewSession(
      of: run, settings: shown,
      // Places that cannot be read are no reason to show nothing.
      places: (try? environment.placeStore.blockingPlaces()) ?? [], terminal: terminal)
    try await run.run(showsStatus: false) { try await session.run() }
  }
}
