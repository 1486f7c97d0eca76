import LocationCore
import LocationIO
import LocationSimulation
import NetworkLocation

/// A kind of source: how its users write it, and what all of its sources have in common.
///
/// ``all`` is the one list of them. The parser, its errors, the command's help and completions, and the test of the
/// documentation read it. What depends on the values of a source is in the switches over `SourceDescription`.
package struct SourceScheme: Sendable {
  /// Where the locations come from.
  package enum Nature: Sendable {
    /// The present location. The source does not wait for its consumer.
    case live
    /// A file or standard input.
    case recorded
    /// A simulated receiver.
    case simulated
    /// A location that is known already.
    case kept
  }

  /// What is before the colon, in lower case.
  package let names: [String]
  /// What users write.
  package let form: String
  /// What the form means, for the command's help. A long explanation has several lines.
  package let explanation: String
  /// What a shell offers.
  package let completions: [String]
  package let nature: Nature
  /// How long a fix is recent, counted from its arrival. `nil`: until the source reports its loss. See
  /// `FallbackProvider.Source.maximumAge`.
  package let maximumFixAge: Duration?
  /// Whether it may give NMEA without dates.
  package let canLackDates: Bool
  let read: @Sendable (SourceText) throws(UserLocationError) -> SourceDescription
}

extension SourceScheme {
  /// All schemes. Errors name them in this order.
  package static let all = [
    gpsd, recording, serial, tcp, udp, mqtt, geoClue, simulated, network, last, fixed,
  ]

  static let gpsd = SourceScheme(
    names: ["gpsd"],
    form: "gpsd://HOST[:PORT][/DEVICE]",
    explanation: "gpsd; the default, \(SourceDescription.standard)",
    completions: ["gpsd://localhost"], nature: .live, maximumFixAge: .seconds(10),
    canLackDates: false, read: SourceDescription.gpsd(_:))

  /// A file or standard input. Text without a scheme is one, too.
  static let recording = SourceScheme(
    names: ["file"],
    form: "PATH, file:PATH, -",
    explanation: """
      a recorded track or log, or standard input; the
      path of a character device is a receiver
      """,
    completions: ["file:", "-"], nature: .recorded, maximumFixAge: .seconds(10),
    canLackDates: true, read: SourceDescription.file(_:))

  static let serial = SourceScheme(
    names: ["serial"],
    form: "serial:/dev/ttyACM0?baud=9600",
    explanation: "a receiver on a serial line; baud is optional",
    completions: ["serial:/dev/"], nature: .live, maximumFixAge: .seconds(10),
    canLackDates: true, read: SourceDescription.serial(_:))

  static let tcp = SourceScheme(
    names: ["tcp"],
    form: "tcp://HOST:PORT", explanation: "NMEA from a TCP server",
    completions: ["tcp://"], nature: .live, maximumFixAge: .seconds(10), canLackDates: true,
    read: { text throws(UserLocationError) in
      let (host, port) = try text.address(form: "tcp://HOST:PORT")
      return .tcp(host: host, port: port)
    })

  static let udp = SourceScheme(
    names: ["udp"],
    form: "udp://HOST:PORT", explanation: "NMEA datagrams received there; HOST may be *",
    completions: ["udp://"], nature: .live, maximumFixAge: .seconds(10), canLackDates: true,
    read: { text throws(UserLocationError) in
      let (host, port) = try text.address(form: "udp://HOST:PORT")
      return .udp(host: host, port: port)
    })

  /// Others publish when they moved, so a fix stays recent.
  static let mqtt = SourceScheme(
    names: ["mqtt", "mqtts"],
    form: "mqtt://HOST/owntracks/+/+",
    explanation: """
      what others publish to a broker, or mqtts://;
      each topic is a device; a password is in the
      variable \(MQTTAccess.passwordVariable), or in
      --password-file
      """,
    completions: ["mqtt://"], nature: .live, maximumFixAge: nil, canLackDates: false,
    read: { text throws(UserLocationError) in
      .mqtt(try MQTTAddress(text.whole))
    })

  /// GeoClue reports only changes, so a fix stays recent.
  static let geoClue = SourceScheme(
    names: ["geoclue"],
    form: "geoclue:", explanation: "the desktop's location service",
    completions: ["geoclue:"], nature: .live, maximumFixAge: nil, canLackDates: false,
    read: { text throws(UserLocationError) in
      try text.alone(.geoClue)
    })

  static let simulated = SourceScheme(
    names: ["sim"],
    form: "sim:NAME?seed=7&...",
    explanation: """
      a simulated receiver: a name of simulate --list,
      or a file; it travels a track, a route or
      waypoints with ?speed=50km/h or ?motion=walk;
      ?devices=1000 is a fleet; simulate --help has
      the keys
      """,
    completions: Scenario.builtInNames.map { "sim:\($0)" }, nature: .simulated,
    maximumFixAge: .seconds(10), canLackDates: false, read: SourceDescription.simulated(_:))

  /// A geolocation server is asked once a minute.
  static let network = SourceScheme(
    names: ["net"],
    form: "net:https://HOST/v1/geolocate",
    explanation: """
      a geolocation server, asked with the Wi-Fi in
      sight after consent; ?fallback=ip also allows
      the IP address; ?key-file=PATH or
      ?key-variable=NAME says where its key is
      """,
    completions: ["net:https://"], nature: .live, maximumFixAge: .seconds(150),
    canLackDates: false,
    read: { text throws(UserLocationError) in
      .network(try GeolocationServer(String(text.rest), after: "net:"))
    })

  static let last = SourceScheme(
    names: ["last"],
    form: "last:",
    explanation: "the last location of this machine, with its age",
    completions: ["last:"], nature: .kept, maximumFixAge: nil, canLackDates: false,
    read: { text throws(UserLocationError) in
      try text.alone(.last)
    })

  static let fixed = SourceScheme(
    names: ["at"],
    form: "at:LAT,LON[,ALT]",
    explanation: "a place; degrees, meters above mean sea level",
    completions: ["at:"], nature: .kept, maximumFixAge: nil, canLackDates: false,
    read: SourceDescription.fixed(_:))

  /// What the sources of a program's own have in common. It is not in ``all``, because the program names the schemes.
  static let custom = SourceScheme(
    names: [], form: "", explanation: "", completions: [], nature: .live,
    maximumFixAge: .seconds(10), canLackDates: false,
    read: { text throws(UserLocationError) in
      throw text.error("the program names its own schemes")
    })
}
