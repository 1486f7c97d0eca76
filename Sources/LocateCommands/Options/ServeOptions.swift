import ArgumentParser
import LocationCore
import LocationPOSIX
import LocationServing
import LocationSources
import LocationText

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

  /// Whether the locations are served.
  var isWanted: Bool { !endpoints.isEmpty }

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
    guard isWanted else {
      return try await LocationPrinter(of: run, as: format.chosen(in: environment)).run()
    }
    let (provider, name) = (run.base, run.sources.names)
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
      await server.stop()
      throw error
    }
    await server.stop()
  }

  /// What users write, and what other programs then read.
  private static let forms = [
    ("gpsd://127.0.0.1:2947", "gpsd's protocol: gpspipe, cgps, programs with libgps"),
    ("tcp://127.0.0.1:10110", "NMEA to all clients that connect; gpsd reads it too"),
    ("udp://127.0.0.1:10110", "NMEA datagrams sent there, a sentence each"),
    ("unix:/run/nmea.sock", "NMEA on a Unix socket: GeoClue, and the desktop with it"),
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
    """
}

extension LocateEnvironment {
  /// Writes a line to standard error, without the command's name, because programs read it.
  func announce(_ line: String) {
    var text = ByteText()
    text.write(printable: line.printablePath)
    text.write("\n")
    // A closed standard error is not a failure of the service.
    try? errorOutput.write(text.bytes)
  }
}
