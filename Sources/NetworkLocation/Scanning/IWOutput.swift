/// Reads what the program `iw` prints.
enum IWOutput {
  /// The names of the interfaces that can scan, from `iw dev`.
  static func interfaces(_ text: String) -> [String] {
    var interfaces: [String] = []
    for line in text.split(separator: "\n") {
      let words = line.split { $0 == " " || $0 == "\t" }
      guard words.count >= 2 else { continue }
      if words[0] == "Interface" { interfaces.append(String(words[1])) }
      // An interface that is an access point itself, or a monitor, can not scan.
      if words[0] == "type", words[1] != "managed" { _ = interfaces.popLast() }
    }
    return interfaces
  }

  /// The access points, from `iw dev INTERFACE scan` or `scan dump`. Lines that are not known are ignored.
  static func accessPoints(_ text: String) -> [WiFiAccessPoint] {
    var points: [WiFiAccessPoint] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("BSS ") {
        // BSS 00:1b:63:84:45:e6(on wlan0) -- associated
        if let address = MACAddress(line.dropFirst(4).prefix(17)) {
          points.append(WiFiAccessPoint(address: address, networkName: []))
        }
        continue
      }
      // Members of an access point have one tab. Those of its parts have more, and may have the same names.
      guard line.first == "\t", line.dropFirst().first != "\t", !points.isEmpty,
        let colon = line.firstIndex(of: ":")
      else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      read(line[..<colon].dropFirst(), value, into: &points[points.count - 1])
    }
    return points
  }

  private static func read(
    _ name: Substring, _ value: Substring, into point: inout WiFiAccessPoint
  ) {
    let number = value.prefix { $0 != " " }
    switch name {
    case "freq": point.frequency = Double(number).map { Int($0.rounded()) }
    case "signal" where value.hasSuffix("dBm"):
      point.signalStrength = Double(number).map { Int($0.rounded()) }
    case "last seen" where value.hasSuffix("ms ago"):
      point.age = Int(number).map { .milliseconds($0) }
    case "SSID": point.networkName = unescaped(value)
    default: break
    }
  }

  /// Resolves `\x20`, which iw prints for bytes that are not printable ASCII.
  private static func unescaped(_ text: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x"),
        let digits = String(rest.dropFirst().prefix(2)), digits.utf8.count == 2,
        let value = UInt8(digits, radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}
