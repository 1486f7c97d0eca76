import LocationCore
import LocationIO
import LocationPOSIX
import NetworkLocation

extension SourceDescription {
  /// Reads one of these forms:
  ///
  /// | Text | Source |
  /// |---|---|
  /// | `gpsd://HOST[:PORT][/DEVICE]` | gpsd, or only one of its receivers |
  /// | `PATH`, `file:PATH`, `file:///PATH` | a recorded log; a URL may have percent signs |
  /// | `-` | a recorded log on standard input |
  /// | `serial:DEVICE[?baud=RATE]` | a receiver on a serial line |
  /// | `tcp://HOST:PORT` | NMEA from a TCP server |
  /// | `udp://HOST:PORT` | NMEA datagrams that arrive there |
  /// | `geoclue:` | the desktop's location service |
  /// | `sim:NAME[?key=value&…]` | a simulated receiver |
  /// | `last:` | the last known location |
  /// | `at:LAT,LON[,ALT]` | a fixed place: degrees, and meters above mean sea level |
  /// | `mqtt://[USER@]HOST[:PORT]/TOPIC`, `mqtts://…` | what others publish to a broker; the topic may have `+` and `#` |
  /// | `net:URL` | a geolocation server; see `GeolocationServer` for the URL |
  ///
  /// Text without a scheme is a path. Write `./PATH` for a path that looks like a scheme.
  ///
  /// - Throws: `.invalidSource` with the mistake and the expected form.
  public init(_ text: String) throws(UserLocationError) {
    // Compares bytes: a path may have a combining mark after the colon, and then the colon is not a
    // character of its own.
    let end = text.utf8.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }
    guard let end, text.utf8[end] == UInt8(ascii: ":") else {
      self = text == "-" ? .standardInput : .file(path: text)
      if text.isEmpty { throw Self.error(text, "it is empty; name a file or another source") }
      return
    }
    let scheme = text[..<end].lowercased()
    let rest = text[text.utf8.index(after: end)...]
    switch scheme {
    case "file": self = try Self.file(rest, text)
    case "serial": self = try Self.serial(rest, text)
    case "sim": self = try Self.simulated(rest, text)
    case "mqtt", "mqtts": self = .mqtt(try MQTTAddress(text))
    case "net": self = .network(try GeolocationServer(String(rest)))
    case "last":
      guard rest.isEmpty else { throw Self.error(text, "nothing may follow 'last:'") }
      self = .last
    case "at": self = try Self.fixed(rest, text)
    case "gpsd":
      let (authority, path) = try HostAndPort.split(rest, text, form: "gpsd://HOST[:PORT][/DEVICE]")
      let (host, port) = try HostAndPort.parse(authority, text, form: "gpsd://HOST[:PORT]")
      let device = path.map { String($0.dropFirst()) }
      self = .gpsd(
        host: host.isEmpty ? "localhost" : host, port: port ?? Self.gpsdPort,
        device: device?.isEmpty == true ? nil : device)
    case "tcp":
      let (host, port) = try Self.address(rest, text, form: "tcp://HOST:PORT")
      self = .tcp(host: host, port: port)
    case "udp":
      let (host, port) = try Self.address(rest, text, form: "udp://HOST:PORT")
      self = .udp(host: host, port: port)
    case "geoclue":
      guard rest.isEmpty else { throw Self.error(text, "nothing may follow 'geoclue:'") }
      self = .geoClue
    case _ where rest.hasPrefix("//"):
      throw Self.error(
        text,
        "there is no scheme '\(scheme)'; "
          + "there are gpsd, file, serial, tcp, udp, mqtt, mqtts, geoclue, sim, net, last and at")
    default: self = .file(path: text)
    }
  }

  /// `at:LAT,LON[,ALT]`.
  private static func fixed(
    _ rest: Substring, _ text: String
  ) throws(UserLocationError) -> SourceDescription {
    let parts = rest.split(separator: ",", omittingEmptySubsequences: false)
    do throws(InvalidOptionValue) {
      let place = try Coordinate(argument: parts.prefix(2).joined(separator: ","))
      guard parts.count > 2 else { return .fixed(place, altitude: nil) }
      guard parts.count == 3, let altitude = Double(parts[2]), altitude.isFinite else {
        throw InvalidOptionValue("an altitude is a number of meters, as at:48.137,11.575,520")
      }
      return .fixed(place, altitude: altitude)
    } catch {
      throw Self.error(text, error.description)
    }
  }

  /// `file:PATH`, or the URL `file:///PATH` with percent signs.
  private static func file(
    _ rest: Substring, _ text: String
  ) throws(UserLocationError) -> SourceDescription {
    guard rest.hasPrefix("//") else {
      guard !rest.isEmpty else { throw error(text, "a path is missing, as in file:drive.nmea") }
      return .file(path: String(rest))
    }
    let (host, path) = try HostAndPort.split(rest, text, form: "file:///PATH")
    guard let path, path.count > 1, host.isEmpty || host == "localhost" else {
      throw error(text, "a file's URL looks like file:///PATH; or write file:PATH")
    }
    guard let decoded = percentDecoded(path) else {
      throw error(text, "a '%' is not followed by two hexadecimal digits; or write file:PATH")
    }
    return .file(path: decoded)
  }

  /// `serial:DEVICE[?baud=RATE]`.
  private static func serial(
    _ rest: Substring, _ text: String
  ) throws(UserLocationError) -> SourceDescription {
    let form = "serial:/dev/ttyACM0?baud=9600"
    let (device, parameters) = try query(rest, text)
    guard !device.isEmpty else { throw error(text, "a device is missing, as in \(form)") }
    var baudRate: Int?
    for parameter in parameters {
      guard parameter.key == "baud" else {
        throw error(text, "there is no option '\(parameter.key)'; it looks like \(form)")
      }
      guard let rate = Int(parameter.value), rate > 0 else {
        throw error(text, "'\(parameter.value)' is not a baud rate; it looks like \(form)")
      }
      baudRate = rate
    }
    return .serial(device: device, baudRate: baudRate)
  }

  /// `sim:NAME[?key=value&…]`.
  private static func simulated(
    _ rest: Substring, _ text: String
  ) throws(UserLocationError) -> SourceDescription {
    let (scenario, parameters) = try query(rest, text)
    guard !scenario.isEmpty else {
      throw error(text, "a scenario is missing; it looks like sim:NAME?key=value")
    }
    return .simulated(scenario: scenario, parameters: parameters)
  }

  /// `NAME?key=value&key=value`.
  private static func query(
    _ rest: Substring, _ text: String
  ) throws(UserLocationError) -> (name: String, parameters: [Parameter]) {
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var parameters: [Parameter] = []
    for pair in parts.count > 1 ? parts[1].split(separator: "&") : [] {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, !sides[0].isEmpty else {
        throw error(text, "'\(pair)' does not look like key=value")
      }
      parameters.append(Parameter(key: String(sides[0]), value: String(sides[1])))
    }
    return (String(parts[0]), parameters)
  }

  /// `//HOST:PORT`; neither may be missing.
  private static func address(
    _ rest: Substring, _ text: String, form: String
  ) throws(UserLocationError) -> (host: String, port: UInt16) {
    let (authority, path) = try HostAndPort.split(rest, text, form: form)
    guard path == nil || path == "/" else {
      throw error(text, "nothing may follow the port; it looks like \(form)")
    }
    let (host, port) = try HostAndPort.parse(authority, text, form: form)
    guard !host.isEmpty else { throw error(text, "the host is missing; it looks like \(form)") }
    guard let port else { throw error(text, "the port is missing; it looks like \(form)") }
    return (host, port)
  }

  private static func percentDecoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let digits = String(rest.prefix(2)), digits.count == 2,
        digits.allSatisfy(\.isHexDigit), let value = UInt8(digits, radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(path: bytes)
  }

  private static func error(_ text: String, _ detail: String) -> UserLocationError {
    UserLocationError(.invalidSource, source: "'\(text)'", detail: detail)
  }
}
