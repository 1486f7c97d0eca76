import ArgumentParser
import LocationCore
import LocationPlaces
import LocationSources
import LocationText

/// `locate monitor` tells when the receiver enters and leaves places.
struct MonitorCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "monitor",
      abstract: "Report entering and leaving places; run hooks.",
      discussion: """
        Prints a line for each event at the user's places: entering, leaving, a stay, and at which places \
        the receiver is at first. One bad location never causes an event. 'places' makes the places.

        With a live source the state survives a restart: no event is reported twice, and an event that was \
        missed is reported late. 'visits' prints the log of what was reported. Neither is done for a \
        recording or a simulation, so monitoring a recording gives the same events each time, at any \
        --rate. A change of the places counts from the next location on.

        HOOKS: The commands of --on-enter, --on-leave and --on-dwell run at each event, without a shell: \
        spaces divide words, and quotes and backslashes keep them together. --shell lets /bin/sh read \
        them. The event is a JSON object on standard input, as --json prints it, and is in these \
        variables, which are empty if there is no value:
          LOCATE_EVENT                      enter, leave or dwell
          LOCATE_DEVICE                     the source's device, e.g. anna/phone
          LOCATE_PLACE, LOCATE_PLACE_ID     the place's name and id
          LOCATE_TIME                       when it happened, UTC
          LOCATE_LATE                       1 if it may have happened long before
          LOCATE_STAY                       seconds, for dwell
          LOCATE_LATITUDE, LOCATE_LONGITUDE, LOCATE_ACCURACY
        The hooks of a place run one after another, and at most \(HookOptions.concurrency) hooks run at \
        the same time. A hook that runs longer than --hook-timeout is ended. What a hook prints, up to 64 kB, and \
        the reports of failed ones go to standard error. At its end the command waits for all hooks. Test \
        your hooks with a recording. The configuration may have on-enter, on-leave, on-dwell and dwell.

        \(HelpText.examples([
          "monitor",
          "monitor --place Home --on-enter 'notify-send Home'",
          "monitor --dwell 10min --on-dwell 'jq .fix' --json",
          "monitor drive.nmea --rate max --on-leave ./left.sh",
        ]))
        """)
  }

  @Argument(help: "The source, in the same form as --source.", completion: .sources)
  var named: String?

  @OptionGroup var chosen: ChosenPlacesOption

  @Option(
    help: ArgumentHelp(
      "Report a stay after this time inside, e.g. 10min, instead of the places' own times.",
      valueName: "duration"),
    transform: Duration.init(argument:))
  var dwell: Duration?

  @OptionGroup(title: "What runs at events") var hooks: HookOptions
  @OptionGroup(title: "Where from") var source: SourceOptions
  @OptionGroup(title: "Where from") var reading: ReadingOptions
  @OptionGroup(title: "What comes out") var output: ReportFormatOptions
  @OptionGroup var common: CommonOptions

  func run(in environment: LocateEnvironment) async throws {
    let configuration = try environment.configuration()
    _ = try environment.placeStore
    let file = try PlacesFile(nil, in: environment)
    try check(file.places)
    let dwell = dwell ?? configuration.dwell
    let places = try chosenPlaces(of: file.places, dwell: dwell)
    let hooks = hooks.with(defaults: configuration)
    try hooks.check(places)
    let wanted = try source.descriptions(named, in: environment)
    let access = try source.access(to: wanted, in: environment)
    if wanted.contains(.last) {
      throw CommandFailure(
        .usage,
        "last: is where the receiver was before; monitor needs a source that reports where it is")
    }
    var run = try SourceRun(
      of: wanted, settings: reading.settings(for: wanted, access), isVerbose: common.verbose,
      in: environment)
    defer { run.finish() }
    let monitored = MonitoredPlaces(places)
    run.onUpdate = file.keeping(monitored) {
      (try? chosenPlaces(of: $0, dwell: dwell)) ?? []
    } say: { [environment] in
      environment.say($0)
    }
    let isLive = wanted.contains(where: \.isLive)
    let queue = HookQueue(limit: HookOptions.concurrency) { [environment] call in
      await environment.runProgram(call, environment.clock)
    } report: { [environment] message in
      environment.say(message)
    }
    let mayBeSeveral = wanted.haveDevices || wanted.contains(where: \.isRecording)
    let events = PlaceMonitor(
      provider: run.acceptingProvider, identity: wanted.identity, logger: environment.logger
    ).events(of: monitored, remembering: isLive ? try memory(in: environment) : nil)
    let visits = isLive ? try visits(in: environment) : nil
    do {
      // The monitor asks for consent itself.
      try await run.run(asksFirst: false) {
        for try await event in events {
          try write(event, namesDevices: mayBeSeveral, in: environment)
          await visits?.record(event)
          if let hook = hooks.hook(for: event) { queue.add(hook) }
        }
      }
    } catch {
      await finish(queue, in: environment)
      guard var error = error as? UserLocationError, error.code == .badData,
        !isLive, !run.observation.hasDate
      else { throw error }
      error.source = wanted.names
      error.detail += "; give --date"
      throw error
    }
    await finish(queue, in: environment)
    try run.checkLocation()
  }

  /// Throws if a place of --place is missing, or if there is none at all.
  private func check(_ all: [Place]) throws {
    if let name = chosen.names.first(where: { all.find($0) == nil }) {
      throw PlaceError(
        .unknownPlace, subject: name, detail: "there is no place with this name")
    }
    if all.isEmpty {
      throw CommandFailure(.noInput, "there is no place to monitor; 'places add' makes one")
    }
  }

  /// The places of --place, or all, with the time of --dwell.
  private func chosenPlaces(of all: [Place], dwell: Duration?) throws(PlaceError) -> [Place] {
    var places = chosen.names.isEmpty ? all : chosen.names.compactMap(all.find)
    guard let dwell else { return places }
    for index in places.indices { try places[index].setStay(dwell) }
    return places
  }

  /// The state of a monitor of the same places and devices. Other monitors have their own states.
  private func memory(in environment: LocateEnvironment) throws -> MonitorStateFile {
    let keys = Set(chosen.names.map(Place.key(ofName:))).sorted().joined(separator: "\n")
    let share = reading.share.map { "share \($0)" }
    let text = [keys.isEmpty ? nil : keys, share].compactMap(\.self).joined(separator: "\n")
    let file = text.isEmpty ? "monitor" : "monitor-\(StableHash.text(text))"
    return MonitorStateFile(path: try environment.path(of: "locate/\(file).json", in: .state)) {
      [environment] in
      environment.say($0)
    }
  }

  private func visits(in environment: LocateEnvironment) throws -> VisitLog {
    VisitLog(path: try environment.path(of: VisitLog.file, in: .data)) {
      [environment] in
      environment.say($0)
    }
  }

  private func write(
    _ event: PlaceEvent, namesDevices: Bool, in environment: LocateEnvironment
  ) throws(OutputError) {
    if output.isJSON { return try environment.output.write(event.line) }
    // Most places are not where the receiver is.
    if event.kind == .initial(isInside: false) { return }
    var text = ByteText()
    event.write(into: &text, namesDevice: namesDevices)
    try environment.textOutput.write(text.bytes)
  }

  private func finish(_ queue: HookQueue, in environment: LocateEnvironment) async {
    let count = queue.count
    if count > 0 { environment.interrupts.allowTime() }
    if count > 0, environment.terminal.showsStatus {
      environment.say("waiting for \(HelpText.count(count, "hook"))")
    }
    await queue.finish()
  }
}
