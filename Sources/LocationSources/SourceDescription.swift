import LocationCore
import LocationIO

/// Where locations are to come from, as `--source` says it. Nothing is opened yet.
package enum SourceDescription: Hashable, Sendable {
  /// gpsd; `device` limits it to one of its receivers.
  case gpsd(host: String, port: UInt16, device: String?)
  /// A recorded log.
  case file(path: String)
  /// A log on standard input.
  case standardInput
  /// A receiver on a serial line or pseudo-terminal; `baudRate` in bits a second.
  case serial(device: String, baudRate: Int?)
  /// NMEA from a TCP server.
  case tcp(host: String, port: UInt16)
  /// NMEA datagrams received at an address of this host.
  case udp(host: String, port: UInt16)
  /// A simulated receiver: a built-in scenario or a scenario file, and its parameters in order.
  case simulated(scenario: String, parameters: [Parameter])

  /// One `key=value` of a source.
  package struct Parameter: Hashable, Sendable {
    package let key: String
    package let value: String

    package init(key: String, value: String) {
      self.key = key
      self.value = value
    }
  }

  /// The port that gpsd listens on by itself.
  package static let gpsdPort: UInt16 = 2947

  /// Where locations come from when nobody says so.
  package static let standard = SourceDescription.gpsd(
    host: "localhost", port: gpsdPort, device: nil)

  /// Whether it is a recording that has been made already.
  package var isRecording: Bool {
    switch self {
    case .file, .standardInput: true
    case .gpsd, .serial, .tcp, .udp, .simulated: false
    }
  }

  /// Whether it speaks when it pleases, and waits for nobody.
  package var isLive: Bool {
    switch self {
    case .gpsd, .serial, .tcp, .udp: true
    case .file, .standardInput, .simulated: false
    }
  }

  /// Whether it is a simulated receiver.
  package var isSimulated: Bool { if case .simulated = self { true } else { false } }

  /// Whether its bytes can be had at any pace: a recording, or a simulated receiver.
  package var isServable: Bool { isRecording || isSimulated }

  /// Whether it is a file.
  package var isFile: Bool { if case .file = self { true } else { false } }
}

extension SourceDescription: CustomStringConvertible {
  /// The source as its user would write it.
  package var description: String {
    switch self {
    case .gpsd(let host, let port, let device):
      "gpsd://\(HostAndPort.text(host, port))\(device.map { "/" + $0 } ?? "")"
    // What begins with two slashes would be taken for a host.
    case .file(let path) where path.hasPrefix("//"):
      "file://\(path.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%25"))"
    case .file(let path): "file:\(path)"
    case .standardInput: "-"
    case .serial(let device, let baudRate):
      "serial:\(device)\(baudRate.map { "?baud=\($0)" } ?? "")"
    case .tcp(let host, let port): "tcp://\(HostAndPort.text(host, port))"
    case .udp(let host, let port): "udp://\(HostAndPort.text(host, port))"
    case .simulated(let scenario, let parameters):
      "sim:\(scenario)"
        + (parameters.isEmpty
          ? "" : "?" + parameters.map { "\($0.key)=\($0.value)" }.joined(separator: "&"))
    }
  }
}
