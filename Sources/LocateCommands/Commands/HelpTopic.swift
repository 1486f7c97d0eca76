import LocationSources
import LocationTracks

/// What several subcommands have in common: `locate help TOPIC` prints it, and the manual page of the command has all
/// of it.
enum HelpTopic: String, CaseIterable {
  case sources
  case formats
  case templates
  case units
  case configuration
  case publishing
  case exitCodes = "exit-codes"

  /// The topics as the user writes them: "sources, formats, …".
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// What the topic explains. No line is longer than 80 columns.
  var text: String {
    switch self {
    case .sources: Self.sourcesText
    case .formats: Self.formatsText
    case .templates: Self.templatesText
    case .units: Self.unitsText
    case .configuration: Self.configurationText
    case .publishing: Self.publishingText
    case .exitCodes: Self.exitCodesText
    }
  }

  /// The forms of a source. Recordings come first, because they need no receiver.
  private static var sourcesText: String {
    let recordings = SourceScheme.all.filter { $0.nature == .recorded }
    let others = SourceScheme.all.filter { $0.nature != .recorded }
    let table = (recordings + others).map { scheme in
      let lines = scheme.explanation.split(separator: "\n")
      return
        "  \(HelpText.padded(scheme.form, to: 30))\(lines.joined(separator: "\n" + HelpText.padded("", to: 32)))"
    }
    return """
      SOURCES (--source, or the variable \(SourceOptions.variable)):
      \(table.joined(separator: "\n"))

      FALLBACK: Several --source options, or lines of \(SourceOptions.variable), are sources in
      the order of your preference. Locations come from the first one with a location
      of the last 10 s. A better one that returns takes over after 5 s. A source that
      fails is tried again while another one works; the command fails when none works.
      """
  }

  private static let formatsText = """
    FORMATS (--format; convert also accepts --to, and the extension of -o FILE):
      text      for people
      json      gpsd's TPV and SKY objects, one per line
      csv       a header with units, then a line each
      gpx       GPX 1.1
      geojson   RFC 7946, a line for each track; watch writes a point a line
      geojson-points
                RFC 7946, a point for each location
      nmea      RMC, GGA, GSA, GSV ... with checksums
      updates   JSON lines with everything that the source delivers; replays exactly
      geo       a geo: URI (RFC 5870)
      kml       KML 2.2 with gx:Track
      tcx       Garmin's Training Center Database
      TEMPLATE  a line with names in braces, e.g. '{latitude},{longitude}\\n'; the
                topic templates has the names
    """

  private static var templatesText: String {
    let table = FixField.all.map { "  \(HelpText.padded("{\($0.name)}", to: 24))\($0.explanation)" }
    return """
      FIELDS of a template; {speed:.1} writes one decimal, and {speed|-} writes - if
      the speed is not known:
      \(table.joined(separator: "\n"))
      """
  }

  private static let unitsText = """
    UNITS of the values of options; a number without a unit is refused:
      durations  ms, s, m or min, h, d         e.g. 500ms, 30s, 1.5h, 7d
      lengths    m, km, ft, mi, nmi            e.g. 50m, 1.5km
      speeds     m/s, km/h, kn, mph            e.g. 50km/h, 6kn
    """

  private static let configurationText = """
    CONFIGURATION: $XDG_CONFIG_HOME/locate/config.json, or
    ~/.config/locate/config.json, is a JSON object with defaults of options: source
    (a text, or an array for a fallback), format, units, coordinates, local-time,
    and on-enter, on-leave, on-dwell and dwell of monitor. Options and the variable
    \(SourceOptions.variable) come first.
    """

  private static let publishingText = """
    TOPICS: At a broker, locations have the topic of --to, events the topic with
    /event after it, and places with /waypoint. The broker keeps the last location,
    and notifies others with OwnTracks' lwt if the connection breaks.

    QUEUE: A message of publish that cannot be delivered waits in the folder of
    --queue, is tried again after a pause, and comes before all later ones. It
    survives crashes and kills. If a connection breaks, a message may arrive twice
    with the same content. If there are too many, the oldest ones are dropped and
    counted. Each target has its own queue, so the next run with the same --to and
    --format delivers the rest. A message that a target refuses, such as the one of
    a device that a tracking server does not know, is lost: it is counted and its
    reason is said, and publish ends with 69. If the file of a queue is damaged, its
    whole messages are sent, the others are counted, and the file is kept.

    PRIVACY: A private place is never named, and no location in its privacy zone is
    published; 'places show' prints the zone. It contains the place, is 1.8 to 3.6
    times as large, and its middle is not the place. A location is held back if
    twice its estimated error reaches the zone. The first one after a zone has no
    speed and no course. 'places edit HOME --private' makes a place private. Other
    places are named only with --name-places. The first line on standard error says
    which places are hidden, and from which file they are; --require-private fails
    without one. A system service has its own places in /var/lib, not yours, so it
    publishes your home unless that is there too. A change of the file counts from
    the next location on, and nothing is published while it cannot be read. Messages
    that already wait are sent as they are. Simulated and recorded locations are
    published only with --simulated.
    """

  private static let exitCodesText = """
    EXIT CODES:
      0   done
      64  usage
      65  bad data
      66  no input
      68  no such host
      69  source unavailable
      73  cannot create output
      74  I/O error
      75  no fix in time
      76  protocol error
      77  not authorized
      78  configuration
      130 interrupted
    """
}
