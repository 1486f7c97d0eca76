import ArgumentParser
import LocationCore
import LocationIO
import LocationPlaces
import LocationPublishing
import LocationSources
import Synchronization

/// `locate publish` sends locations to files and servers.
struct PublishCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "publish",
      abstract: "Publish locations to a broker or a tracking server.",
      discussion: """
        Sends each location to every target of --to until the source ends, or until Ctrl-C, --count or \
        --for ends it. A target is:
          mqtt://[USER@]HOST[:PORT]/TOPIC   an MQTT broker, as owntracks/USER/DEVICE
          mqtts://...                       the same with TLS
          http://[USER@]HOST[:PORT]/PATH    a tracking server, or https://
          PATH, file:PATH                   a file of lines, or a named pipe
          -                                 standard output
        In a topic, a URL and --device, {device} is the device, as anna/phone, and {device.1} or {device.-1} \
        the first or last level of its name. With --tid, or --device without {device}, only the first device \
        is published.

        FORMATS:
          owntracks   the JSON objects of OwnTracks: location, transition and waypoint
          json        gpsd's TPV objects, and a PLACE object for each event
          osmand      OsmAnd's protocol, for Traccar: over HTTP, with --device
          TEMPLATE    the text of a location, as '{latitude},{longitude}'

        Queues, topics and private places: '\(RootCommand.name) help publishing'. --help-hidden also prints \
        the options that few need.

        \(HelpText.examples([
          "publish --to /run/user/1000/positions --name-places",
          "publish --to mqtts://jane@example.org/a/b --password-file ~/.mqtt",
          "publish --to http://traccar:5055 --format osmand --device truck7",
          "publish --source sim:drive --simulated --to - --count 3",
        ]))
        """)
  }

  @Argument(help: "The source, in the same form as --source.", completion: .sources)
  var named: String?

  @Option(
    help: ArgumentHelp(
      "Where to: a URL, a file or -; may be given several times.", valueName: "target"),
    completion: .file(), transform: PublishTarget.init(argument:))
  var to: [PublishTarget]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "\(PublishFormat.list).", discussion: "Default: owntracks.", valueName: "format"),
    completion: .list(PublishFormat.names), transform: PublishFormat.init(argument:))
  var format: PublishFormat?

  @Option(
    name: .customLong("tid"),
    help: ArgumentHelp(
      "Two letters that name the device on OwnTracks' maps.",
      discussion: "Default: the end of the first topic, or of the user's name over HTTP.",
      valueName: "letters"))
  var trackerID: String?

  @Option(
    help: ArgumentHelp(
      "The identifier of the device, for osmand.", valueName: "name"))
  var device: String?

  @Flag(
    help: "Also publish your places that are not private, and entering and leaving them.")
  var namePlaces = false

  @Option(
    help: ArgumentHelp(
      "The GeoJSON file of your places; the private ones are hidden.",
      discussion:
        "Default: places.geojson in $XDG_DATA_HOME/locate.",
      valueName: "file"),
    completion: .file(extensions: ["geojson", "json"]))
  var places: String?

  @Flag(help: "Fail (78) if there is no private place.") var requirePrivate = false

  @Flag(help: "Also publish simulated and recorded locations.") var simulated = false

  @Option(
    name: .customLong("qos"),
    help: ArgumentHelp(
      "MQTT's quality of service: 0, 1 or 2.", discussion: "Default: 1.", valueName: "number",
      visibility: .hidden),
    transform: MQTTPublisher.Quality.init(argument:))
  var quality: MQTTPublisher.Quality?

  @Flag(
    help: ArgumentHelp(
      "The broker does not keep the last location for later subscribers.", visibility: .hidden))
  var noRetain = false

  enum Discovery: String {
    case homeassistant

    init(argument: String) throws(InvalidOptionValue) {
      guard let program = Self(rawValue: argument.lowercased()) else {
        throw InvalidOptionValue("the program is \(Self.homeassistant.rawValue)")
      }
      self = program
    }
  }

  @Option(
    help: ArgumentHelp(
      "Also publish how a program finds the devices at the broker: homeassistant.",
      valueName: "program", visibility: .hidden),
    completion: .list([Discovery.homeassistant.rawValue]), transform: Discovery.init(argument:))
  var discovery: Discovery?

  @OptionGroup(title: "Messages that wait") var queue: QueueOptions
  @OptionGroup(title: "Where from") var source: SourceOptions
  @OptionGroup(title: "Where from") var reading: ReadingOptions
  @OptionGroup(title: "Which ones and how long") var wait: WaitOptions
  @OptionGroup(title: "Which ones and how long") var stream: StreamOptions
  @OptionGroup(title: "Which ones and how long") var filter: FilterOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if Set(to).count < to.count { throw ValidationError("--to names a target twice") }
    if let trackerID, trackerID.isEmpty || trackerID.utf8.count > 2 {
      throw ValidationError("--tid has one or two letters, as KB")
    }
    let isOsmAnd = format == .osmAnd
    if isOsmAnd != (device?.isEmpty == false) {
      throw ValidationError("--format osmand and --device belong together")
    }
    if let device, DeviceTemplate(device) == nil {
      throw ValidationError("--device: only {device}, {device.1} and {device.-1} are in braces")
    }
    if isOsmAnd, !to.allSatisfy(\.isHTTP) {
      throw ValidationError("--format osmand is for http:// and https://")
    }
    if (format ?? .ownTracks) == .ownTracks, trackerID == nil,
      to.contains(where: { $0.isHTTP && $0.trackerID == nil && !$0.namesDevice })
    {
      throw ValidationError("--tid is missing; OwnTracks needs it over HTTP")
    }
    if discovery != nil, !to.contains(where: \.isBroker) {
      throw ValidationError("--discovery is for mqtt:// and mqtts://")
    }
    if discovery != nil, format?.template != nil {
      throw ValidationError("--discovery is for --format owntracks and json")
    }
    if format?.template?.fields.contains(.place) == true {
      throw ValidationError(
        "--format: {place} is not published; --name-places publishes your places")
    }
  }

  func run(in environment: LocateEnvironment) async throws {
    let wanted = try source.descriptions(named, in: environment)
    try check(wanted)
    let file = try PlacesFile(places, in: environment)
    environment.say(file.words)
    if requirePrivate, !file.places.contains(where: \.isPrivate) {
      throw CommandFailure(
        .configuration,
        "--require-private: there is no private place; 'places edit NAME --private' makes one, or --places "
          + "names another file")
    }
    let access = try source.access(to: wanted, to, in: environment)
    var run = try SourceRun(
      of: wanted, settings: reading.settings(for: wanted, access), wait: wait,
      isVerbose: common.verbose, in: environment)
    defer { run.finish() }
    run.limit(stream, filter)
    let memory = try memory(wanted, in: environment)
    let format = format ?? .ownTracks
    let payloads = format.payloads(
      PayloadSettings(
        trackerID: trackerID ?? to.lazy.compactMap(\.trackerID).first, device: device,
        now: environment.now))
    let rules = PublishingRules(
      payloads, places: file.places, namesPlaces: namePlaces, allowsSimulated: simulated,
      filter: run.filter,
      identity: wanted.identity, isOfOneDevice: fixedIdentity != nil,
      state: try await memory?.load() ?? MonitorState())
    if !rules.hiddenPlaces.isEmpty {
      environment.say(
        "not published, because they are in the zone of a private place: "
          + rules.hiddenPlaces.map(\.name).joined(separator: ", ")
      )
    }
    try await Publication(
      source: run, rules: rules, fixedIdentity: fixedIdentity, places: file, memory: memory,
      targets: try to.map { try target($0, format, payloads, access, in: environment) },
      waits: !reading.isInRealTime(wanted), drain: queue.drain ?? QueueOptions.standardDrain,
      isVerbose: common.verbose
    ).run()
  }

  /// What gives all messages the identity of one device, and what to write instead; `nil` if nothing does.
  private var fixedIdentity: String? {
    if let device, DeviceTemplate(device)?.namesDevice == false {
      return "--device \(device); --device '{device}' names each"
    }
    return trackerID.map { "--tid \($0); without it, {device} in --to names each" }
  }

  /// Refuses sources whose locations are never published.
  private func check(_ wanted: [SourceDescription]) throws(CommandFailure) {
    if wanted.contains(.last) {
      throw CommandFailure(
        .usage,
        "last: is where the receiver was before; publish needs a source that reports where it is")
    }
    // Nobody knows yet whether standard input is a recording.
    guard !simulated, let recorded = wanted.first(where: { $0.isSimulated || $0.isFile }) else {
      return
    }
    throw CommandFailure(
      .usage,
      "\(recorded.name): simulated and recorded locations are published only with --simulated")
  }

  /// Keeps where the receiver is for the next run, if events are published.
  private func memory(
    _ wanted: [SourceDescription], in environment: LocateEnvironment
  ) throws -> MonitorStateFile? {
    guard namePlaces, wanted.contains(where: \.isLive) else { return nil }
    return MonitorStateFile(path: try queue.path(of: "places.json", in: environment)) {
      [environment] in
      environment.say($0)
    }
  }

  private func target(
    _ target: PublishTarget, _ format: PublishFormat, _ payloads: any PayloadFormat,
    _ access: MQTTAccess, in environment: LocateEnvironment
  ) throws -> Publication.Target {
    var journal: PublishingJournal?
    var path: String?
    if let name = target.journalName(format) {
      let file = try queue.path(of: name, in: environment)
      let opened = try PublishingJournal(path: file, limits: queue.limits)
      if let damage = opened.damage {
        let kept = damage.copy.map { "; the damaged file is kept as \($0.printablePath)" } ?? ""
        environment.say(
          "\(target.name): the queue \(file.printablePath) was damaged; lost: "
            + "\(HelpText.count(damage.messages, "message"))\(kept)")
      }
      journal = opened
      QueueSnapshot.note(target.name, besideJournal: file)
      path = file
    }
    let reporter = QueueReporter(
      target: target.name, isVerbose: common.verbose, environment: environment)
    return Publication.Target(
      name: target.name, journal: path,
      queue: PublishingQueue(
        try target.publisher(
          format, payloads, access, source.transport(in: environment),
          quality: quality ?? .atLeastOnce, retains: !noRetain,
          discovery == nil ? nil : HomeAssistantDiscovery(of: payloads), in: environment),
        journal: journal,
        clock: environment.clock, report: { reporter.report($0) }),
      reporter: reporter)
  }
}

extension MQTTPublisher.Quality {
  fileprivate init(argument: String) throws(InvalidOptionValue) {
    guard let number = Int(argument), let quality = Self(rawValue: number) else {
      throw InvalidOptionValue("it is 0, 1 or 2")
    }
    self = quality
  }
}
