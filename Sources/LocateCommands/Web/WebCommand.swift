import ArgumentParser
import LocationCore
import LocationIO
import LocationPOSIX
import LocationPlaces
import LocationSources

/// `locate web` shows everything in a browser.
struct WebCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "web",
      abstract: "Show everything at a glance, in a browser.",
      discussion: """
        Serves a page with a map, the satellites, speed and altitude, places and events, and with \
        controls for recordings. A recording in a file shows its whole track, and a slider. When it is ready, a \
        line on standard error says where: "serving http://127.0.0.1:8080/". It connects again by itself. With \
        mqtt://HOST/owntracks/+/+ it shows all devices.

        MAP: Without --tiles the map shows a grid, your places and the track. --tiles map.mbtiles adds a map \
        from a file, without the Internet: an MBTiles archive of images, png, jpg or webp. Only with the \
        address of a tile server does the page make requests to another server.

        ADDRESSES: By default only programs on this machine can connect. Any other address, as \
        --listen 0.0.0.0:8080, needs a token, which is part of the printed link. Whoever has the link sees \
        where you are. As for 'publish', private places and all locations in their zones are left out, unless \
        --show-private is given: in the present location, the track, the recording and the places. There is no encryption: in a network that you do not \
        trust use ssh -L, or a reverse proxy. --public-url says where the page is at a proxy, which may be \
        below a path. docs/web.md has a configuration for nginx.

        FOR PROGRAMS: /api/location and /api/sky have gpsd's TPV and SKY objects, /api/track and \
        /api/track.gpx the track, /api/places GeoJSON, /api/events the stream of events, /metrics the \
        numbers for Prometheus, and /api/openapi.json describes them all. /v1/geolocate answers as a geolocation \
        server, for Firefox, GeoClue and the source net:. The track of a device has at most 8,000 points; then every \
        second one is left out.

        It needs the program \(RootCommand.name)-web beside this one.

        \(HelpText.examples([
          "web",
          "web drive.nmea --rate 10",
          "web mqtt://broker/owntracks/+/+ --retry",
          "web --listen 0.0.0.0:8080",
          "web --public-url https://gps.example.org/boat/ --token-file ~/.token",
          "web --tiles map.mbtiles",
          "web --tiles 'https://example.org/{z}/{x}/{y}.png' --attribution OSM",
        ]))
        """)
  }

  @Argument(help: "The source, in the same form as --source.", completion: .sources)
  var named: String?

  @Option(
    help: ArgumentHelp(
      "The address of the page; port 0 takes a free port.", discussion: "Default: 127.0.0.1:8080.",
      valueName: "host:port"),
    transform: ListenAddress.init(argument:))
  var listen = ListenAddress.standard

  @Option(
    help: ArgumentHelp(
      "A file with the token in its first line, at least 16 letters and digits.",
      discussion: "Default: a new token at each start, if the address needs one.",
      valueName: "file"),
    completion: .file())
  var tokenFile: String?

  @Option(
    help: ArgumentHelp(
      "The address of the page at a reverse proxy, as https://example.org/boat/.",
      discussion: "The page is then for others too, so it needs the token.", valueName: "url"),
    transform: HTTPAddress.init(publicURL:))
  var publicURL: HTTPAddress?

  @Option(
    help: ArgumentHelp(
      "The map: an MBTiles archive, or a tile server with {z}, {x} and {y} in its address.",
      discussion:
        "A server learns which part of the map you look at, and the address of the page.",
      valueName: "file-or-url"),
    completion: .file(extensions: ["mbtiles"]))
  var tiles: String?

  @Option(
    help: ArgumentHelp(
      "Whom the map of --tiles is from, as its license wants it.",
      discussion: "A tile server needs it. For an archive, it replaces the archive's own text.",
      valueName: "text"))
  var attribution: String?

  @Flag(help: "Show private places and what is near them to other machines, too.")
  var showPrivate = false

  @OptionGroup(title: "Where from") var source: SourceOptions
  @OptionGroup(title: "Where from") var reading: ReadingOptions
  @OptionGroup(title: "Where from") var derivation: DeriveOption
  @Flag(help: HelpText.follow) var follow = false
  @Flag(help: HelpText.noRemember) var noRemember = false
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if attribution != nil, tiles == nil {
      throw ValidationError("--attribution belongs to --tiles")
    }
    guard let tiles, Self.isAddress(tiles) else { return }
    if attribution == nil {
      throw ValidationError("a tile server in --tiles needs --attribution")
    }
    if tileServer == nil {
      throw ValidationError(
        "--tiles is an address as https://tile.example.org/{z}/{x}/{y}.png: the name of a host, "
          + "and {z}, {x} and {y} in the path")
    }
  }

  /// Whether other machines may reach the page.
  private var reachesOthers: Bool {
    publicURL != nil || !HostAndPort.isThisMachine(listen.host)
  }

  private var tileServer: TileServer? {
    guard let tiles, let attribution else { return nil }
    return TileServer(url: tiles, attribution: attribution)
  }

  /// Whether the value of --tiles is an address, also one with a mistake. Otherwise it is a path.
  private static func isAddress(_ tiles: String) -> Bool {
    tiles.contains("://") || tiles.contains("{z}")
  }

  /// Opens an archive, so that a wrong one is noticed at the start.
  private func openTiles() throws(UserLocationError) -> MapTiles? {
    guard let tiles else { return nil }
    if Self.isAddress(tiles) { return tileServer.map(MapTiles.server) }
    return .archive(try TileArchive(path: tiles), attribution: attribution)
  }

  func run(in environment: LocateEnvironment) async throws {
    guard let serve = environment.servePage else {
      let name = environment.commandName
      throw CommandFailure(
        .unavailable,
        "the page needs the program \(name)-web beside this one; 'make install' installs it, and "
          + "'swift build --enable-all-traits --product locate-web' builds it")
    }
    let tiles = try openTiles()
    let wanted = try source.descriptions(named, in: environment)
    let access = try source.access(to: wanted, in: environment)
    if follow { try wanted.checkFollowing(derives: derivation.derive) }
    let token = try tokenFile.map { try Self.token(in: $0, environment) }
    var settings = try reading.settings(for: wanted, access)
    settings.derivesMotion = try derivation.applies(to: wanted)
    settings.follows = follow
    var run = try SourceRun(
      of: wanted, settings: settings, isVerbose: common.verbose, in: environment)
    defer { run.finish() }
    run.memory = FixMemory(isOff: noRemember, isVerbose: common.verbose, in: environment)
    let file = try PlacesFile(nil, in: environment)
    let hides = reachesOthers && !showPrivate
    if hides { environment.say(file.words) }
    let gate: @Sendable () -> UpdateGate = {
      guard hides else { return { $0 } }
      return file.gate(wanted.identity) { environment.say($0) }
    }
    let job = WebJob(
      provider: run.acceptingProvider, playing: run.base,
      sources: wanted.map { FixSource.publicName(of: $0.name) },
      canSeek: wanted != [.standardInput], recording: try recording(wanted, settings, environment),
      places: hides ? file.openPlaces : file.places,
      gate: gate,
      host: listen.host, port: listen.port, publicURL: publicURL, token: token,
      tiles: tiles,
      clock: environment.clock,
      waiting: { [observation = run.observation] in observation.status },
      counters: { [base = run.base] in base.countersLine },
      isReady: { links in for link in links { environment.announce("serving \(link)") } })
    try await run.run { try await serve(job) }
  }

  /// A provider that reads the whole recording beside what is played; `nil` if the source is not one recording in a
  /// file. A named pipe is none: its bytes come once.
  private func recording(
    _ wanted: [SourceDescription], _ settings: SourceSettings, _ environment: LocateEnvironment
  ) throws(UserLocationError) -> (any LocationProvider)? {
    guard wanted.count == 1, case .file(let path) = wanted[0], !follow, settings.share == nil,
      FileAccess(path).isFile
    else { return nil }
    var settings = settings
    (settings.pace, settings.maximumGap) = (.unpaced, nil)
    return try environment.provider(for: wanted, settings: settings, isVerbose: false)
  }

  /// The first line of a file.
  private static func token(
    in path: String, _ environment: LocateEnvironment
  ) throws(CommandFailure) -> String {
    environment.checkSecret(path)
    let line = try environment.secret(in: path)
    let isPlain = line.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    guard isPlain, line.count >= 16 else {
      throw CommandFailure(
        .badData, "\(path.printablePath): a token is at least 16 letters and digits in one line")
    }
    return String(decoding: line, as: UTF8.self)
  }
}

extension HTTPAddress {
  /// Reads the address of a page. Its path is a folder.
  fileprivate init(publicURL text: String) throws(InvalidOptionValue) {
    do throws(UserLocationError) {
      try self.init(
        text.hasSuffix("/") ? text : text + "/", name: text, form: "https://HOST[:PORT]/PATH/")
    } catch {
      throw InvalidOptionValue(error.detail)
    }
  }
}

/// Where the page listens.
struct ListenAddress: Hashable, Sendable {
  static let standard = ListenAddress(host: "127.0.0.1", port: 8080)

  let host: String
  let port: UInt16

  init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Reads `HOST:PORT`, `HOST` or `:PORT`. The host may be `*`.
  init(argument: String) throws(InvalidOptionValue) {
    // The system would take the number for an address.
    if let port = UInt16(argument) {
      throw InvalidOptionValue("a port alone is written :\(port)")
    }
    do throws(UserLocationError) {
      let (host, port) = try HostAndPort.parse(
        argument[...], argument, form: "127.0.0.1:8080", ports: 0...UInt16.max)
      self.host = host.isEmpty ? Self.standard.host : host
      self.port = port ?? Self.standard.port
    } catch {
      throw InvalidOptionValue(error.detail)
    }
  }
}
