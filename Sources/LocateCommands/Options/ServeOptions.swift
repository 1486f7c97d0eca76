import ArgumentParser
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
    transform: ServeEndpoint.init(_:))
  var endpoints: [ServeEndpoint] = []

  /// Refuses the unlimited rate, which would end before a client connects.
  func check(_ rate: Rate) throws(CommandFailure) {
    guard rate != .max else {
      throw CommandFailure(
        .usage, "--rate max with --serve would end before a client connects; give a number")
    }
  }

  /// The part of the help that explains `--serve`.
  static let explanation = """
    With --serve other programs read the locations as from a receiver, until the track ends or the \
    command is interrupted; --loop starts the track over:
      gpsd://127.0.0.1:2947   gpsd's protocol: gpspipe, cgps, programs with libgps
      tcp://127.0.0.1:10110   NMEA to all clients that connect; gpsd reads it too
      udp://127.0.0.1:10110   NMEA datagrams sent there, a sentence each
      pty:, pty:/tmp/gps0     NMEA on a pseudo-terminal; the path becomes a link to it
    When it is ready, a line on standard error says so: "serving gpsd://127.0.0.1:2947". Port 0 \
    takes a free port, and the line names it. Without a host only programs on this machine can \
    connect; * means all addresses of this machine. A client that does not read is disconnected \
    when it is 256 KiB behind.
    """
}
