import ArgumentParser
import LocationServing
import LocationSources

/// The options for serving locations to other programs.
struct ServeOptions: ParsableArguments {
  @Option(
    name: .customLong("serve"),
    help: ArgumentHelp(
      "Serve it to other programs, as above; may be given more than once.",
      discussion: "Nothing is printed then unless --format or --json asks for it.",
      valueName: "url"),
    transform: ServeEndpoint.init(_:))
  var endpoints: [ServeEndpoint] = []

  /// Refuses the unlimited rate, which would end before a client connects.
  func check(_ rate: Rate) throws(CommandFailure) {
    guard rate != .max else {
      throw CommandFailure(
        .usage, "--rate max with --serve would be over before anybody listens; give a number")
    }
  }

  /// The part of the help that explains `--serve`.
  static let explanation = """
    --serve makes a receiver of it that other programs read, until it ends, --loop aside, or is \
    interrupted:
      gpsd://127.0.0.1:2947   gpsd's protocol: gpspipe, cgps, programs with libgps
      tcp://127.0.0.1:10110   NMEA to everybody who connects; gpsd reads it too
      udp://127.0.0.1:10110   NMEA datagrams sent there, a sentence each
      pty:, pty:/tmp/gps0     NMEA on a pseudo-terminal, and a link to it
    When one is ready a line on standard error says so: "serving gpsd://127.0.0.1:2947". Port 0 \
    takes a free port, which the line names. Without a host it is this machine alone; * is all \
    of its addresses. A client that does not read is let go when it is 256 KiB behind.
    """
}
