import LocationCore
public import LocationIO
import LocationPOSIX
public import NetworkLocation

/// A source of locations, as a user writes it: `gpsd://localhost`, `drive.nmea`, `sim:walk?seed=7`.
/// Nothing is opened yet.
public enum SourceDescription: Hashable, Sendable {
  /// `gpsd://HOST[:PORT][/DEVICE]`: a gpsd, or only its receiver `device`. The port of this and of other
  /// sources is 1 … 65,535; a source with port 0 cannot be reached.
  case gpsd(host: String, port: UInt16, device: String?)
  /// `PATH`, `file:PATH`, `file:///PATH`: a recorded log. A URL may have percent signs.
  case file(path: String)
  /// `-`: a recorded log on standard input.
  case standardInput
  /// `serial:DEVICE[?baud=RATE]`: a receiver on a serial line or pseudo-terminal; `baudRate` in bits a
  /// second, one of the rates of `SerialByteSource.init(path:baud:)`, or `nil` to detect it.
  case serial(device: String, baudRate: Int?)
  /// `tcp://HOST:PORT`: NMEA from a TCP server.
  case tcp(host: String, port: UInt16)
  /// `udp://HOST:PORT`: NMEA datagrams that arrive at an address of this machine.
  case udp(host: String, port: UInt16)
  /// `geoclue:`: the desktop's location service, GeoClue.
  case geoClue
  /// `sim:NAME[?key=value&…]`: a simulated receiver. It has the name of a built-in scenario or the path of
  /// a scenario file, and the parameters in the user's order. With the parameter `speed` or `motion`, it is the path
  /// of a track file that the receiver travels, or `-` for standard input. With the parameter `devices` it is a fleet
  /// of devices with names, as `SimulatedFleet` describes. `SourceAssembler` refuses an unknown
  /// parameter and a value out of range with `.invalidSource`.
  case simulated(scenario: String, parameters: [Parameter])
  /// `net:URL`: a geolocation server that is asked with the Wi-Fi access points in sight, after consent.
  /// `GeolocationServer` describes the URL.
  case network(GeolocationServer)
  /// `mqtt://[USER@]HOST[:PORT]/TOPIC`, `mqtts://…`: the locations that others publish to a broker. The
  /// topic may have the wildcards `+` and `#`.
  case mqtt(MQTTAddress)
  /// `last:`: the last known location, which `LastFixStore` keeps.
  case last
  /// `at:LAT,LON[,ALT]`: a place that the user names, in degrees; the altitude is in meters above mean sea level.
  case fixed(Coordinate, altitude: Double?)
  /// `SCHEME:REST`: a source of the program's own. `scheme` is one of `SourceAssembler.schemes`, in lower case, and
  /// `rest` is what follows the colon.
  case custom(scheme: String, rest: String)

  /// One `key=value` of a simulated receiver.
  public struct Parameter: Hashable, Sendable {
    /// The text before `=`.
    public let key: String
    /// The text after `=`; may be empty.
    public let value: String

    /// Makes a parameter.
    public init(key: String, value: String) {
      self.key = key
      self.value = value
    }
  }

  /// The port that gpsd listens on unless told otherwise.
  public static let gpsdPort: UInt16 = 2947

  /// The source if the user names none: gpsd on this machine.
  public static let standard = SourceDescription.gpsd(
    host: "localhost", port: gpsdPort, device: nil)

  /// Whether it is a recording: a file or standard input.
  public var isRecording: Bool { scheme.nature == .recorded }

  /// Whether it gives the present location, and does not wait for its consumer.
  public var isLive: Bool { scheme.nature == .live }

  /// Whether its locations may be those of another machine.
  package var isOfAnotherMachine: Bool {
    switch self {
    case .mqtt, .standardInput, .custom: true
    case .gpsd(let host, _, _), .tcp(let host, _), .udp(let host, _):
      !HostAndPort.isThisMachine(host)
    case .serial, .geoClue, .network, .file, .simulated, .last, .fixed: false
    }
  }

  /// Whether the source carries many devices.
  package var hasDevices: Bool {
    switch self {
    case .mqtt(let address): address.hasWildcard
    case .simulated(_, let parameters):
      parameters.contains { $0.key == SimulationSettings.devicesKey }
    default: false
    }
  }

  package var isBroker: Bool { if case .mqtt = self { true } else { false } }

  /// Whether it is a broker that divides its messages among consumers.
  package var isShared: Bool {
    if case .mqtt(let address) = self { address.isShared } else { false }
  }

  /// Whether it is a simulated receiver.
  package var isSimulated: Bool { scheme.nature == .simulated }

  /// Whether it plays at any pace: a recording or a simulated receiver.
  package var isServable: Bool { isRecording || isSimulated }

  /// Whether it is a geolocation server.
  package var isNetwork: Bool { if case .network = self { true } else { false } }

  package var isFile: Bool { if case .file = self { true } else { false } }
}

extension SourceDescription {
  /// What it has in common with the other sources of its kind.
  package var scheme: SourceScheme {
    switch self {
    case .gpsd: .gpsd
    case .file, .standardInput: .recording
    case .serial: .serial
    case .tcp: .tcp
    case .udp: .udp
    case .geoClue: .geoClue
    case .simulated: .simulated
    case .network: .network
    case .mqtt: .mqtt
    case .last: .last
    case .fixed: .fixed
    case .custom: .custom
    }
  }

  /// The source in messages: the description, without the query of a server, which may contain a key.
  package var name: String {
    if case .network(let server) = self { server.name } else { description }
  }
}

extension SourceDescription: CustomStringConvertible {
  /// The source in the form that ``init(_:schemes:)`` reads. Only a byte of a path that is not UTF-8 looks
  /// different: like `\xE9`.
  public var description: String { text.printablePath }

  private var text: String {
    switch self {
    case .gpsd(let host, let port, let device):
      "gpsd://\(HostAndPort.text(host, port))\(device.map { "/" + $0 } ?? "")"
    // The two slashes must not be read as the start of a host.
    case .file(let path) where path.hasPrefix("//"):
      "file://\(path.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%25"))"
    case .file(let path): "file:\(path)"
    case .standardInput: "-"
    case .serial(let device, let baudRate):
      "serial:\(device)\(baudRate.map { "?baud=\($0)" } ?? "")"
    case .tcp(let host, let port): "tcp://\(HostAndPort.text(host, port))"
    case .udp(let host, let port): "udp://\(HostAndPort.text(host, port))"
    case .geoClue: "geoclue:"
    case .network(let server): "net:\(server)"
    case .mqtt(let address): address.description
    case .last: "last:"
    case .custom(let scheme, let rest): "\(scheme):\(rest)"
    case .fixed(let coordinate, let altitude):
      "at:\(coordinate.latitude),\(coordinate.longitude)" + (altitude.map { ",\($0)" } ?? "")
    case .simulated(let scenario, let parameters):
      "sim:\(scenario)"
        + (parameters.isEmpty
          ? "" : "?" + parameters.map { "\($0.key)=\($0.value)" }.joined(separator: "&"))
    }
  }
}
