import LocationCore
import LocationIO
import LocationPOSIX

extension SourceDescription {
  /// Reads one of the forms that the cases of this type have.
  ///
  /// Text without a scheme is a path. Write `./PATH` for a path that looks like a scheme.
  ///
  /// - Parameters:
  ///   - text: what the user wrote.
  ///   - schemes: the schemes of the program's own, in lower case and without the colon. Such a text is
  ///     `.custom`, even if the library has a scheme of this name.
  /// - Throws: `.invalidSource` with the mistake and the expected form.
  public init(_ text: String, schemes: [String] = []) throws(UserLocationError) {
    // Compares bytes: a path may have a combining mark after the colon, and then the colon is not a
    // character of its own.
    let end = text.utf8.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }
    guard let end, text.utf8[end] == UInt8(ascii: ":") else {
      self = text == "-" ? .standardInput : .file(path: text)
      if text.isEmpty {
        throw SourceText(whole: text, rest: "").error("it is empty; name a file or another source")
      }
      return
    }
    let name = text[..<end].lowercased()
    let parts = SourceText(whole: text, rest: text[text.utf8.index(after: end)...])
    if schemes.contains(name) {
      self = .custom(scheme: name, rest: String(parts.rest))
      return
    }
    if let scheme = SourceScheme.all.first(where: { $0.names.contains(name) }) {
      self = try scheme.read(parts)
      return
    }
    guard !parts.rest.hasPrefix("//") else {
      let names = SourceScheme.all.flatMap(\.names) + schemes
      throw parts.error(
        "there is no scheme '\(name)'; there are "
          + "\(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])")
    }
    self = .file(path: text)
  }

  /// `gpsd://HOST[:PORT][/DEVICE]`.
  static func gpsd(_ text: SourceText) throws(UserLocationError) -> SourceDescription {
    let (authority, path) = try HostAndPort.split(
      text.rest, text.whole, form: "gpsd://HOST[:PORT][/DEVICE]")
    let (host, port) = try HostAndPort.parse(authority, text.whole, form: "gpsd://HOST[:PORT]")
    let device = path.map { String($0.dropFirst()) }
    return .gpsd(
      host: host.isEmpty ? "localhost" : host, port: port ?? gpsdPort,
      device: device?.isEmpty == true ? nil : device)
  }

  /// `at:LAT,LON[,ALT]`.
  static func fixed(_ text: SourceText) throws(UserLocationError) -> SourceDescription {
    let parts = text.rest.split(separator: ",", omittingEmptySubsequences: false)
    do throws(InvalidOptionValue) {
      let place = try Coordinate(argument: parts.prefix(2).joined(separator: ","))
      guard parts.count > 2 else { return .fixed(place, altitude: nil) }
      guard parts.count == 3, let altitude = Double(parts[2]), altitude.isFinite else {
        throw InvalidOptionValue("an altitude is a number of meters, as at:48.137,11.575,520")
      }
      return .fixed(place, altitude: altitude)
    } catch {
      throw text.error(error.description)
    }
  }

  /// `file:PATH`, or the URL `file:///PATH` with percent signs.
  static func file(_ text: SourceText) throws(UserLocationError) -> SourceDescription {
    guard text.rest.hasPrefix("//") else {
      guard !text.rest.isEmpty else {
        throw text.error("a path is missing, as in file:drive.nmea")
      }
      return .file(path: String(text.rest))
    }
    let (host, path) = try HostAndPort.split(text.rest, text.whole, form: "file:///PATH")
    guard let path, path.count > 1, host.isEmpty || host == "localhost" else {
      throw text.error("a file's URL looks like file:///PATH; or write file:PATH")
    }
    guard let decoded = percentDecoded(path) else {
      throw text.error("a '%' is not followed by two hexadecimal digits; or write file:PATH")
    }
    return .file(path: decoded)
  }

  /// `serial:DEVICE[?baud=RATE]`.
  static func serial(_ text: SourceText) throws(UserLocationError) -> SourceDescription {
    let form = "serial:/dev/ttyACM0?baud=9600"
    let (device, parameters) = try text.query()
    guard !device.isEmpty else { throw text.error("a device is missing, as in \(form)") }
    var baudRate: Int?
    for parameter in parameters {
      guard parameter.key == "baud" else {
        throw text.error("there is no option '\(parameter.key)'; it looks like \(form)")
      }
      guard let rate = Int(parameter.value), rate > 0 else {
        throw text.error("'\(parameter.value)' is not a baud rate; it looks like \(form)")
      }
      baudRate = rate
    }
    return .serial(device: device, baudRate: baudRate)
  }

  /// `sim:NAME[?key=value&…]`.
  static func simulated(_ text: SourceText) throws(UserLocationError) -> SourceDescription {
    let (scenario, parameters) = try text.query()
    guard !scenario.isEmpty else {
      throw text.error("a scenario is missing; it looks like sim:NAME?key=value")
    }
    return .simulated(scenario: scenario, parameters: parameters)
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
}

/// The text of a source, and its part after the colon of the scheme.
struct SourceText {
  let whole: String
  let rest: Substring

  /// Reads `NAME?key=value&key=value`.
  func query() throws(UserLocationError) -> (
    name: String, parameters: [SourceDescription.Parameter]
  ) {
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var parameters: [SourceDescription.Parameter] = []
    for pair in parts.count > 1 ? parts[1].split(separator: "&") : [] {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, !sides[0].isEmpty else {
        throw error("'\(pair)' does not look like key=value")
      }
      parameters.append(.init(key: String(sides[0]), value: String(sides[1])))
    }
    return (String(parts[0]), parameters)
  }

  /// Reads `//HOST:PORT`; neither may be missing.
  func address(form: String) throws(UserLocationError) -> (host: String, port: UInt16) {
    let (authority, path) = try HostAndPort.split(rest, whole, form: form)
    guard path == nil || path == "/" else {
      throw error("nothing may follow the port; it looks like \(form)")
    }
    let (host, port) = try HostAndPort.parse(authority, whole, form: form)
    guard !host.isEmpty else { throw error("the host is missing; it looks like \(form)") }
    guard let port else { throw error("the port is missing; it looks like \(form)") }
    return (host, port)
  }

  /// Reads nothing: it returns a source without values.
  func alone(_ source: SourceDescription) throws(UserLocationError) -> SourceDescription {
    guard rest.isEmpty else { throw error("nothing may follow '\(source)'") }
    return source
  }

  func error(_ detail: String) -> UserLocationError { HostAndPort.mistake(whole, detail) }
}
