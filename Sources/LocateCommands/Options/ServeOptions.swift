import ArgumentParser
import LocationCore
import LocationReplay
import LocationServing
import LocationSources

/// The options for serving locations to other programs.
struct ServeOptions: ParsableArguments {
  @Option(
    name: .customLong("serve"),
    help: ArgumentHelp(
      "Serve the locations to other programs, as above; may be given more than once.",
      discussion: "The command then prints locations only with --format or --json.",
      valueName: "url"),
    completion: .endpoints,
    transform: ServerEndpoint.init(_:))
  var endpoints: [ServerEndpoint] = []

  @Option(
    help: ArgumentHelp(
      "Obey commands that come in at this Unix socket or pipe, as above.", valueName: "path"),
    completion: .file())
  var control: String?

  @Flag(help: "End when the process that started the command ends.") var withParent = false

  /// Whether the locations are served.
  var isWanted: Bool { !endpoints.isEmpty }

  /// Whether the source has to be a recording or a simulation, and nothing between may hide it.
  var needsPlayer: Bool { isWanted || control != nil }

  /// Refuses the unlimited rate, which would end before a client connects.
  func check(_ rate: Rate) throws(CommandFailure) {
    guard !isWanted || rate != .max else {
      throw CommandFailure(
        .usage, "--rate max with --serve would end before a client connects; give a number")
    }
  }

  /// Prints the locations of a run, and serves them if an endpoint is given. Then they are printed only if the
  /// user chose a format. Clients that are connected at the end get the rest.
  ///
  /// - Parameter driver: the name of the receiver's driver that clients of gpsd's protocol see.
  func serve(_ run: SourceRun, driver: String, _ format: FormatOptions) async throws {
    let environment = run.environment
    let watch =
      withParent ? Task { await environment.parent.watch(on: environment.clock) } : nil
    defer { watch?.cancel() }
    guard let control else { return try await printAndServe(run, driver: driver, format) }
    let channel = try channel(at: control, of: run)
    var run = run
    // A command from before the start would have no effect.
    run.onStart = {
      channel.obey()
      environment.announce("obeying \(control)")
    }
    do {
      try await printAndServe(run, driver: driver, format)
    } catch {
      await channel.end()
      throw error
    }
    await channel.end()
  }

  /// The channel of `--control` for the source of a run.
  private func channel(at path: String, of run: SourceRun) throws(CommandFailure) -> ControlChannel
  {
    guard let player = (run.base as? any TrackProvider)?.player else {
      throw CommandFailure(.usage, "--control needs a recording or a simulation as source")
    }
    let (environment, source) = (run.environment, run.sources[0])
    return try ControlChannel(path: path) { line in
      do throws(InvalidOptionValue) {
        try ControlCommand(line).perform(on: player, of: source)
        return "ok"
      } catch {
        return "error: \(error)"
      }
    } complain: { message in
      environment.say("--control \(path): \(message)")
    }
  }

  private func printAndServe(
    _ run: SourceRun, driver: String, _ format: FormatOptions
  ) async throws {
    let environment = run.environment
    guard isWanted else {
      return try await LocationPrinter(of: run, as: format.chosen(in: environment)).run()
    }
    let (provider, name) = (run.source, run.sources.names)
    // Checked before the server opens, so that no client waits for a source that is refused.
    if provider.authorizationStatus.isRefused {
      throw UserLocationError(
        .notAuthorized, source: name, detail: provider.authorizationRefusal ?? "")
    }
    let printed = try format.explicit.map(environment.namingPlaces)
    let server = try LocationServer(
      endpoints: endpoints,
      device: ServedDevice(path: FixSource.publicName(of: name), driver: driver),
      name: "swift-location", version: RootCommand.version, now: environment.now)
    for endpoint in server.endpoints { environment.announce("serving \(endpoint)") }
    do {
      try await LocationPrinter(of: run.through(server.serving(provider)), as: printed).run()
    } catch {
      await end(server, in: environment)
      throw error
    }
    await end(server, in: environment)
  }

  /// Ends a server, and tells the user if clients did not get everything.
  private func end(_ server: LocationServer, in environment: LocateEnvironment) async {
    await server.stop()
    guard server.droppedReports > 0 else { return }
    environment.say(
      "--serve: \(HelpText.count(server.droppedReports, "report")) dropped, because the machine was too busy"
    )
  }

  /// What users write, and what other programs then read.
  private static let forms = [
    ("gpsd://127.0.0.1:2947", "gpsd's protocol: gpspipe, cgps, programs with libgps"),
    ("tcp://127.0.0.1:10110", "NMEA to all clients that connect; gpsd reads it too"),
    ("udp://127.0.0.1:10110", "NMEA datagrams sent there, a sentence each"),
    ("unix:/run/nmea.sock", "NMEA on a Unix socket, for GeoClue and others"),
    ("pty:, pty:/tmp/gps0", "NMEA on a pseudo-terminal; the path is a link to it"),
  ]

  /// What a shell offers.
  static var completions: [String] {
    forms.flatMap { form in form.0.split(separator: ", ").map(String.init) }
  }

  /// The part of the help that explains `--serve`.
  static let explanation = """
    With --serve other programs read the locations as from a receiver, until the track ends or the \
    command is interrupted; --loop starts the track over:
    \(forms.map { "  \(HelpText.padded($0.0, to: 24))\($0.1)" }.joined(separator: "\n"))
    When it is ready, a line on standard error says so: "serving gpsd://127.0.0.1:2947". Port 0 \
    takes a free port, and the line names it. Without a host only programs on this machine can \
    connect; * means all addresses of this machine. Only your own programs can connect to a \
    Unix socket. A client that does not read is disconnected \
    when it is 256 KiB behind.

    With --control a test drives the receiver while it runs, also for the clients of --serve. PATH is a pipe if there is \
    one, or else a new Unix socket for this user, which answers each line with "ok" or "error: ..." and is removed at \
    the end. The line "obeying PATH" on standard error says when it is ready. The commands:
      pause, resume
      seek 60s     play from this position, counted from the start of the track
      lose 10s     no fix for this part of the track
      jump 500m    all places this far north of the track; 0m ends it
      deny         withdraw the authorization; the exit code is 77
    With --with-parent the command ends as by SIGTERM when the process that started it ends, however that ends.
    """
}

extension LocateEnvironment {
  /// Writes a line to standard error, without the command's name, because programs read it.
  func announce(_ line: String) { errorOutput.say(line) }
}
