import LocationText

/// The data for a geolocation server. It contains only what the rules of privacy allow.
///
/// Access points are left out if ``WiFiAccessPoint/exclusion`` says so. Names of networks are never
/// contained. One access point alone is never sent, because its place could be somebody's home. A cell
/// covers many homes, so one is enough.
public struct GeolocationRequest: Hashable, Sendable {
  /// The access points that are sent, the strongest first: none, or 2 … 100.
  public let accessPoints: [WiFiAccessPoint]
  /// The cells that are sent.
  public let cells: [CellTower]
  /// Whether the server may use the IP address of this machine.
  public let usesAddress: Bool
  /// How many access points are left out, by reason.
  public let excluded: [WiFiAccessPoint.Exclusion: Int]

  private static let limit = 100

  /// Selects the access points that may be sent.
  ///
  /// - Parameters:
  ///   - scan: the access points that a scan found.
  ///   - cells: the cells of this machine's modems.
  ///   - usesAddress: see ``usesAddress``.
  public init(scan: [WiFiAccessPoint], cells: [CellTower] = [], usesAddress: Bool = false) {
    var byAddress: [MACAddress: WiFiAccessPoint] = [:]
    var excluded: [WiFiAccessPoint.Exclusion: Int] = [:]
    for point in scan {
      if let exclusion = point.exclusion {
        excluded[exclusion, default: 0] += 1
      } else if let other = byAddress[point.address], !Self.isStronger(point, other) {
        continue
      } else {
        byAddress[point.address] = point
      }
    }
    // An access point may send several networks, and one of them may have opted out.
    for point in scan where point.exclusion == .optedOut { byAddress[point.address] = nil }
    let points = byAddress.values.sorted(by: Self.isStronger).prefix(Self.limit)
    accessPoints = points.count > 1 ? Array(points) : []
    self.cells = cells
    self.usesAddress = usesAddress
    self.excluded = excluded
  }

  /// Whether there is anything to ask. If not, nothing is sent.
  public var isWorthSending: Bool { !accessPoints.isEmpty || !cells.isEmpty || usesAddress }

  /// The numbers and reasons of ``excluded``: "2 × hidden network"; empty if nothing is left out.
  package var exclusions: String {
    WiFiAccessPoint.Exclusion.allCases.compactMap { reason in
      excluded[reason].map { "\($0) × \(reason.rawValue)" }
    }.joined(separator: ", ")
  }

  /// The JSON body.
  public var body: [UInt8] {
    var text = ByteText()
    // Both have to be switched off: the API's default is to use the address.
    text.member("{\"considerIp\":", boolean: usesAddress)
    text.member(",\"fallbacks\":{\"ipf\":", boolean: usesAddress)
    text.write(",\"lacf\":false}")
    if !cells.isEmpty { write(cellsInto: &text) }
    text.write(",\"wifiAccessPoints\":")
    text.write(array: accessPoints) { text, point in
      text.member("{\"macAddress\":", string: point.address.description)
      text.member(",\"signalStrength\":", integer: point.signalStrength)
      text.member(",\"frequency\":", integer: point.frequency)
      let age = point.age.map { Int(max($0, .zero) / .milliseconds(1)) }
      text.member(",\"age\":", integer: age)
      text.write("}")
    }
    text.write("}")
    return text.bytes
  }

  private func write(cellsInto text: inout ByteText) {
    text.write(",\"cellTowers\":")
    text.write(array: cells) { text, cell in
      text.member("{\"radioType\":", string: cell.radio.rawValue)
      text.member(",\"mobileCountryCode\":", integer: cell.countryCode)
      text.member(",\"mobileNetworkCode\":", integer: cell.networkCode)
      text.member(",\"locationAreaCode\":", integer: cell.areaCode)
      text.member(",\"cellId\":", integer: cell.cellID)
      text.write("}")
    }
  }

  /// The order of strength, then of addresses, so that equal scans make equal requests.
  private static func isStronger(_ one: WiFiAccessPoint, _ other: WiFiAccessPoint) -> Bool {
    let (left, right) = (one.signalStrength ?? .min, other.signalStrength ?? .min)
    return left != right ? left > right : one.address.description < other.address.description
  }
}
